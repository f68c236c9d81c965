import Ground

/// Consecutive lines of a file.
struct LineRange: Sendable, Hashable {
  /// The first line's number, from 1.
  var firstLine: Int
  /// The lines, joined by LF.
  var text: String

  init(firstLine: Int, text: String) {
    self.firstLine = firstLine
    self.text = text
  }

  /// Creates the lines of a range of line numbers.
  init(_ lines: Range<Int>, of file: SourceFile) {
    firstLine = lines.lowerBound
    text = lines.map { String(file.line($0)) }.joined(separator: "\n")
  }
}
