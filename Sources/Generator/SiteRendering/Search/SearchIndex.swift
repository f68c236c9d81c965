import DocgenDocModel
import DocgenGround
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
  /// The bytes at which a file of words is full; small, because each letter that a reader types may
  /// need another.
  private static let wordsSize = 3_000
  /// The first bytes of words that divide the index into parts, which are made side by side.
  private static let divisions = "\0ceimpst".utf8.map { $0 }

  private let files: [(beginning: String, text: String)]
  /// The number of sections of each page.
  private let sectionCounts: [Int]

  /// Creates an index of pages.
  init(of pages: [PageWords]) {
    sectionCounts = pages.map(\.sections.count)
    let words = Self.divisions.indices.concurrentMap { number in
      let end = number + 1 < Self.divisions.count ? Self.divisions[number + 1] : UInt8.max
      return Part(of: pages, first: Self.divisions[number]..<end).lines
    }
    files = Self.files(with: words.joined())
  }

  /// Divides words into files, each with as much of its first word as distinguishes it from the one before.
  private static func files(
    with words: some Sequence<(word: String, line: String)>
  ) -> [(beginning: String, text: String)] {
    var files: [(beginning: String, text: String)] = []
    var text = ""
    var beginning = ""
    var last = ""
    for (word, line) in words {
      if text.isEmpty {
        beginning = String(word.prefix(zip(word, last).prefix { $0 == $1 }.count + 1))
      }
      last = word
      text += text.isEmpty ? "{" : ",\n"
      text += line
      if text.utf8.count >= wordsSize {
        files.append((beginning, text + "}"))
        text = ""
      }
    }
    return text.isEmpty ? files : files + [(beginning, text + "}")]
  }

  /// The files of the index.
  ///
  /// - `words-N.json` has the entries of a range of words. Each level is a list of differences, so
  ///   `[3, 2]` is page or section 3, then 5. Empty levels at the end are left out.
  /// - `index.json` has the beginnings that divide the words into files, and the number of sections of
  ///   each page.
  var renderedFiles: [RenderedFile] {
    let index: JSONValue = [
      "words": .array(files.map { .string($0.beginning) }),
      "pages": .array(sectionCounts.map { .integer($0) }),
    ]
    return [RenderedFile(path: "\(Self.folder)/index.json", text: index.serialized())]
      + files.enumerated().map { number, file in
        RenderedFile(path: "\(Self.folder)/words-\(number).json", text: file.text)
      }
  }

  /// The occurrences of one word.
  private struct Entry {
    /// The pages whose title has the word, then the sections by level.
    var levels: [[Int32]] = [[], [], [], []]

    mutating func add(_ target: Int, at level: Int) {
      if levels[level].count < SearchIndex.mostEntries { levels[level].append(Int32(target)) }
    }
  }

  /// The words with some first bytes.
  private struct Part {
    private var entries: [String: Entry] = [:]

    init(of pages: [PageWords], first range: Range<UInt8>) {
      var section = 0
      for (page, words) in pages.enumerated() {
        words.forEachOfTitle(in: range) { add($0, at: 0, target: page) }
        for index in words.sections.indices {
          words.forEach(ofSection: index, in: range) { add($0, at: $1, target: section) }
          section += 1
        }
      }
    }

    private mutating func add(_ word: String, at level: Int, target: Int) {
      entries[word, default: Entry()].add(target, at: level)
    }

    /// The words in the order of their bytes, each with its entry in JSON.
    var lines: [(word: String, line: String)] {
      entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { word, entry in
        (word, Self.line(of: word, entry))
      }
    }

    private static func line(of word: String, _ entry: Entry) -> String {
      let last = entry.levels.lastIndex { !$0.isEmpty } ?? 0
      let levels = entry.levels[...last].map(differences).joined(separator: ",")
      // Words consist of letters, digits and `_`, which JSON doesn't escape.
      return "\"\(word)\":[\(levels)]"
    }

    private static func differences(_ numbers: [Int32]) -> String {
      var text = [UInt8(ascii: "[")]
      var last: Int32 = 0
      for number in numbers {
        if text.count > 1 { text.append(UInt8(ascii: ",")) }
        text += String(number - last).utf8
        last = number
      }
      text.append(UInt8(ascii: "]"))
      return String(decoding: text, as: UTF8.self)
    }
  }
}
