import DocgenGround

/// Marked lines: `{2,4-6}` after a fence, counted from 1 among the visible lines.
enum LineMarks {
  /// Reads the text in braces.
  ///
  /// - Returns: ranges of line indices, and what is wrong with the text.
  static func read(
    _ text: String, lineCount: Int
  ) -> (marks: [Range<Int>], problem: Diagnostic.Message?) {
    var marks: [Range<Int>] = []
    var problem: Diagnostic.Message?
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false)
        .map { Int($0.trimmed) }
      guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1],
        first > 0, first <= last
      else { return ([], .malformedMarks(text)) }
      if last > lineCount { problem = .marksBeyondEnd(last, count: lineCount) }
      if first <= lineCount { marks.append(first - 1..<min(last, lineCount)) }
    }
    return (marks, problem)
  }
}

extension Diagnostic.Message {
  static func malformedMarks(_ text: String) -> Self {
    Self(.invalidSampleOption, "'{\(text)}' names no lines; write '{2,4-6}'")
  }

  static func marksBeyondEnd(_ line: Int, count: Int) -> Self {
    Self(
      .invalidSampleOption, .warning,
      "there is no line \(line) to mark; the block shows \(count) \(count == 1 ? "line" : "lines")")
  }
}
