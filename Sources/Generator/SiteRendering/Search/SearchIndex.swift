import DocgenDocModel
import DocgenGround
import DocgenJSON

/// The search index of a site, in files that a browser fetches as it needs them.
///
/// The index numbers pages and sections in order. For each word it lists where the word is, by the
/// level at which it counts: title, heading, code, text. A section is listed only at its highest
/// level, and at another if the word is all of its heading or title.
struct SearchIndex {
  /// The folder of the index, below the output folder.
  static let folder = "search"

  /// Returns the path of a file with sections of a page, beside that page.
  static func sections(_ number: Int, ofPageAt path: String) -> String {
    "\(path).search-\(number).json"
  }

  /// The most sections of a page in a file; `search.js` has it, too.
  ///
  /// Two would be less to fetch, and many more files of a site.
  static let sectionsPerFile = 4
  /// The bytes at which a file of words is full; small, because each letter that a reader types may
  /// need another.
  private static let wordsSize = 3_000
  /// The number of parts that are made side by side.
  private static let partCount = 4

  private let files: [(beginning: String, text: [UInt8])]
  /// The number of sections of each page.
  private let sectionCounts: [Int]
  private let paths: [String]

  /// Creates an index of pages at some paths.
  init(of pages: [PageWords], at paths: [String]) {
    self.paths = paths
    sectionCounts = pages.concurrentMap(\.sectionCount)
    var starts = [0]
    for count in sectionCounts { starts.append(starts[starts.count - 1] + count) }
    let size = max(1, (pages.count + Self.partCount - 1) / Self.partCount)
    let parts = Array(stride(from: 0, to: pages.count, by: size)).concurrentMap { [starts] first in
      Part(of: pages, in: first..<min(first + size, pages.count), starts: starts)
    }
    files = Self.files(with: Self.lines(of: parts))
  }

  /// Divides words into files, each with as much of its first word as distinguishes it from the one
  /// before.
  private static func files(
    with words: [(word: ArraySlice<UInt8>, line: [UInt8])]
  ) -> [(beginning: String, text: [UInt8])] {
    var files: [(beginning: String, text: [UInt8])] = []
    var last: ArraySlice<UInt8> = []
    for (word, line) in words {
      if files.last.map({ $0.text.count >= wordsSize }) ?? true {
        let text = String(decoding: word, as: UTF8.self)
        let common = zip(text, String(decoding: last, as: UTF8.self)).prefix { $0 == $1 }.count
        files.append((String(text.prefix(common + 1)), [UInt8(ascii: "{")]))
      } else {
        files[files.count - 1].text += ",\n".utf8
      }
      files[files.count - 1].text += line
      last = word
    }
    for index in files.indices { files[index].text.append(UInt8(ascii: "}")) }
    return files
  }

  /// The files of the index.
  ///
  /// - `words-N.json` has the entries of a range of words. Each level is a list of differences, so
  ///   `[3, 2]` is page or section 3, then 5. Empty levels at the end are left out.
  /// - `index.json` has the beginnings that divide the words into files, and the number of sections
  ///   and the address of each page.
  var renderedFiles: [RenderedFile] {
    let index: JSONValue = [
      "words": .array(files.map { .string($0.beginning) }),
      "pages": .array(sectionCounts.map { .integer($0) }),
      "paths": .array(paths.map { .string(SitePath.escaped($0)) }),
    ]
    return [RenderedFile(path: "\(Self.folder)/index.json", text: index.serialized())]
      + files.enumerated().map { number, file in
        RenderedFile(path: "\(Self.folder)/words-\(number).json", bytes: file.text)
      }
  }
}
