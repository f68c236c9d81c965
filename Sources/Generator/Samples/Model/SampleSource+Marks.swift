import DocgenDocModel
import DocgenGround

extension SampleSource {
  /// Returns, for each block of a session, the blocks whose marks come before it.
  ///
  /// No mark can be before a block that begins within a statement, a comment or a string. The
  /// output of such blocks counts as the last one's, so the marks of all of them come before the
  /// first.
  static func marks(in blocks: [Sample]) -> [[Int]] {
    var result = blocks.map { _ in [Int]() }
    var position = 0
    // The code since the last mark; everything before that is complete.
    var before = ""
    for (index, next) in blocks.enumerated() {
      let code = next.lines.map { $0.text + "\n" }.joined()
      if index > 0 {
        if isBetweenStatements(SwiftTokens(before), next: SwiftTokens(code)) {
          position = index
          before = ""
        }
        result[position].append(index)
      }
      before += code
    }
    return result
  }

  /// Whether code ends where a statement may follow, and the next code doesn't continue the last
  /// statement.
  private static func isBetweenStatements(_ before: SwiftTokens, next: SwiftTokens) -> Bool {
    before.endsStatement && next.beginsStatement(after: before)
  }
}
