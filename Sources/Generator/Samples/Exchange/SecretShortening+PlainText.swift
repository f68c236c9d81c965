extension SecretShortening {
  /// Longer names are no names, so that a long text takes no longer than its length.
  private static let longestName = 64

  /// Text in which a secret may stand as `name=value` or `"name": "value"`, under a name that can name
  /// nothing else.
  mutating func plainText(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    // Everything before is in the result.
    var done = 0
    for index in bytes.indices where index >= done {
      guard let name = Self.name(bytes[done..<index], before: bytes[index]),
        Self.namesSecret(name)
      else { continue }
      let begin = Self.beginOfValue(bytes, behind: index)
      let end = Self.endOfValue(bytes, from: begin)
      guard end > begin, !bytes[begin..<end].allSatisfy(Self.isQuoteOrSpace),
        !Self.isProse(begin..<end, behind: index, in: bytes)
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
    guard sign == UInt8(ascii: "=") || sign == UInt8(ascii: ":"),
      let end = text.suffix(longestName).lastIndex(where: { !isQuoteOrSpace($0) })
    else { return nil }
    let name = text[...end].suffix(longestName)
    let other = name.lastIndex { !isPartOfName($0) }
    let word = other.map { name[($0 + 1)...] } ?? name
    return word.isEmpty ? nil : String(decoding: word, as: UTF8.self)
  }

  private static func beginOfValue(_ bytes: [UInt8], behind sign: Int) -> Int {
    bytes[(sign + 1)...].prefix(longestName).firstIndex { !isQuoteOrSpace($0) } ?? sign + 1
  }

  /// What stands in quotes, or else a word.
  private static func endOfValue(_ bytes: [UInt8], from begin: Int) -> Int {
    let text = bytes[begin...]
    let before = bytes[begin - 1]
    var ends = " \t\r\n\"&<>,;"
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
