/// A line of a generated page, with the place of its text in a source file.
struct DocumentedLine: Sendable, Hashable {
  /// Where the text of a line begins.
  struct Origin: Sendable, Hashable {
    /// The path below the site's root.
    var file: String
    /// From 1.
    var line: Int
    /// The bytes before the text.
    var column: Int
  }

  var text: String
  /// `nil` for lines that docgen wrote.
  var origin: Origin?

  init(_ text: String, origin: Origin? = nil) {
    self.text = text
    self.origin = origin
  }

  /// Removes bytes from its beginning.
  func dropping(_ count: Int) -> DocumentedLine {
    var origin = origin
    origin?.column += count
    return DocumentedLine(String(text.dropFirst(count)), origin: origin)
  }
}
