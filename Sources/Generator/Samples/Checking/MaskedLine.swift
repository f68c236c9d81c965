/// A printed line with the wildcards of the expected line that it replaces.
///
/// A wildcard stays at its position between the same words, and never remains alone.
struct MaskedLine {
  /// The line; the printed one if the positions of the wildcards can't be determined.
  let text: String

  private static let wildcard = "<…>"

  init(_ printed: String, like expected: String) {
    let words = Self.words(of: expected)
    var result = Self.words(of: printed)
    let common = OutputDiff.edits(from: words.map(Self.pattern), to: result).compactMap { edit in
      if case .common(let row, let column) = edit { (row, column) } else { nil }
    }
    var (row, column) = (0, 0)
    for (nextRow, nextColumn) in common + [(words.count, result.count)] {
      for (masked, position) in Self.pairs(words[row..<nextRow], columns: column..<nextColumn)
      where OutputPattern([masked]).matches([result[position]]) { result[position] = masked }
      if words.indices.contains(nextRow) { result[nextColumn] = words[nextRow] }
      (row, column) = (nextRow + 1, nextColumn + 1)
    }
    let line = result.joined(separator: " ")
    text = !common.isEmpty && OutputPattern([line]).matches([printed]) ? line : printed
  }

  private static func words(of line: String) -> [String] {
    line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
  }

  /// Returns the pattern of a word; one that matches nothing if the word is only a wildcard.
  private static func pattern(_ word: String) -> OutputPattern.Line {
    let parts = OutputPattern.parts(of: word)
    let says = parts.contains { $0.contains { $0.isLetter || $0.isNumber } }
    return .text(says ? parts : [])
  }

  /// Returns the wildcards among some words, each with the position of the printed word that it
  /// stands for.
  ///
  /// They are paired one by one if there are as many, otherwise from both ends.
  private static func pairs(
    _ words: ArraySlice<String>, columns: Range<Int>
  ) -> [(word: String, position: Int)] {
    func isMask(_ word: String) -> Bool { word.contains(wildcard) && pattern(word) == .text([]) }
    if words.count == columns.count { return Array(zip(words, columns)).filter { isMask($0.0) } }
    let head = words.prefix(while: isMask).prefix(columns.count)
    let rest = columns.dropFirst(head.count)
    let tail = words.dropFirst(head.count).reversed().prefix(while: isMask).prefix(rest.count)
    return Array(zip(head, columns)) + Array(zip(tail, rest.reversed()))
  }
}
