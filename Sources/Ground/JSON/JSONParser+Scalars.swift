/// Numbers and strings.
extension JSONParser {
  mutating func parseNumber() throws(JSONSyntaxError) -> JSONValue {
    let start = index
    var isInteger = true
    _ = consume("-")
    if consume("0") {
      if let digit = peek, digit.isDigit { throw error("a number may not begin with 0") }
    } else {
      try skipDigits()
    }
    if consume(".") {
      isInteger = false
      try skipDigits()
    }
    if consume("e") || consume("E") {
      isInteger = false
      if !consume("+") { _ = consume("-") }
      try skipDigits()
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if isInteger, let number = Int(text) { return .integer(number) }
    guard let number = Double(text), number.isFinite else {
      throw error("the number \(text) is too large", at: start)
    }
    return .double(number)
  }

  private mutating func skipDigits() throws(JSONSyntaxError) {
    guard peek?.isDigit == true else { throw error("expected a digit, found \(found)") }
    while peek?.isDigit == true { index += 1 }
  }

  mutating func parseString() throws(JSONSyntaxError) -> String {
    let start = index
    index += 1
    var text: [UInt8] = []
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        index += 1
        text += try parseEscape()
      case 0..<0x20:
        throw error(
          "a string may not hold a line break or control character; write it as an escape")
      default:
        text.append(byte)
        index += 1
      }
    }
    throw error("the string is not closed", at: start)
  }

  private mutating func parseEscape() throws(JSONSyntaxError) -> [UInt8] {
    guard let byte = peek else { throw error("the string is not closed") }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): return Array(String(try parseUnicodeEscape()).utf8)
    default: throw error("unknown escape '\\\(Character(Unicode.Scalar(byte)))'", at: index - 2)
    }
  }

  /// Parses one `\uXXXX`, or two that form a surrogate pair; a lone surrogate becomes U+FFFD, as in
  /// Go.
  private mutating func parseUnicodeEscape() throws(JSONSyntaxError) -> Character {
    let first = try parseHexQuad()
    if (0xD800..<0xDC00).contains(first), bytes[index...].starts(with: Array("\\u".utf8)) {
      let rewind = index
      index += 2
      let second = try parseHexQuad()
      if (0xDC00..<0xE000).contains(second) {
        let value = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
        return Unicode.Scalar(value).map(Character.init) ?? "\u{FFFD}"
      }
      index = rewind
    }
    return Unicode.Scalar(first).map(Character.init) ?? "\u{FFFD}"
  }

  private mutating func parseHexQuad() throws(JSONSyntaxError) -> UInt32 {
    let digits = bytes[index...].prefix(4)
    guard digits.count == 4, digits.allSatisfy(\.isHexDigit),
      let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw error("expected four hexadecimal digits after '\\u'") }
    index += 4
    return value
  }
}
