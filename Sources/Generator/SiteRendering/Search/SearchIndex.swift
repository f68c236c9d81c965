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
    fileprivate(set) var levels: [[Int]] = [[], [], [], []]

    fileprivate mutating func add(_ place: Int, at level: Int) {
      if levels[level].count < SearchIndex.mostEntries { levels[level].append(place) }
    }
  }

  /// A section, as the page of results shows it.
  struct Result: Sendable {
    let title: String
    let address: String
    let heading: String
    let text: String
  }

  private(set) var entries: [String: Entry] = [:]
  private(set) var results: [Result] = []
  /// The number of sections of each page.
  private(set) var sectionCounts: [Int] = []

  /// Creates an index of pages.
  init(of pages: [SearchedPage]) {
    for page in pages { add(page) }
  }

  /// Adds the next page.
  private mutating func add(_ page: SearchedPage) {
    for word in page.titleWords { add(word, at: 0, section: sectionCounts.count) }
    for section in page.sections {
      for (word, level) in section.words { add(word, at: level, section: results.count) }
      results.append(section.result)
    }
    sectionCounts.append(page.sections.count)
  }

  private mutating func add(_ word: String, at level: Int, section place: Int) {
    entries[word, default: Entry()].add(place, at: level)
  }

  /// The words with their entries, in the order of their bytes.
  var sortedWords: [(word: String, entry: Entry)] {
    entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .map { (word: $0.key, entry: $0.value) }
  }
}

/// A page with its words, which are found before it is added to the index: that takes most of the time.
struct SearchedPage: Sendable {
  /// A section, and its words with the highest level at which it has each.
  struct Section: Sendable {
    let result: SearchIndex.Result
    let words: [String: Int]
  }

  let titleWords: Set<String>
  let sections: [Section]

  /// Finds the words of a page.
  ///
  /// - Parameter address: the page's address, relative to the site.
  init(_ sections: [SearchSection], of title: String, at address: String) {
    titleWords = SearchWords.all(in: title)
    self.sections = sections.map { section in
      var words: [String: Int] = [:]
      let heading = (section.isContinued ? 3 : 1, section.heading)
      for (level, text) in [heading, (2, section.code), (3, section.text)] {
        SearchWords.forEach(in: text) { word in
          if words[word] == nil { words[word] = level }
        }
      }
      let anchor = section.anchor.isEmpty ? "" : "#\(section.anchor)"
      return Section(
        result: SearchIndex.Result(
          title: title, address: address + anchor, heading: section.heading, text: section.text),
        words: words)
    }
  }
}
