import DocModel
import Ground

extension SampleSource {
  /// The blocks of a session whose marks stand before each of its blocks.
  ///
  /// Before one that begins within a statement, a comment or a string there can be none: what such blocks
  /// print counts as the last one's, so the marks of all of them stand before the first.
  static func marks(in blocks: [Sample]) -> [[Int]] {
    var result = blocks.map { _ in [Int]() }
    var place = 0
    // What stands behind the last mark: all before it is closed, and nothing goes on with it.
    var before = ""
    for (index, next) in blocks.enumerated() {
      let code = next.lines.map { $0.text + "\n" }.joined()
      if index > 0 {
        if isBetweenStatements(SwiftTokens(before), SwiftTokens(code)) {
          place = index
          before = ""
        }
        result[place].append(index)
      }
      before += code
    }
    return result
  }

  /// Whether code ends where a statement may stand, and what follows goes on with none of its own.
  private static func isBetweenStatements(_ before: SwiftTokens, _ next: SwiftTokens) -> Bool {
    before.endsStatement && next.beginsStatement(behind: before)
  }
}
