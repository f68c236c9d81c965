import Ground

/// A template's text as bytes, with the questions that its parser asks about places and lines.
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

  /// A stretch of bytes as lines and columns.
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

  /// A stretch of bytes as text.
  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// Whether a pattern stands at a place.
  func matches(_ pattern: [UInt8], at offset: Int) -> Bool {
    guard offset + pattern.count <= bytes.count else { return false }
    return pattern.indices.allSatisfy { bytes[offset + $0] == pattern[$0] }
  }

  /// The first place of a pattern from an offset on.
  func firstOffset(of pattern: [UInt8], from offset: Int) -> Int? {
    guard let first = pattern.first else { return nil }
    return bytes.indices[offset...].first { bytes[$0] == first && matches(pattern, at: $0) }
  }

  /// A stretch without the white space at its two ends, line ends included.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    guard let first = range.first(where: { !bytes[$0].isWhiteSpace }),
      let last = range.last(where: { !bytes[$0].isWhiteSpace })
    else { return range.lowerBound..<range.lowerBound }
    return first..<last + 1
  }
}

extension TemplateSource {
  /// Where the line begins that holds an offset, if only spaces and tabs stand between the two.
  func lineStart(before offset: Int) -> Int? {
    var start = offset
    while start > 0, bytes[start - 1].isBlank { start -= 1 }
    return start == 0 || bytes[start - 1] == .newline ? start : nil
  }

  /// Where the next line begins, or the text ends, if only spaces and tabs stand before that.
  func lineEnd(after offset: Int) -> Int? {
    let end = endOfBlanks(from: offset)
    if end == bytes.count { return end }
    return bytes[end] == .newline ? end + 1 : nil
  }

  /// The first offset that holds neither a space nor a tab.
  func endOfBlanks(from offset: Int) -> Int {
    var end = offset
    while end < bytes.count, bytes[end].isBlank { end += 1 }
    return end
  }
}

extension UInt8 {
  static let newline = UInt8(ascii: "\n")

  /// A space or a tab.
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  /// A space, a tab, or the end of a line or page.
  var isWhiteSpace: Bool { isBlank || (0x0A...0x0D).contains(self) }
}
