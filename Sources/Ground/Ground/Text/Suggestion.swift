/// Finds the name that an author probably intended.
public enum Suggestion {
  /// Returns the candidate closest to a word, if any is close enough to suggest.
  ///
  /// Close enough is an edit distance of at most a third of the word's length, and at least one.
  /// Otherwise, if the word has four letters or more, a candidate that contains it, as `username`
  /// contains `name`. Of equally close candidates, the alphabetically first wins.
  public static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    if let best = misspelled(word, among: candidates) { return best }
    guard word.count >= 4 else { return nil }
    return closest(
      to: word, among: candidates.filter { $0.lowercased().contains(word.lowercased()) })
  }

  /// Returns the candidate that a word probably is, with at most a third of its letters wrong.
  public static func misspelled(
    _ word: String, among candidates: some Sequence<String>
  ) -> String? {
    best(word, among: candidates, limit: max(1, word.count / 3))
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
    let letters = Letters(of: word)
    // The most similar ones first, so that the others needn't be measured.
    let others = candidates.map { candidate in
      let other = Array(candidate.lowercased().unicodeScalars)
      return (candidate: candidate, letters: other, least: letters.leastDistance(to: other))
    }.sorted { $0.least < $1.least }
    var best: (candidate: String, distance: Int)?
    for other in others {
      let bound = best?.distance ?? limit
      if other.least > bound { break }
      guard let found = distance(word, to: other.letters, atMost: bound) else { continue }
      if let best, (best.distance, best.candidate) < (found, other.candidate) { continue }
      best = (other.candidate, found)
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
    var previousLeast = 0
    for row in left.indices {
      var current = [row + 1]
      var least = row + 1
      for column in right.indices {
        let isSame = left[row] == right[column]
        var best = min(
          previous[column] + (isSame ? 0 : 1), previous[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, beforePrevious[column - 1] + 1)
        }
        current.append(best)
        least = min(least, best)
      }
      // A swap reaches over one row.
      guard min(least, previousLeast) <= limit else { return nil }
      previousLeast = least
      beforePrevious = previous
      previous = current
    }
    return previous[right.count] <= limit ? previous[right.count] : nil
  }
}

/// The number of each letter in a word, which bounds its distance from others in less time.
private struct Letters {
  private var counts = [Int](repeating: 0, count: 64)

  init(of word: [Unicode.Scalar]) {
    for scalar in word { counts[Self.index(of: scalar)] += 1 }
  }

  /// Returns the number of letters that one of two words has and the other lacks, at least.
  func leastDistance(to other: [Unicode.Scalar]) -> Int {
    var counts = counts
    for scalar in other { counts[Self.index(of: scalar)] -= 1 }
    var (missing, excess) = (0, 0)
    for count in counts { if count > 0 { missing += count } else { excess -= count } }
    return max(missing, excess)
  }

  /// Letters that differ by 64 count as one.
  private static func index(of scalar: Unicode.Scalar) -> Int { Int(scalar.value & 63) }
}
