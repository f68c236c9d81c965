import DocgenGround

/// The lines of a paragraph, from which the locations of its inline elements follow.
///
/// cmark counts the lines from the paragraph's beginning without reference definitions and without
/// line ends in code, and the columns of all lines as if they began like the first.
struct ParagraphLines {
  private let range: SourceRange
  private let file: SourceFile
  /// The number of lines of reference definitions at the beginning (CommonMark 0.31 section 4.7).
  private let definitions: Int

  init(of range: SourceRange, in file: SourceFile) {
    self.range = range
    self.file = file
    let first = file.line(range.start.line).utf8.dropFirst(range.start.column - 1).first
    guard first == UInt8(ascii: "[") else {
      definitions = 0
      return
    }
    definitions =
      (range.start.line..<max(range.start.line, range.end.line)).prefix { number in
        file.line(number).contains(/^[\s>]*\[[^\]]+\]:\s*\S+(\s+("[^"]*"|'[^']*'|\([^)]*\)))?\s*$/)
      }.count
  }

  /// Returns the range of an inline element.
  ///
  /// - Parameters:
  ///   - read: the range according to cmark.
  ///   - isLink: whether it is a link or an image.
  func range(ofRead read: SourceRange, isLink: Bool) -> SourceRange {
    var start = position(ofRead: read.start)
    if isLink, let found = linkStart(from: start) { start = found }
    let lines = start.line - read.start.line
    var end = position(ofRead: read.end)
    end.line = read.end.line + lines
    return SourceRange(start, max(start, end))
  }

  private func position(ofRead read: SourcePosition) -> SourcePosition {
    var position = read
    position.line += definitions
    guard read.line > range.start.line else { return position }
    let marks = file.line(position.line).utf8.prefix { " \t>".utf8.contains($0) }
    position.column = max(1, read.column - (range.start.column - 1) + marks.count)
    return position
  }

  /// Returns the first position from here at which a link can begin; `nil` if it is this one or
  /// there is none.
  private func linkStart(from start: SourcePosition) -> SourcePosition? {
    let bytes = file.line(start.line).utf8.dropFirst(start.column - 1)
    if let first = bytes.first, "[!<".utf8.contains(first) { return nil }
    for number in start.line + 1..<max(start.line + 1, range.end.line + 1) {
      let line = file.line(number).utf8
      if let bracket = line.firstIndex(of: UInt8(ascii: "[")) {
        let column = line.distance(from: line.startIndex, to: bracket) + 1
        return SourcePosition(line: number, column: column)
      }
    }
    return nil
  }
}
