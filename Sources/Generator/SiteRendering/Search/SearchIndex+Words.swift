import DocgenGround

extension SearchIndex {
  /// The words of some pages, and where they are.
  struct Part {
    /// The most entries of a word at one level, so that a file has a limit on a site of any size.
    private static let mostEntries = 5_000

    fileprivate private(set) var words = WordTable()
    /// The entries of each word, four levels for each.
    fileprivate private(set) var entries: [Entries] = []

    init(of pages: [PageWords], in range: Range<Int>, starts: [Int]) {
      for page in range {
        pages[page].forEach { word, level, section in
          let (number, isNew) = words.insert(word)
          if isNew { entries += Array(repeating: Entries(), count: 4) }
          guard entries[number * 4 + level].count < Self.mostEntries else { return }
          entries[number * 4 + level].append(level == 0 ? page : starts[page] + section)
        }
      }
    }
  }

  /// The pages or sections that have a word at one level, in order.
  fileprivate struct Entries {
    private var first: Int32 = 0
    private var last: Int32 = 0
    private(set) var count: Int32 = 0
    /// The differences after the first, as in JSON: the frequent words of a site have millions.
    private var differences: [UInt8] = []

    mutating func append(_ number: Int) {
      if count == 0 {
        first = Int32(number)
      } else {
        differences.append(UInt8(ascii: ","))
        differences += String(Int32(number) - last).utf8
      }
      last = Int32(number)
      count += 1
    }

    /// Returns the entries of parts of a site as a list in JSON, with the first as it is.
    static func list(_ parts: [Entries]) -> String {
      var text = [UInt8(ascii: "[")]
      var last: Int32 = 0
      for part in parts where part.count > 0 {
        if text.count > 1 { text.append(UInt8(ascii: ",")) }
        text += String(part.first - last).utf8
        text += part.differences
        last = part.last
      }
      text.append(UInt8(ascii: "]"))
      return String(decoding: text, as: UTF8.self)
    }
  }

  /// Returns the words of parts in the order of their bytes, each with its entry in JSON; some are made at once.
  static func lines(of parts: [Part]) -> some Sequence<(word: String, line: String)> {
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
          numbers[word].map { parts[$0.part].entries[$0.number * 4 + level] }
        }
        let last = levels.lastIndex { $0.contains { $0.count > 0 } } ?? 0
        let text = String(decoding: words[word], as: UTF8.self)
        // Words consist of letters, digits and `_`, which JSON doesn't escape.
        return (text, "\"\(text)\":[\(levels[...last].map(Entries.list).joined(separator: ","))]")
      }
    }
  }
}
