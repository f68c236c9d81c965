import DocgenDocModel
import DocgenJSON

extension SearchIndex {
  /// The bytes at which a file of words is full; small, because a query needs a few of its words.
  private static let wordsSize = 12_000
  /// The bytes at which a file of sections is full; small, because each result may need another.
  private static let sectionsSize = 3_000

  /// The files of the index.
  ///
  /// - `words-N.json` has the entries of a range of words. Each level is a list of differences, so
  ///   `[3, 2]` is page or section 3, then 5. Empty levels at the end are left out.
  /// - `sections-N.json` has a range of sections: title, address, heading and text.
  /// - `index.json` says where each range begins: the first word of each file of words, the number of
  ///   sections in each file of sections, and the number of sections of each page.
  var files: [RenderedFile] {
    let (words, firstWords) = wordFiles
    let (sections, counts) = sectionFiles
    let index: JSONValue = [
      "words": .array(firstWords.map { .string($0) }),
      "sections": .array(counts.map { .integer($0) }),
      "pages": .array(sectionCounts.map { .integer($0) }),
    ]
    return [RenderedFile(path: "\(Self.folder)/index.json", text: index.serialized())]
      + words.enumerated().map { number, text in
        RenderedFile(path: "\(Self.folder)/words-\(number).json", text: text)
      }
      + sections.enumerated().map { number, text in
        RenderedFile(path: "\(Self.folder)/sections-\(number).json", text: text)
      }
  }

  private var wordFiles: (texts: [String], firstWords: [String]) {
    var texts: [String] = []
    var firstWords: [String] = []
    var text = ""
    for (word, entry) in sortedWords {
      if text.isEmpty { firstWords.append(word) }
      // Words consist of letters, digits and `_`, which JSON doesn't escape.
      text += text.isEmpty ? "{" : ",\n"
      text += "\"\(word)\":\(Self.list(of: entry))"
      if text.utf8.count >= Self.wordsSize {
        texts.append(text + "}")
        text = ""
      }
    }
    if !text.isEmpty { texts.append(text + "}") }
    return (texts, firstWords)
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

  private var sectionFiles: (texts: [String], counts: [Int]) {
    var texts: [String] = []
    var counts: [Int] = []
    var lines: [String] = []
    var size = 0
    for (number, result) in results.enumerated() {
      let fields = [result.title, result.address, result.heading, result.text]
      lines.append(JSONValue.array(fields.map { .string($0) }).serialized())
      size += lines[lines.count - 1].utf8.count
      if size >= Self.sectionsSize || number == results.count - 1 {
        texts.append("[" + lines.joined(separator: ",\n") + "]")
        counts.append(lines.count)
        lines = []
        size = 0
      }
    }
    return (texts, counts)
  }
}
