import DocgenGround

/// A line of a generated page, with the place of its text in a source file.
struct DocumentedLine: Sendable, Hashable {
  var text: String
  /// `nil` for lines that docgen wrote.
  var origin: LineOrigins.Origin?

  init(_ text: String, origin: LineOrigins.Origin? = nil) {
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
