public import DocgenDocModel

/// An expected output updated with the printed one: lines and wildcards that still match stay.
public struct RevisedOutput: Sendable, Hashable {
  /// A line of the output.
  public enum Line: Sendable, Hashable {
    /// An expected line, by its index, as the author wrote it.
    case unchanged(Int)
    /// A new text.
    case new(String)
  }

  /// The lines.
  public let lines: [Line]
  /// The differences from the expected lines, as a unified diff.
  public let difference: String

  /// Updates an output block.
  ///
  /// - Parameters:
  ///   - expected: the block.
  ///   - printed: the output of the sample.
  public init(_ expected: Sample.ExpectedOutput, printed: String) {
    let texts = OutputPattern.trimmed(expected.lines.map(\.text))
    let output = OutputPattern.trimmedLines(of: printed)
    let merge = Merge(expected: texts, printed: output)
    let fits = OutputPattern(texts).matches(output)
    let lines = fits ? texts.indices.map { .unchanged($0) } : merge.lines
    // A block of only wildcards would match any later output.
    let isRight =
      OutputPattern(merge.texts(of: lines)).matches(output)
      && (fits || !merge.hasOnlyWildcards(lines))
    self.lines = isRight ? lines : output.map { .new($0) }
    difference =
      OutputDiff(from: texts, to: isRight ? merge.texts(of: lines) : output).description
  }

  /// Returns whether an output matches a block.
  public static func fits(_ expected: Sample.ExpectedOutput, printed: String) -> Bool {
    OutputPattern(expected.lines.map(\.text)).matches(OutputPattern.lines(of: printed))
  }

  /// Returns the differences between the outputs of two runs.
  public static func difference(between first: String, and second: String) -> String {
    OutputDiff(
      from: OutputPattern.trimmedLines(of: first), to: OutputPattern.trimmedLines(of: second)
    ).description
  }
}

/// Inserts printed lines between the lines that the block and the output have in common.
private struct Merge {
  let expected: [String]
  let printed: [String]
  private let pattern: [OutputPattern.Line]

  init(expected: [String], printed: [String]) {
    self.expected = expected
    self.printed = printed
    pattern = OutputPattern(expected).lines
  }

  func texts(of lines: [RevisedOutput.Line]) -> [String] {
    lines.map { line in
      switch line {
      case .unchanged(let row): expected[row]
      case .new(let text): text
      }
    }
  }

  /// The merged lines; consecutive wildcards become one.
  var lines: [RevisedOutput.Line] {
    var result: [RevisedOutput.Line] = []
    for line in allLines {
      let last = result.last.map { isWildcard($0) } ?? false
      if !(last && isWildcard(line)) { result.append(line) }
    }
    return result
  }

  /// Whether there are lines, and all of them are wildcards.
  func hasOnlyWildcards(_ lines: [RevisedOutput.Line]) -> Bool {
    !lines.isEmpty && lines.allSatisfy { matchesAnything($0) }
  }

  private func isWildcard(_ line: RevisedOutput.Line) -> Bool {
    OutputPattern(texts(of: [line])).lines == [.anyLines]
  }

  /// Whether a line matches any output.
  private func matchesAnything(_ line: RevisedOutput.Line) -> Bool {
    guard case .text(let parts)? = OutputPattern(texts(of: [line])).lines.first else {
      return isWildcard(line)
    }
    return parts.count > 1 && parts.allSatisfy { $0.allSatisfy(\.isWhitespace) }
  }

  private var allLines: [RevisedOutput.Line] {
    var result: [RevisedOutput.Line] = []
    var row = 0
    var column = 0
    for edit in OutputDiff.edits(from: pattern, to: printed) {
      guard case .common(let commonRow, let commonColumn) = edit,
        pattern[commonRow] != .anyLines
      else { continue }
      result += merged(row..<commonRow, columns: column..<commonColumn) + [.unchanged(commonRow)]
      row = commonRow + 1
      column = commonColumn + 1
    }
    return result + merged(row..<expected.count, columns: column..<printed.count)
  }

  /// Returns the lines between two common lines, with as many printed lines on each side of a
  /// wildcard as the block has there.
  private func merged(_ rows: Range<Int>, columns: Range<Int>) -> [RevisedOutput.Line] {
    let wildcards = rows.filter { pattern[$0] == .anyLines }
    guard let first = wildcards.first, let last = wildcards.last else {
      return revised(Array(rows), columns: columns)
    }
    let head = columns.prefix(first - rows.lowerBound)
    let tail = columns.dropFirst(head.count).suffix(rows.upperBound - last - 1)
    return revised(Array(rows.prefix(head.count)), columns: head) + [.unchanged(first)]
      + revised(Array(rows.suffix(tail.count)), columns: tail)
  }

  private func revised(_ rows: [Int], columns: Range<Int>) -> [RevisedOutput.Line] {
    columns.enumerated().map { index, column in
      guard rows.count == columns.count else { return .new(printed[column]) }
      return .new(MaskedLine(printed[column], like: expected[rows[index]]).text)
    }
  }
}
