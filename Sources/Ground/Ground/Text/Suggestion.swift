/// Finds what an author probably meant.
public enum Suggestion {
  /// The candidate nearest to a word, if any is near enough to be meant.
  ///
  /// Near enough is an edit distance of at most a third of the word's length, and one at least;
  /// else a candidate of which a word of four letters or more is a part, as `name` is of
  /// `username`. Of equally near candidates the first in alphabetical order is taken.
  public static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    let limit = max(1, word.count / 3)
    let ranked = ranked(word, candidates)
    if let best = ranked.first, best.distance <= limit { return best.candidate }
    guard word.count >= 4 else { return nil }
    return ranked.first { $0.candidate.lowercased().contains(word.lowercased()) }?.candidate
  }

  /// The candidate with the smallest edit distance, however far.
  public static func closest(to word: String, among candidates: some Sequence<String>) -> String? {
    ranked(word, candidates).first?.candidate
  }

  private static func ranked(
    _ word: String, _ candidates: some Sequence<String>
  ) -> [(candidate: String, distance: Int)] {
    candidates
      .map { (candidate: $0, distance: distance(word.lowercased(), $0.lowercased())) }
      .sorted { ($0.distance, $0.candidate) < ($1.distance, $1.candidate) }
  }

  /// The optimal string alignment distance: insertions, deletions, changes and swaps of neighbours.
  static func distance(_ left: String, _ right: String) -> Int {
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
