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
  /// The beginning of the paths of files with sections; their page's number and their own follow.
  static let sections = "\(folder)/sections-"

  /// Returns the path of a file if its page has another number; only those of files with sections differ.
  static func path(_ path: String, ofPage number: Int) -> String {
    guard path.hasPrefix(sections), path.hasSuffix(".json"), let dash = path.lastIndex(of: "-")
    else { return path }
    return "\(sections)\(number)\(path[dash...])"
  }

  /// The most entries of a word at one level, so that a file has a limit on a site of any size.
  static let mostEntries = 20_000
  /// The bytes at which a file of words is full; small, because each letter that a reader types may
  /// need another.
  private static let wordsSize = 3_000
  /// The number of parts that are made side by side.
  private static let partCount = 4

  private let files: [(beginning: String, text: String)]
  /// The number of sections of each page.
  private let sectionCounts: [Int]

  /// Creates an index of pages.
  init(of pages: [PageWords]) {
    sectionCounts = pages.concurrentMap(\.sectionCount)
    var starts = [0]
    for count in sectionCounts { starts.append(starts[starts.count - 1] + count) }
    let size = max(1, (pages.count + Self.partCount - 1) / Self.partCount)
    let parts = Array(stride(from: 0, to: pages.count, by: size)).concurrentMap { [starts] first in
      Part(of: pages, in: first..<min(first + size, pages.count), starts: starts)
    }
    files = Self.files(with: Self.lines(of: parts))
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

  /// The words of some pages, and where they are.
  private struct Part {
    private(set) var words = WordTable()
    /// For each word and level the pages or sections, in order.
    private(set) var places: [AscendingNumbers] = []

    init(of pages: [PageWords], in range: Range<Int>, starts: [Int]) {
      for page in range {
        pages[page].forEach { word, level, section in
          let (number, isNew) = words.insert(word)
          if isNew { places += Array(repeating: AscendingNumbers(), count: 4) }
          guard places[number * 4 + level].count < SearchIndex.mostEntries else { return }
          places[number * 4 + level].append(level == 0 ? page : starts[page] + section)
        }
      }
    }
  }

  /// Returns the words in the order of their bytes, each with its entry in JSON; some are made at once.
  private static func lines(of parts: [Part]) -> some Sequence<(word: String, line: String)> {
    var words = WordTable()
    /// Where the parts have each word.
    var numbers: [[(part: Int, number: Int)]] = []
    for (index, part) in parts.enumerated() {
      for number in 0..<part.words.count {
        let (word, isNew) = words.insert(part.words[number])
        if isNew { numbers.append([]) }
        numbers[word].append((index, number))
      }
    }
    let sorted = (0..<words.count).sorted { words[$0].lexicographicallyPrecedes(words[$1]) }
    return stride(from: 0, to: sorted.count, by: 256).lazy.flatMap { [words, numbers] first in
      sorted[first..<min(first + 256, sorted.count)].concurrentMap { word in
        let levels = (0..<4).map { level in
          numbers[word].map { parts[$0.part].places[$0.number * 4 + level] }
        }
        let last = levels.lastIndex { $0.contains { $0.count > 0 } } ?? 0
        let lists = levels[...last].map { differences($0.joined().prefix(mostEntries)) }
        let text = String(decoding: words[word], as: UTF8.self)
        // Words consist of letters, digits and `_`, which JSON doesn't escape.
        return (text, "\"\(text)\":[\(lists.joined(separator: ","))]")
      }
    }
  }

  private static func differences(_ numbers: some Sequence<Int>) -> String {
    var text = [UInt8(ascii: "[")]
    var last = 0
    for number in numbers {
      if text.count > 1 { text.append(UInt8(ascii: ",")) }
      text += String(number - last).utf8
      last = number
    }
    text.append(UInt8(ascii: "]"))
    return String(decoding: text, as: UTF8.self)
  }
}
