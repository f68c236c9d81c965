import DocgenGround

/// A unified diff of expected and printed lines.
///
/// Expected lines that don't match begin with `-`, printed ones with `+`, common ones with a space.
/// Lines that a wildcard stands for are common.
struct OutputDiff: Sendable, Hashable, CustomStringConvertible {
  /// A step from the expected to the printed lines.
  enum Edit {
    case common(expected: Int, printed: Int)
    case missing(Int)
    case unexpected(Int)

    /// The index of its expected line, from 0.
    var expected: Int? {
      switch self {
      case .common(let row, _), .missing(let row): row
      case .unexpected: nil
      }
    }

    /// The index of its printed line, from 0.
    var printed: Int? {
      switch self {
      case .common(_, let column), .unexpected(let column): column
      case .missing: nil
      }
    }
  }

  /// The diff as text, abridged for readers, without a final line end; empty when there is no
  /// difference.
  let description: String

  /// The number of common lines shown around each change.
  private static let context = 3
  /// The most lines on a side for which common lines are searched; above, lines are paired by
  /// number.
  private static let searchLimit = 2000

  /// Compares an output block's lines with the printed ones.
  init(expected: [String], printed: [String]) {
    let expected = OutputPattern.trimmed(expected)
    let printed = OutputPattern.trimmed(printed)
    let edits = OutputDiff.edits(from: OutputPattern(expected).lines, to: printed)
    description = OutputDiff.text(of: edits, expected: expected, printed: printed)
  }

  /// Compares two texts line by line, without wildcards.
  init(from old: [String], to new: [String]) {
    let edits = OutputDiff.edits(from: old.map { .text([$0]) }, to: new)
    description = OutputDiff.text(
      of: edits, expected: old, printed: new, names: ("--- was", "+++ is"))
  }

  /// Returns the steps from a pattern to the printed lines, in order.
  static func edits(from pattern: [OutputPattern.Line], to printed: [String]) -> [Edit] {
    guard pattern.count <= searchLimit, printed.count <= searchLimit else {
      return pairwise(pattern, printed: printed)
    }
    let lengths = commonLengths(of: pattern, and: printed)
    var edits: [Edit] = []
    var row = 0
    var column = 0
    while row < pattern.count || column < printed.count {
      if row < pattern.count, pattern[row] == .anyLines {
        if column < printed.count, lengths[row][column + 1] >= lengths[row + 1][column] {
          edits.append(.common(expected: row, printed: column))
          column += 1
        } else {
          row += 1
        }
      } else if row < pattern.count, column < printed.count,
        OutputPattern.matches(pattern[row], actual: printed[column])
      {
        edits.append(.common(expected: row, printed: column))
        row += 1
        column += 1
      } else if row < pattern.count,
        column == printed.count || lengths[row + 1][column] >= lengths[row][column + 1]
      {
        edits.append(.missing(row))
        row += 1
      } else {
        edits.append(.unexpected(column))
        column += 1
      }
    }
    return edits
  }

  /// Returns, for each pair of indices, how many expected lines from there on can be matched.
  ///
  /// This is the usual table of the longest common subsequence; a wildcard matches any line and
  /// stays.
  private static func commonLengths(
    of pattern: [OutputPattern.Line], and printed: [String]
  ) -> [[Int32]] {
    var lengths = Array(
      repeating: [Int32](repeating: 0, count: printed.count + 1), count: pattern.count + 1)
    for row in pattern.indices.reversed() {
      for column in printed.indices.reversed() {
        if pattern[row] == .anyLines {
          lengths[row][column] = max(lengths[row + 1][column], lengths[row][column + 1])
        } else if OutputPattern.matches(pattern[row], actual: printed[column]) {
          lengths[row][column] = lengths[row + 1][column + 1] + 1
        } else {
          lengths[row][column] = max(lengths[row + 1][column], lengths[row][column + 1])
        }
      }
    }
    return lengths
  }

  private static func pairwise(_ pattern: [OutputPattern.Line], printed: [String]) -> [Edit] {
    (0..<max(pattern.count, printed.count)).flatMap { index -> [Edit] in
      guard index < pattern.count else { return [.unexpected(index)] }
      guard index < printed.count else { return [.missing(index)] }
      let isCommon = OutputPattern.matches(pattern[index], actual: printed[index])
      return isCommon
        ? [.common(expected: index, printed: index)] : [.missing(index), .unexpected(index)]
    }
  }

  private static func text(
    of edits: [Edit], expected: [String], printed: [String],
    names: (String, String) = ("--- expected", "+++ printed")
  ) -> String {
    let changed = edits.indices.filter { index in
      if case .common = edits[index] { false } else { true }
    }
    guard !changed.isEmpty else { return "" }
    var hunks: [Range<Int>] = []
    for index in changed {
      let hunk = max(0, index - context)..<min(edits.count, index + context + 1)
      if let last = hunks.last, last.upperBound >= hunk.lowerBound {
        hunks[hunks.count - 1] = last.lowerBound..<hunk.upperBound
      } else {
        hunks.append(hunk)
      }
    }
    let lines = hunks.flatMap { hunk in
      [header(of: hunk, in: edits)]
        + edits[hunk].map { line(of: $0, expected: expected, printed: printed) }
    }
    return Abridgement.problem.text(of: ([names.0, names.1] + lines).joined(separator: "\n"))
  }

  /// Returns the header of a hunk: where it begins on both sides, and its number of lines, as in
  /// GNU's `diff -u`.
  private static func header(of hunk: Range<Int>, in edits: [Edit]) -> String {
    func words(_ sign: Character, _ line: (Edit) -> Int?) -> String {
      let before = edits[..<hunk.lowerBound].compactMap(line).last.map { $0 + 1 } ?? 0
      let lines = edits[hunk].compactMap(line)
      let start = lines.first.map { $0 + 1 } ?? before
      return lines.count == 1 ? "\(sign)\(start)" : "\(sign)\(start),\(lines.count)"
    }
    return "@@ " + words("-", \.expected) + " " + words("+", \.printed) + " @@"
  }

  private static func line(
    of edit: Edit, expected: [String], printed: [String]
  ) -> String {
    switch edit {
    case .common(_, let column): " " + printed[column]
    case .missing(let row): "-" + expected[row]
    case .unexpected(let column): "+" + printed[column]
    }
  }
}
