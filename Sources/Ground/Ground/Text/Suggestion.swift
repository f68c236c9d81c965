/// Finds the name that an author probably intended.
public enum Suggestion {
  /// Returns the candidate closest to a word, if any is close enough to suggest.
  ///
  /// Close enough is an edit distance of at most a third of the word's length, and at least one.
  /// Otherwise, if the word has four letters or more, a candidate that contains it, as `username`
  /// contains `name`. Of equally close candidates, the alphabetically first wins.
  public static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    let limit = max(1, word.count / 3)
    let ranked = ranked(word, among: candidates)
    if let best = ranked.first, best.distance <= limit { return best.candidate }
    guard word.count >= 4 else { return nil }
    return ranked.first { $0.candidate.lowercased().contains(word.lowercased()) }?.candidate
  }

  /// Returns the candidate with the smallest edit distance, however large.
  public static func closest(to word: String, among candidates: some Sequence<String>) -> String? {
    ranked(word, among: candidates).first?.candidate
  }

  private static func ranked(
    _ word: String, among candidates: some Sequence<String>
  ) -> [(candidate: String, distance: Int)] {
    candidates
      .map { (candidate: $0, distance: distance(word.lowercased(), to: $0.lowercased())) }
      .sorted { ($0.distance, $0.candidate) < ($1.distance, $1.candidate) }
  }

  /// Returns the optimal string alignment distance: insertions, deletions, substitutions and swaps
  /// of neighbours.
  public static func distance(_ left: String, to right: String) -> Int {
    let left = Array(left)
    let right = Array(right)
    var beforePrevious: [Int] = []
    var previous = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let isSame = left[row] == right[column]
        var best = min(
          previous[column] + (isSame ? 0 : 1), previous[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, beforePrevious[column - 1] + 1)
        }
        current.append(best)
      }
      beforePrevious = previous
      previous = current
    }
    return previous[right.count]
  }
}
