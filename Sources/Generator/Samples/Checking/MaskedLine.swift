/// A printed line with the wildcards of a promised one that it takes the place of.
///
/// A wildcard stays where it stood: between the same words, and never as all that is left.
struct MaskedLine {
  /// The line; as it was printed where nothing tells what was masked.
  let text: String

  private static let wildcard = "<…>"

  init(_ printed: String, like promised: String) {
    let words = Self.words(of: promised)
    var result = Self.words(of: printed)
    let common = OutputDiff.edits(words.map(Self.pattern), result).compactMap { edit in
      if case .common(let row, let column) = edit { (row, column) } else { nil }
    }
    var (row, column) = (0, 0)
    for (nextRow, nextColumn) in common + [(words.count, result.count)] {
      for (masked, place) in Self.pairs(words[row..<nextRow], column..<nextColumn)
      where OutputPattern([masked]).matches([result[place]]) { result[place] = masked }
      if words.indices.contains(nextRow) { result[nextColumn] = words[nextRow] }
      (row, column) = (nextRow + 1, nextColumn + 1)
    }
    let line = result.joined(separator: " ")
    text = !common.isEmpty && OutputPattern([line]).matches([printed]) ? line : printed
  }

  private static func words(of line: String) -> [String] {
    line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
  }

  /// What a word fits: nothing, unless it says something besides a wildcard.
  private static func pattern(_ word: String) -> OutputPattern.Line {
    let parts = OutputPattern.parts(of: word)
    let says = parts.contains { $0.contains { $0.isLetter || $0.isNumber } }
    return .text(says ? parts : [])
  }

  /// The wildcards among some words, each with the printed word that it stood for: one by one where there
  /// are as many, else from both ends.
  private static func pairs(
    _ words: ArraySlice<String>, _ places: Range<Int>
  ) -> [(word: String, place: Int)] {
    func isMask(_ word: String) -> Bool { word.contains(wildcard) && pattern(word) == .text([]) }
    if words.count == places.count { return Array(zip(words, places)).filter { isMask($0.0) } }
    let head = words.prefix(while: isMask).prefix(places.count)
    let rest = places.dropFirst(head.count)
    let tail = words.dropFirst(head.count).reversed().prefix(while: isMask).prefix(rest.count)
    return Array(zip(head, places)) + Array(zip(tail, rest.reversed()))
  }
}
