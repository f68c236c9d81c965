/// Numbers and strings.
extension SwiftLexer {
  mutating func readNumber() {
    let isHexadecimal = isAt(index, "0x".utf8)
    // The members of tuples follow each other: `a.0.1`.
    let isMember = previous?.kind == .punctuation && byte(-1) == .dot
    var end = end(from: index) { $0.isIdentifierPart }
    if !isMember, isAt(end, ".".utf8), end + 1 < bytes.count, bytes[end + 1].isDigit {
      end = self.end(from: end + 1) { $0.isIdentifierPart }
    }
    let exponent = (isHexadecimal ? "pP" : "eE").utf8
    if exponent.contains(bytes[end - 1]), isAt(end, "-".utf8) || isAt(end, "+".utf8) {
      end = self.end(from: end + 1) { $0.isIdentifierPart }
    }
    add(.number, to: end)
  }

  mutating func openString(hashes: Int) {
    let quotes = isAt(index + hashes, "\"\"\"".utf8) ? 3 : 1
    strings.append(OpenString(hashes: hashes, quotes: quotes))
    add(.stringStart, to: index + hashes + quotes)
  }

  /// Reads text up to the next escape, or to the end of the string.
  mutating func readText(of string: OpenString) {
    let hashes = repeatElement(UInt8.hash, count: string.hashes)
    let closing = Array(repeating: UInt8.quote, count: string.quotes) + hashes
    var end = index
    while end < bytes.count {
      let byte = bytes[end]
      if byte == .quote && isAt(end, closing) || byte == .backslash && isAt(end + 1, hashes)
        || byte == .newline && string.quotes == 1
      {
        break
      }
      end += 1
    }
    if end > index { add(.stringText, to: end) }
    guard index < bytes.count else { return }
    if byte() == .backslash { return readEscape(hashes: string.hashes) }
    strings.removeLast()
    // A single-line string ends with its line, closed or not.
    add(.stringEnd, to: byte() == .quote ? index + closing.count : index)
  }

  private mutating func readEscape(hashes: Int) {
    let sign = index + 1 + hashes
    if isAt(sign, "(".utf8) {
      strings[strings.count - 1].depth = 0
      return add(.interpolationStart, to: sign + 1)
    }
    var end = min(sign + 1, bytes.count)
    if isAt(sign, "u{".utf8) {
      let brace = bytes[sign...].prefix(12).firstIndex(of: UInt8(ascii: "}"))
      end = brace.map { $0 + 1 } ?? end
    } else {
      // The escaped character may have several bytes.
      while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
      // A line end closes a single-line string.
      if isAt(sign, "\n".utf8) { end = sign }
    }
    add(.escape, to: end)
  }
}
