/// Finds the name that an author probably intended.
public enum Suggestion {
  /// Returns the candidate closest to a word, if any is close enough to suggest.
  ///
  /// Close enough is an edit distance of at most a third of the word's length, and at least one.
  /// Otherwise, if the word has four letters or more, a candidate that contains it, as `username`
  /// contains `name`. Of equally close candidates, the alphabetically first wins.
  public static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    if let best = best(word, among: candidates, limit: max(1, word.count / 3)) { return best }
    guard word.count >= 4 else { return nil }
    return closest(
      to: word, among: candidates.filter { $0.lowercased().contains(word.lowercased()) })
  }

  /// Returns the candidate with the smallest edit distance, however large.
  public static func closest(to word: String, among candidates: some Sequence<String>) -> String? {
    best(word, among: candidates, limit: .max)
  }

  /// Returns the candidate with the smallest edit distance; of several, the alphabetically first.
  private static func best(
    _ word: String, among candidates: some Sequence<String>, limit: Int
  ) -> String? {
    let word = Array(word.lowercased().unicodeScalars)
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let bound = best?.distance ?? limit
      guard
        let found = distance(word, to: Array(candidate.lowercased().unicodeScalars), atMost: bound)
      else {
        continue
      }
      if let best, (best.distance, best.candidate) < (found, candidate) { continue }
      best = (candidate, found)
    }
    return best?.candidate
  }

  /// Returns the optimal string alignment distance: insertions, deletions, substitutions and swaps
  /// of neighbours.
  public static func distance(_ left: String, to right: String) -> Int {
    distance(Array(left.unicodeScalars), to: Array(right.unicodeScalars), atMost: .max) ?? 0
  }

  /// Returns the distance, or `nil` when it is greater than a limit; scalars compare faster than
  /// characters.
  private static func distance(
    _ left: [Unicode.Scalar], to right: [Unicode.Scalar], atMost limit: Int
  ) -> Int? {
    guard abs(left.count - right.count) <= limit else { return nil }
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
      // A swap reaches over one row.
      guard min(current.min() ?? 0, previous.min() ?? 0) <= limit else { return nil }
      beforePrevious = previous
      previous = current
    }
    return previous[right.count] <= limit ? previous[right.count] : nil
  }
}
