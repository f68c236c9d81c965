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

  /// The occurrences of one word.
  struct Entry {
    /// The pages whose title has the word, then the sections by level.
    var levels: [[Int]] = [[], [], [], []]
  }

  /// A section, as the page of results shows it.
  struct Result: Sendable {
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

  /// Adds the next page.
  mutating func add(_ page: SearchedPage) {
    add(page.titleWords, at: 0, section: sectionCounts.count)
    for section in page.sections {
      for (level, words) in section.words { add(words, at: level, section: results.count) }
      results.append(section.result)
    }
    sectionCounts.append(page.sections.count)
  }

  private mutating func add(_ words: Set<String>, at level: Int, section place: Int) {
    for word in words {
      let number = number(of: word)
      guard entries[number].levels[level].count < Self.mostEntries else { continue }
      entries[number].levels[level].append(place)
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

/// A page with its words, which are found before it is added to the index: that takes most of the time.
struct SearchedPage: Sendable {
  /// A section, and the words that it has first at each level.
  struct Section: Sendable {
    let result: SearchIndex.Result
    let words: [(level: Int, words: Set<String>)]
  }

  let titleWords: Set<String>
  let sections: [Section]

  /// Finds the words of a page.
  ///
  /// - Parameter address: the page's address, relative to the site.
  init(_ sections: [SearchSection], of title: String, at address: String) {
    titleWords = SearchWords.all(in: title)
    self.sections = sections.map { section in
      var seen: Set<String> = []
      // The highest level first: a section isn't added twice.
      let words = zip(1..., [section.heading, section.code, section.text]).map { level, text in
        let new = SearchWords.all(in: text).subtracting(seen)
        seen.formUnion(new)
        return (level: section.isContinued && level == 1 ? 3 : level, words: new)
      }
      let anchor = section.anchor.isEmpty ? "" : "#\(section.anchor)"
      return Section(
        result: SearchIndex.Result(
          title: title, address: address + anchor, heading: section.heading, text: section.text),
        words: words)
    }
  }
}
