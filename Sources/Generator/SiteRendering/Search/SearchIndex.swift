import DocgenDocModel
import DocgenJSON

/// The search index of a site, in files that a browser fetches as it needs them.
///
/// The index numbers pages and sections in order. For each word it lists where the word is, by the
/// level at which it counts: title, heading, code, text. A section is listed only at its highest
/// level.
struct SearchIndex {
  /// The folder of the index, below the output folder.
  static let folder = "search"
  /// The most entries of a word at one level, so that a file has a limit on a site of any size.
  static let mostEntries = 20_000

  /// The occurrences of one word, and the last page and section that it was added for.
  struct Entry {
    /// The pages whose title has the word, then the sections by level.
    var levels: [[Int]] = [[], [], [], []]
    var lastPage = -1
    var lastSection = -1
  }

  /// A section, as the page of results shows it.
  struct Result {
    let title: String
    let address: String
    let heading: String
    let text: String
  }

  private(set) var entries: [Entry] = []
  private var numbers: [String: Int] = [:]
  private(set) var results: [Result] = []
  /// The number of sections of each page.
  private(set) var sectionCounts: [Int] = []

  /// Creates an empty index.
  init() {}

  /// Adds a page.
  ///
  /// - Parameter address: the page's address, relative to the site.
  mutating func add(_ sections: [SearchSection], of title: String, at address: String) {
    let page = sectionCounts.count
    SearchWords.forEach(in: title) { word in
      let number = number(of: word)
      guard entries[number].lastPage != page else { return }
      entries[number].lastPage = page
      entries[number].levels[0].append(page)
    }
    for section in sections {
      // The highest level first: a section isn't added twice.
      for (level, text) in zip(1..., [section.heading, section.code, section.text]) {
        add(text, at: section.isContinued && level == 1 ? 3 : level)
      }
      let anchor = section.anchor.isEmpty ? "" : "#\(section.anchor)"
      results.append(
        Result(
          title: title, address: address + anchor, heading: section.heading,
          text: section.text))
    }
    sectionCounts.append(sections.count)
  }

  private mutating func add(_ text: String, at level: Int) {
    let section = results.count
    SearchWords.forEach(in: text) { word in
      let number = number(of: word)
      guard entries[number].lastSection != section else { return }
      entries[number].lastSection = section
      guard entries[number].levels[level].count < Self.mostEntries else { return }
      entries[number].levels[level].append(section)
    }
  }

  private mutating func number(of word: String) -> Int {
    if let number = numbers[word] { return number }
    numbers[word] = entries.count
    entries.append(Entry())
    return entries.count - 1
  }

  /// The words with their entries, in the order of their bytes.
  var sortedWords: [(word: String, entry: Entry)] {
    numbers.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .map { (word: $0.key, entry: entries[$0.value]) }
  }
}
