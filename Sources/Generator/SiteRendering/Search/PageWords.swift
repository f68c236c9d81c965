import DocgenDocModel
import DocgenGround

/// The words of a page for the search index, each with its occurrences.
///
/// An occurrence is a section and a level: 0 for the title, 1 for a heading, 2 for code, 3 for
/// text. A word occurs once in a section, at its first level, and at level 4 or 5 as well if it is
/// all of the heading or title.
public struct PageWords: Sendable {
  /// The number of sections, then each word in UTF-8, followed by its occurrences.
  ///
  /// A number consists of hexadecimal digits, as bytes from 0 to 15; the last digit is 16 larger.
  /// All bytes of a word are larger than that.
  public let bytes: [UInt8]

  /// The number of levels.
  static let levelCount = 6

  /// The occurrences of a word, in order.
  struct Occurrences: Sequence, IteratorProtocol {
    fileprivate let bytes: UnsafeBufferPointer<UInt8>
    fileprivate var position: Int

    /// Returns the next occurrence.
    mutating func next() -> (section: Int, level: Int)? {
      guard position < bytes.count, PageWords.isDigit(bytes[position]) else { return nil }
      let number = number()
      return (number >> 3, number & 7)
    }

    fileprivate mutating func number() -> Int {
      var number = 0
      while position < bytes.count {
        let digit = bytes[position]
        position += 1
        number = number << 4 | Int(digit & 15)
        if digit >= 16 { break }
      }
      return number
    }
  }

  /// The number of sections.
  var sectionCount: Int {
    bytes.withUnsafeBufferPointer { bytes in
      var numbers = Occurrences(bytes: bytes, position: 0)
      return numbers.number()
    }
  }

  /// Has the words from a cache.
  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Finds the words of a page.
  ///
  /// - Parameter path: the page's path, whose last folder often has a name or number that readers
  ///   know.
  init(_ sections: [SearchSection], of title: String, at path: String) {
    var found = FoundWords()
    found.add(title: title, of: -1, level: 0)
    found.add(Array((SitePath.folder(of: path).last ?? "").utf8), of: -1, level: 0)
    for (index, section) in sections.enumerated() {
      if section.isContinued {
        found.add(Array(section.heading.utf8), of: index, level: 3)
      } else {
        found.add(title: section.heading, of: index, level: 1)
      }
      found.add(section.code, of: index, level: 2)
      found.add(section.prose, of: index, level: 3)
    }
    bytes = Self.bytes(of: found.words, found.occurrences, sectionCount: sections.count)
  }

  private struct FoundWords {
    var words = WordTable()
    var occurrences: [(word: Int, occurrence: Int)] = []
    /// The section in which each word was last; -1 for the title, -2 for none.
    private var last: [Int] = []

    private mutating func number(of word: UnsafeBufferPointer<UInt8>) -> Int {
      let (number, isNew) = words.insert(word)
      if isNew { last.append(-2) }
      return number
    }

    /// Adds a title or heading, whose words readers may type in the plural or in the singular.
    mutating func add(title: String, of section: Int, level: Int) {
      let text = Array(title.utf8)
      add(text, of: section, level: level)
      /// The first word, and its other number.
      var whole: [Int] = []
      SearchWords.forEach(in: text) { word in
        let isFirst = whole.isEmpty
        if isFirst { whole.append(number(of: word)) }
        guard let other = SearchWords.otherNumber(of: word) else { return }
        add(other, of: section, level: level)
        if isFirst { other.withUnsafeBufferPointer { whole.append(number(of: $0)) } }
      }
      // 'logOut()' is its whole heading.
      let isName = title.prefix { $0 != "(" }.allSatisfy {
        $0.isLetter || $0.isNumber || $0 == "_"
      }
      guard isName else { return }
      for word in whole { occurrences.append((word, max(0, section) << 3 | (level == 0 ? 5 : 4))) }
    }

    mutating func add(_ text: [UInt8], of section: Int, level: Int) {
      SearchWords.forEach(in: text) { word in
        let number = number(of: word)
        if last[number] == section { return }
        last[number] = section
        occurrences.append((number, max(0, section) << 3 | level))
      }
    }
  }

  private static func bytes(
    of words: WordTable, _ found: [(word: Int, occurrence: Int)], sectionCount: Int
  ) -> [UInt8] {
    /// Where the occurrences of each word begin among those of all words, and at last their number.
    var starts = [Int](repeating: 0, count: words.count + 1)
    for (word, _) in found { starts[word + 1] += 1 }
    for word in 0..<words.count { starts[word + 1] += starts[word] }
    var (occurrences, ends) = ([Int](repeating: 0, count: found.count), starts)
    for (word, occurrence) in found {
      occurrences[ends[word]] = occurrence
      ends[word] += 1
    }
    var bytes: [UInt8] = []
    add(sectionCount, to: &bytes)
    for word in 0..<words.count {
      bytes += words[word]
      for occurrence in occurrences[starts[word]..<ends[word]] { add(occurrence, to: &bytes) }
    }
    // Without the room that it grew by, because all pages have theirs until the end.
    return bytes.withUnsafeBytes { Array($0) }
  }

  private static func add(_ number: Int, to bytes: inout [UInt8]) {
    var shift = 0
    while number >> shift >= 16 { shift += 4 }
    while shift > 0 {
      bytes.append(UInt8(number >> shift & 15))
      shift -= 4
    }
    bytes.append(UInt8(number & 15) + 16)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte < 32 }

  /// Calls a function with each word and its occurrences, which are valid during the call.
  func forEach(_ visit: (UnsafeBufferPointer<UInt8>, Occurrences) -> Void) {
    bytes.withUnsafeBufferPointer { bytes in
      var position = 0
      while position < bytes.count {
        while position < bytes.count, Self.isDigit(bytes[position]) { position += 1 }
        let start = position
        while position < bytes.count, !Self.isDigit(bytes[position]) { position += 1 }
        if position == start { break }
        visit(
          UnsafeBufferPointer(rebasing: bytes[start..<position]),
          Occurrences(bytes: bytes, position: position))
      }
    }
  }
}
