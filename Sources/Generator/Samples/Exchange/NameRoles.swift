/// What part the names in an exchange play: where they occur, and beside which others.
///
/// It says nothing of the names themselves, so it is the same at every run.
///
/// This is colour refinement: names that occur at the same places get one number, then those that occur
/// beside the same numbers, until no more are told apart.
struct NameRoles {
  /// The number of each name.
  private var numbers: [String: Int] = [:]

  /// - Parameter calls: what each says but for the names, and its names, in order.
  init(_ calls: [(shape: String, names: [String])]) {
    var roleCount = 0
    while true {
      let words = Self.ranks(
        calls.map { call in
          call.shape + "\n" + call.names.map { String(numbers[$0] ?? 0) }.joined(separator: " ")
        })
      var occurrences: [String: [String]] = [:]
      for (call, word) in zip(calls, words) {
        for (place, name) in call.names.enumerated() {
          occurrences[name, default: []].append("\(word):\(place)")
        }
      }
      let names = Array(occurrences.keys)
      let roles = Self.ranks(names.map { (occurrences[$0] ?? []).sorted().joined(separator: " ") })
      numbers = Dictionary(zip(names, roles)) { first, _ in first }
      let count = Set(roles).count
      if count <= roleCount { return }
      roleCount = count
    }
  }

  /// The place of each text among all of them, sorted.
  private static func ranks(_ texts: [String]) -> [Int] {
    let sorted = Set(texts).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let ranks = Dictionary(uniqueKeysWithValues: zip(sorted, sorted.indices))
    return texts.map { ranks[$0] ?? 0 }
  }

  /// The number of a name.
  subscript(name: String) -> Int { numbers[name] ?? 0 }

  /// Has names play the parts of others.
  mutating func exchange(_ names: [String: String]) {
    let old = numbers
    for (name, other) in names { numbers[other] = old[name] }
  }
}
