/// The numbers of links of a page, and what they use of other pages.
struct LinkCounts: Sendable, Equatable {
  /// The number of links checked.
  var all = 0
  /// The number of links to the only page with their ending.
  var named = 0
  /// The number of links with another address according to `site.yml`.
  var mapped = 0
  /// The number of links not checked according to `site.yml`.
  var ignored = 0
  /// The pages that these links lead to.
  var targets: Set<Int> = []
  /// For each page, the aliases of its headings that these links use, and that it must contain.
  var usedAliases: [Int: Set<String>] = [:]

  init() {}

  /// The counts as text for a cache.
  var text: String {
    let aliases = usedAliases.flatMap { page, names in names.map { "\(page) \($0)" } }.sorted()
    let numbers = [[all, named, mapped, ignored], targets.sorted()].map { numbers in
      numbers.map(String.init).joined(separator: " ")
    }
    return (numbers + aliases).joined(separator: "\n")
  }

  /// Creates counts from their text; `nil` for any other.
  init?(text: String) {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let numbers = lines.prefix(2).map { line in
      line.split(separator: UInt8(ascii: " ")).compactMap { Int(Substring($0)) }
    }
    guard lines.count > 1, numbers[0].count == 4 else { return nil }
    (all, named, mapped, ignored) = (numbers[0][0], numbers[0][1], numbers[0][2], numbers[0][3])
    targets = Set(numbers[1])
    for line in lines.dropFirst(2) {
      let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
      guard parts.count == 2, let page = Int(Substring(parts[0])) else { return nil }
      usedAliases[page, default: []].insert(String(Substring(parts[1])))
    }
  }
}
