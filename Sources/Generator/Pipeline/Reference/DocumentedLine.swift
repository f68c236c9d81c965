import DocgenGround

/// A line of a generated page, with the location of its text in a source file.
struct DocumentedLine: Sendable, Hashable {
  var text: String
  /// `nil` for lines that docgen wrote, and for those of comments from elsewhere.
  var origin: LineOrigins.Origin?
  /// Whether it is the heading of a section, which no author wrote.
  private(set) var isSection = false

  /// Creates a line; line ends in the text, as in the message of a deprecation, become spaces.
  init(_ text: String, origin: LineOrigins.Origin? = nil) {
    self.text =
      text.utf8.contains { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      ? text.split(whereSeparator: \.isNewline).joined(separator: " ") : text
    self.origin = origin
  }

  /// Inserts text of docgen's at its beginning.
  mutating func insert(_ start: String) {
    text = start + text
    origin?.column -= start.utf8.count
  }

  /// Whether it makes a heading of the line above (CommonMark 4.3).
  var isUnderline: Bool { text.wholeMatch(of: /(?:=+|-+)\s*/) != nil }

  /// Removes bytes from its beginning.
  func dropping(_ count: Int) -> DocumentedLine {
    var origin = origin
    origin?.column += count
    return DocumentedLine(String(text.dropFirst(count)), origin: origin)
  }
}

extension DocumentedLine: ExpressibleByStringInterpolation {
  /// Creates a line that docgen wrote.
  init(stringLiteral text: String) {
    self.init(text)
    isSection = text.hasPrefix("#")
  }
}
