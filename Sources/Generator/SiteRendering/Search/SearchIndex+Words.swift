import DocgenGround

extension SearchIndex {
  /// The words of some pages, and where they are.
  struct Part {
    /// The most entries of a word at one level, so that a file has a limit on a site of any size.
    private static let mostEntries = 5_000

    fileprivate private(set) var words = WordTable()
    /// The entries of each word, one for each level.
    fileprivate private(set) var entries: [Entries] = []

    init(of pages: [PageWords], in range: Range<Int>, starts: [Int]) {
      for page in range {
        pages[page].forEach { word, occurrences in
          let (number, isNew) = words.insert(word)
          if isNew { for _ in 0..<PageWords.levelCount { entries.append(Entries()) } }
          for (section, level) in occurrences
          where entries[number * PageWords.levelCount + level].count < Self.mostEntries {
            entries[number * PageWords.levelCount + level]
              .append(level == 0 ? page : starts[page] + section)
          }
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
        differences.append(digitsOf: Int32(number) - last)
      }
      last = Int32(number)
      count += 1
    }

    /// Appends the entries to a list in JSON.
    ///
    /// - Parameter end: the last of the entries in the list so far.
    func append(to list: inout [UInt8], after end: inout Int32) {
      if list.last != UInt8(ascii: "[") { list.append(UInt8(ascii: ",")) }
      list.append(digitsOf: first - end)
      list += differences
      end = last
    }
  }

  /// Returns the words of parts in the order of their bytes, each with its entry in JSON.
  static func lines(of parts: [Part]) -> [(word: ArraySlice<UInt8>, line: [UInt8])] {
    var words = WordTable()
    /// The number of each word in each part; -1 for none.
    var numbers: [Int] = []
    for (index, part) in parts.enumerated() {
      for number in 0..<part.words.count {
        let (word, isNew) = part.words[number].withUnsafeBufferPointer { words.insert($0) }
        if isNew { for _ in parts { numbers.append(-1) } }
        numbers[word * parts.count + index] = number
      }
    }
    return words.sorted.concurrentMap { [words, numbers] word in
      // Words consist of letters, digits and `_`, which JSON doesn't escape.
      var line = [UInt8(ascii: "\"")] + words[word] + "\":[".utf8
      var length = line.count
      for level in 0..<PageWords.levelCount {
        line += (level == 0 ? "[" : ",[").utf8
        var end: Int32 = 0
        for index in parts.indices {
          let number = numbers[word * parts.count + index] * PageWords.levelCount + level
          if number < 0 || parts[index].entries[number].count == 0 { continue }
          parts[index].entries[number].append(to: &line, after: &end)
        }
        let isEmpty = line.last == UInt8(ascii: "[")
        line.append(UInt8(ascii: "]"))
        if !isEmpty { length = line.count }
      }
      // Without the empty levels at the end.
      line.removeSubrange(length...)
      line.append(UInt8(ascii: "]"))
      return (words[word], line)
    }
  }
}

extension [UInt8] {
  /// Appends a number in decimal digits, without a text of its own.
  fileprivate mutating func append(digitsOf number: Int32) {
    if number >= 10 { append(digitsOf: number / 10) }
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}
