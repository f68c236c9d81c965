import DocgenDocModel
import DocgenGround
import DocgenJSON

extension SearchIndex {
  /// The bytes at which a file of words is full; small, because each letter that a reader types may
  /// need another.
  private static let wordsSize = 3_000

  /// The files of the index.
  ///
  /// - `words-N.json` has the entries of a range of words. Each level is a list of differences, so
  ///   `[3, 2]` is page or section 3, then 5. Empty levels at the end are left out.
  /// - `sections-N.json` has two sections: title, address, heading and text.
  /// - `index.json` has the beginnings that divide the words into files, and the number of sections of
  ///   each page.
  var files: [RenderedFile] {
    let (words, beginnings) = wordFiles
    let index: JSONValue = [
      "words": .array(beginnings.map { .string($0) }),
      "pages": .array(sectionCounts.map { .integer($0) }),
    ]
    return [RenderedFile(path: "\(Self.folder)/index.json", text: index.serialized())]
      + words.enumerated().map { number, text in
        RenderedFile(path: "\(Self.folder)/words-\(number).json", text: text)
      }
      + sectionFiles.enumerated().map { number, text in
        RenderedFile(path: "\(Self.folder)/sections-\(number).json", text: text)
      }
  }

  private var wordFiles: (texts: [String], beginnings: [String]) {
    var texts: [String] = []
    var beginnings: [String] = []
    var text = ""
    var last = ""
    for (word, entry) in sortedWords {
      // As much of the word as distinguishes it from the one before.
      if text.isEmpty {
        let common = zip(word, last).prefix { $0 == $1 }.count
        beginnings.append(String(word.prefix(common + 1)))
      }
      last = word
      // Words consist of letters, digits and `_`, which JSON doesn't escape.
      text += text.isEmpty ? "{" : ",\n"
      text += "\"\(word)\":\(Self.list(of: entry))"
      if text.utf8.count >= Self.wordsSize {
        texts.append(text + "}")
        text = ""
      }
    }
    if !text.isEmpty { texts.append(text + "}") }
    return (texts, beginnings)
  }

  private static func list(of entry: Entry) -> String {
    var levels = entry.levels[...]
    while levels.last?.isEmpty == true { levels.removeLast() }
    return "[" + levels.map { "[\(differences($0))]" }.joined(separator: ",") + "]"
  }

  private static func differences(_ numbers: [Int]) -> String {
    var last = 0
    return numbers.map { number in
      defer { last = number }
      return String(number - last)
    }.joined(separator: ",")
  }

  private var sectionFiles: [String] {
    let results = results
    return (0..<(results.count + 1) / 2).concurrentMap { pair in
      let first = pair * 2
      let lines = results[first..<min(first + 2, results.count)].map { result in
        let fields = [result.title, result.address, result.heading, result.text]
        return JSONValue.array(fields.map { .string($0) }).serialized()
      }
      return "[" + lines.joined(separator: ",\n") + "]"
    }
  }
}
