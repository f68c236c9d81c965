public import DocModel
public import Ground

/// The theme of a site that has none of its own: the files of docgen's `templates` folder.
public enum BuiltInTheme {
  /// The Mustache templates.
  public static let templates: [SourceFile] = texts.filter { $0.name.hasSuffix(".mustache") }
    .map { SourceFile(path: "templates/\($0.name)", text: $0.text) }

  /// The style sheet and the script, to be copied.
  public static let files: [RenderedFile] = texts.filter { !$0.name.hasSuffix(".mustache") }
    .map { RenderedFile(path: $0.name, text: $0.text) }
}
