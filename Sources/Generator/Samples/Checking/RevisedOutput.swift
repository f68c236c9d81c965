public import DocModel

/// A promised output corrected after what was printed: lines and wildcards that still fit stay.
public struct RevisedOutput: Sendable, Hashable {
  /// One line of it.
  public enum Line: Sendable, Hashable {
    /// A promised line, by its index, as its author wrote it.
    case kept(Int)
    /// Another text.
    case new(String)
  }

  /// The lines.
  public let lines: [Line]
  /// How they differ from the promised ones, as a unified difference.
  public let difference: String

  /// Corrects an output block.
  ///
  /// - Parameters:
  ///   - promised: the block.
  ///   - printed: what the sample printed.
  public init(_ promised: Sample.ExpectedOutput, printed: String) {
    let texts = OutputPattern.trimmed(promised.lines.map(\.text))
    let output = OutputPattern.trimmed(
      OutputPattern.lines(of: printed))
    let merge = Merge(promised: texts, printed: output)
    let fits = OutputPattern(texts).matches(output)
    let lines = fits ? texts.indices.map { .kept($0) } : merge.lines
    // Wildcards alone would fit whatever comes next: no promise is left.
    let isRight =
      OutputPattern(merge.texts(of: lines)).matches(output)
      && (fits || !merge.hasWildcardsAlone(lines))
    self.lines = isRight ? lines : output.map { .new($0) }
    difference =
      OutputDiff(from: texts, to: isRight ? merge.texts(of: lines) : output).description
  }

  /// Whether an output is as a block promises.
  public static func fits(_ promised: Sample.ExpectedOutput, printed: String) -> Bool {
    OutputPattern(promised.lines.map(\.text)).matches(
      OutputPattern.lines(of: printed))
  }

  /// How what was printed a second time differs from the first time.
  public static func difference(between first: String, and second: String) -> String {
    func lines(_ text: String) -> [String] {
      OutputPattern.trimmed(
        OutputPattern.lines(of: text))
    }
    return OutputDiff(from: lines(first), to: lines(second)).description
  }
}

/// Puts what was printed between the lines that promise and output have in common.
private struct Merge {
  let promised: [String]
  let printed: [String]
  private let pattern: [OutputPattern.Line]

  init(promised: [String], printed: [String]) {
    self.promised = promised
    self.printed = printed
    pattern = OutputPattern(promised).lines
  }

  func texts(of lines: [RevisedOutput.Line]) -> [String] {
    lines.map { line in
      switch line {
      case .kept(let row): promised[row]
      case .new(let text): text
      }
    }
  }

  /// The merged lines; of two wildcards in a row, one is enough.
  var lines: [RevisedOutput.Line] {
    var result: [RevisedOutput.Line] = []
    for line in allLines {
      let last = result.last.map { isWildcard($0) } ?? false
      if !(last && isWildcard(line)) { result.append(line) }
    }
    return result
  }

  /// Whether nothing but wildcards came of a block, and something.
  func hasWildcardsAlone(_ lines: [RevisedOutput.Line]) -> Bool {
    !lines.isEmpty && lines.allSatisfy { promisesNothing($0) }
  }

  private func isWildcard(_ line: RevisedOutput.Line) -> Bool {
    OutputPattern(texts(of: [line])).lines == [.anyLines]
  }

  /// Whether a line fits whatever is printed.
  private func promisesNothing(_ line: RevisedOutput.Line) -> Bool {
    guard case .text(let parts)? = OutputPattern(texts(of: [line])).lines.first else {
      return isWildcard(line)
    }
    return parts.count > 1 && parts.allSatisfy { $0.allSatisfy(\.isWhitespace) }
  }

  private var allLines: [RevisedOutput.Line] {
    var result: [RevisedOutput.Line] = []
    var row = 0
    var column = 0
    for edit in OutputDiff.edits(pattern, printed) {
      guard case .common(let commonRow, let commonColumn) = edit,
        pattern[commonRow] != .anyLines
      else { continue }
      result += stretch(row..<commonRow, column..<commonColumn) + [.kept(commonRow)]
      row = commonRow + 1
      column = commonColumn + 1
    }
    return result + stretch(row..<promised.count, column..<printed.count)
  }

  /// What stands between two common lines: as many printed lines on each side of a wildcard as were
  /// promised there.
  private func stretch(_ rows: Range<Int>, _ columns: Range<Int>) -> [RevisedOutput.Line] {
    let wildcards = rows.filter { pattern[$0] == .anyLines }
    guard let first = wildcards.first, let last = wildcards.last else {
      return revised(Array(rows), columns)
    }
    let head = columns.prefix(first - rows.lowerBound)
    let tail = columns.dropFirst(head.count).suffix(rows.upperBound - last - 1)
    return revised(Array(rows.prefix(head.count)), head) + [.kept(first)]
      + revised(Array(rows.suffix(tail.count)), tail)
  }

  private func revised(_ rows: [Int], _ columns: Range<Int>) -> [RevisedOutput.Line] {
    columns.enumerated().map { index, column in
      guard rows.count == columns.count else { return .new(printed[column]) }
      return .new(MaskedLine(printed[column], like: promised[rows[index]]).text)
    }
  }
}
