extension SecretShortening {
  /// Longer names are no names, and longer tags no tags, so that a long text takes no longer than its
  /// length.
  private static let (longestName, longestTag) = (64, 256)

  /// Text in which a secret may stand in any way: as `name=value`, `"name": "value"` or
  /// `<name>value`.
  ///
  /// - Parameters:
  ///   - isProse: whether a word behind a colon is one of the language's own.
  ///   - isMeant: whether the value of a name is to be shortened.
  func plainText(
    _ text: String, isProse: Bool = false,
    where isMeant: (String) -> Bool = { SecretShortening.isSecret($0) }
  ) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    // Everything before is in the result.
    var done = 0
    for index in bytes.indices where index >= done {
      guard let name = Self.name(bytes[done..<index], before: bytes[index]), isMeant(name) else {
        continue
      }
      let begin = Self.beginOfValue(bytes, behind: index)
      let end = Self.endOfValue(bytes, from: begin, of: name)
      guard end > begin, !bytes[begin..<end].allSatisfy(Self.isQuoteOrSpace),
        !isProse || !Self.isProse(begin..<end, behind: index, in: bytes)
      else { continue }
      result += bytes[done..<begin]
      result += shown(name, String(decoding: bytes[begin..<end], as: UTF8.self)).utf8
      done = end
    }
    return String(decoding: result + bytes[done...], as: UTF8.self)
  }

  /// Whether a value is an ordinary word of a sentence: with others on its line, and in no quotes.
  private static func isProse(_ word: Range<Int>, behind sign: Int, in bytes: [UInt8]) -> Bool {
    let newline = UInt8(ascii: "\n")
    guard bytes[sign] == UInt8(ascii: ":"), word.count < 16,
      bytes[word].allSatisfy({ (0x61...0x7A).contains($0) }),
      !"\"'".utf8.contains(bytes[word.lowerBound - 1])
    else { return false }
    let before =
      bytes[..<sign].lastIndex(of: newline).map { bytes[($0 + 1)..<sign] } ?? bytes[..<sign]
    let behind = bytes[word.upperBound...].prefix { $0 != newline }
    return before.reversed().drop { isPartOfName($0) }.contains(where: isPartOfName)
      || behind.first == UInt8(ascii: " ")
  }

  /// The name at the end of a text which a sign behind it makes one; `nil` if it is none.
  private static func name(_ text: ArraySlice<UInt8>, before sign: UInt8) -> String? {
    let word: ArraySlice<UInt8>
    switch sign {
    case UInt8(ascii: ">"):
      guard let tag = text.suffix(longestTag).lastIndex(of: UInt8(ascii: "<")) else { return nil }
      guard text.last != UInt8(ascii: "/") else { return nil }
      let name = text[(tag + 1)...].prefix { isPartOfName($0) || $0 == UInt8(ascii: ":") }
      guard let colon = name.lastIndex(of: UInt8(ascii: ":")) else {
        word = name
        break
      }
      // Of other people's elements alone what is surely meant: theirs may be called `Code`.
      let local = String(decoding: name[(colon + 1)...], as: UTF8.self)
      return hasSecretsName(local) ? local : nil
    case UInt8(ascii: "="), UInt8(ascii: ":"):
      guard let end = text.suffix(longestName).lastIndex(where: { !isQuoteOrSpace($0) }) else {
        return nil
      }
      let name = text[...end].suffix(longestName)
      let other = name.lastIndex { !isPartOfName($0) }
      word = other.map { name[($0 + 1)...] } ?? name
    default: return nil
    }
    return word.isEmpty ? nil : String(decoding: word, as: UTF8.self)
  }

  private static func beginOfValue(_ bytes: [UInt8], behind sign: Int) -> Int {
    guard bytes[sign] != UInt8(ascii: ">") else {
      let section = Array("<![CDATA[".utf8)
      return bytes[(sign + 1)...].starts(with: section) ? sign + 1 + section.count : sign + 1
    }
    return bytes[(sign + 1)...].prefix(longestName).firstIndex { !isQuoteOrSpace($0) } ?? sign + 1
  }

  /// What stands in quotes or in an element, or else a word, and of header fields that have several words
  /// all of the line.
  private static func endOfValue(_ bytes: [UInt8], from begin: Int, of name: String) -> Int {
    let text = bytes[begin...]
    let before = bytes[begin - 1]
    let isWholeLine = ["authorization", "cookie", "setcookie"].contains(plain(name))
    var ends = isWholeLine ? "\n\"<>" : " \t\r\n\"&<>,;"
    if before == UInt8(ascii: "[") {
      let section = text.indices.first { text[$0...].starts(with: "]]>".utf8) }
      return section ?? text.endIndex
    }
    if before == UInt8(ascii: ">") { ends = "<" }
    let sign = before == UInt8(ascii: "'") ? "'" : "\""
    if before == sign.utf8.first, text.contains(before) { ends = sign + "\r\n" }
    let end = text.firstIndex { ends.utf8.contains($0) } ?? text.endIndex
    // Of a quote in quotes, the sign before it is no part of the value.
    return end > begin && end < bytes.endIndex && bytes[end - 1] == UInt8(ascii: "\\")
      ? end - 1 : end
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
      || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
      || (0x61...0x7A).contains(byte)
  }

  private static func isQuoteOrSpace(_ byte: UInt8) -> Bool { " \t\r\n\"'\\".utf8.contains(byte) }
}
