import DocgenGround

/// A template's text as bytes, with the positions and lines that its parser needs.
struct TemplateSource: Sendable {
  /// The file's path, for messages.
  let path: String
  /// The text in UTF-8, with LF line ends.
  let bytes: [UInt8]
  private let lineStarts: [Int]

  init(_ file: SourceFile) {
    path = file.path
    let bytes = Array(file.text.utf8)
    lineStarts = [0] + bytes.indices.filter { bytes[$0] == .newline }.map { $0 + 1 }
    self.bytes = bytes
  }

  /// Returns the location of a range of bytes.
  func location(of range: Range<Int>) -> SourceLocation {
    let range = SourceRange(position(of: range.lowerBound), position(of: range.upperBound))
    return SourceLocation(file: path, range: range)
  }

  private func position(of offset: Int) -> SourcePosition {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return SourcePosition(line: low + 1, column: offset - lineStarts[low] + 1)
  }

  /// Returns a range of bytes as text.
  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// Whether a pattern is at an offset.
  func matches(_ pattern: [UInt8], at offset: Int) -> Bool {
    guard offset + pattern.count <= bytes.count else { return false }
    return pattern.indices.allSatisfy { bytes[offset + $0] == pattern[$0] }
  }

  /// Returns the first offset of a pattern from an offset on.
  func firstOffset(of pattern: [UInt8], from offset: Int) -> Int? {
    guard let first = pattern.first else { return nil }
    return bytes.indices[offset...].first { bytes[$0] == first && matches(pattern, at: $0) }
  }

  /// Returns a range without white space at both ends, including line ends.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    guard let first = range.first(where: { !bytes[$0].isWhiteSpace }),
      let last = range.last(where: { !bytes[$0].isWhiteSpace })
    else { return range.lowerBound..<range.lowerBound }
    return first..<last + 1
  }
}

extension TemplateSource {
  /// Returns the beginning of an offset's line, if only spaces and tabs are between them.
  func lineStart(before offset: Int) -> Int? {
    var start = offset
    while start > 0, bytes[start - 1].isBlank { start -= 1 }
    return start == 0 || bytes[start - 1] == .newline ? start : nil
  }

  /// Returns the beginning of the next line, or the end of the text, if only spaces and tabs
  /// precede it.
  func lineEnd(after offset: Int) -> Int? {
    let end = endOfBlanks(from: offset)
    if end == bytes.count { return end }
    return bytes[end] == .newline ? end + 1 : nil
  }

  /// Returns the first offset after spaces and tabs.
  func endOfBlanks(from offset: Int) -> Int {
    var end = offset
    while end < bytes.count, bytes[end].isBlank { end += 1 }
    return end
  }
}

extension UInt8 {
  static let newline = UInt8(ascii: "\n")

  /// Whether the byte is a space or a tab.
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  /// Whether the byte is a space, a tab, or the end of a line or page.
  var isWhiteSpace: Bool { isBlank || (0x0A...0x0D).contains(self) }
}
