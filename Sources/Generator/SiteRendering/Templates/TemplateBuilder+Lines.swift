extension TemplateBuilder {
  /// Adds the literal text from the cursor to an offset, if it becomes nodes.
  mutating func addText(upTo end: Int) {
    defer { cursor = max(cursor, end) }
    guard isEmitting, cursor < end else { return }
    if removed.isEmpty {
      append(.text(cursor..<end), at: cursor..<end)
      isLineStart = source.bytes[end - 1] == .newline
      return
    }
    while cursor < end {
      let newline = (cursor..<end).first { source.bytes[$0] == .newline }
      let lineEnd = newline.map { $0 + 1 } ?? end
      let isNewLine = cursor == 0 || source.bytes[cursor - 1] == .newline
      if isNewLine { cursor = removed.end(in: source.bytes[cursor..<lineEnd]) }
      if cursor < lineEnd {
        append(.text(cursor..<lineEnd), at: cursor..<lineEnd)
        isLineStart = newline != nil
      }
      cursor = lineEnd
    }
  }

  /// Adds the text before a tag within a line, and marks the line's beginning.
  mutating func beginInline(_ tag: Tag) {
    addText(upTo: tag.range.lowerBound)
    if isLineStart, isEmitting {
      append(.lineStart, at: tag.range)
      isLineStart = false
    }
  }

  /// Skips the line of a standalone tag; returns whether the tag is one.
  mutating func skipLine(of tag: Tag) -> Bool {
    guard let start = source.lineStart(before: tag.range.lowerBound),
      let end = source.lineEnd(after: tag.range.upperBound)
    else { return false }
    addText(upTo: start)
    cursor = end
    isLineStart = true
    return true
  }

  /// Returns the white space before a tag that begins its line, without the removed indentation.
  func indentation(before tag: Tag) -> Range<Int>? {
    guard let start = source.lineStart(before: tag.range.lowerBound) else { return nil }
    let blanks = source.bytes[start..<tag.range.lowerBound]
    return removed.end(in: blanks)..<tag.range.lowerBound
  }

  /// Returns the white space at the beginning of a line, without the removed indentation.
  func indentation(ofLineAt offset: Int) -> Range<Int> {
    let end = source.endOfBlanks(from: offset)
    return removed.end(in: source.bytes[offset..<end])..<end
  }
}
