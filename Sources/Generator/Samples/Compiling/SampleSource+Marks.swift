import DocModel

extension SampleSource {
  /// The blocks of a session whose marks stand before each of its blocks.
  ///
  /// Before one that begins within a statement, a comment or a string there can be none: what such blocks
  /// print counts as the last one's, so the marks of all of them stand before the first.
  static func marks(in blocks: [Sample]) -> [[Int]] {
    var result = blocks.map { _ in [Int]() }
    var place = 0
    for index in blocks.indices.dropFirst() {
      if isBetweenStatements(blocks[..<index], blocks[index]) { place = index }
      result[place].append(index)
    }
    return result
  }

  /// Whether some blocks end where a statement may stand, and the next goes on with none of theirs.
  private static func isBetweenStatements(_ before: ArraySlice<Sample>, _ next: Sample) -> Bool {
    let tokens = SwiftTokens(before.flatMap(\.lines).map(\.text).joined(separator: "\n"))
    guard tokens.endsStatement else { return false }
    return SwiftTokens(next.lines.map(\.text).joined(separator: "\n"))
      .beginsStatement(behind: tokens)
  }
}
