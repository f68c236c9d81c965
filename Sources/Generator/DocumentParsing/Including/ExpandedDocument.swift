public import DocgenGround

/// A document with the text of the files that it includes.
///
/// All stages read it like any other document; `origins` then has the location of each line in a
/// file.
public struct ExpandedDocument: Sendable {
  /// The file at a path below the site's root.
  public enum Found: Sendable {
    /// A text file.
    case file(SourceFile)
    /// No readable file.
    case nothing
    /// A link to something outside of the root.
    case outside
  }

  /// The document with all text, at its own path.
  public let file: SourceFile
  /// The location of each line in a file.
  public let origins: LineOrigins
  /// The problems of the lines that include files, on lines of `file`.
  public let diagnostics: [Diagnostic]

  /// Includes the files that a document names; `nil` if it names none.
  ///
  /// - Parameter find: returns what is at a path below the root.
  public init?(of document: SourceFile, finding find: (String) -> Found) {
    guard IncludeLine.signs.contains(where: { document.text.contains(bytesOf: $0) }),
      document.lines.contains(where: { IncludeLine($0) != nil || IncludeLine.unescaped($0) != nil })
    else { return nil }
    let expansion = IncludeExpansion(of: document, finding: find)
    file = SourceFile(path: document.path, text: expansion.lines.joined(separator: "\n"))
    origins = LineOrigins(path: document.path, lines: expansion.origins)
    diagnostics = expansion.diagnostics
  }
}
