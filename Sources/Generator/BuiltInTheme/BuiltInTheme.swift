public import DocgenDocModel
public import DocgenGround

/// The theme of a site without a `templates` folder: the files of docgen's own.
public enum BuiltInTheme {
  /// The Mustache templates.
  public static let templates: [SourceFile] = texts.filter { $0.name.hasSuffix(".mustache") }
    .map { SourceFile(path: "templates/\($0.name)", text: $0.text) }

  /// The style sheet and the script, which a build copies.
  public static let files: [RenderedFile] = texts.filter { !$0.name.hasSuffix(".mustache") }
    .map { RenderedFile(path: $0.name, text: $0.text) }
}
