/// What a text says, for comparing: the same whether it stands by itself, in an address, a form, in JSON, or
/// in one of these within another.
///
/// Backslashes are left out, so that it doesn't matter how many levels there are, and a newline reads as the
/// `n` that stands for it in JSON; a plus sign reads as a blank.
struct PlainReading {
  /// A byte that is read, and where it stands in the text.
  struct Sign {
    var byte: UInt8
    var begin: Int
    var end: Int
    /// Whether a backslash stands before it, or a letter for it.
    var isEscaped = false

    /// Whether it is a letter or a digit that makes a word with what stands beside it.
    var isPartOfWord: Bool {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: !isEscaped
      default: false
      }
    }
  }

  /// What is read.
  private(set) var signs: [Sign] = []

  /// - Parameter levels: how often percent-encoding is undone (RFC 3986 section 2.1): what looks like it may
  ///   be something else.
  init(of text: String, levels: Int = 0) {
    var signs = text.utf8.enumerated().map { Sign(byte: $1, begin: $0, end: $0 + 1) }
    for _ in 0..<levels { signs = Self.decoded(signs) }
    self.signs = Self.unescaped(signs)
  }

  private static func decoded(_ signs: [Sign]) -> [Sign] {
    var result: [Sign] = []
    result.reserveCapacity(signs.count)
    var index = 0
    while index < signs.count {
      let sign = signs[index]
      if sign.byte == UInt8(ascii: "%"), let byte = number(signs[(index + 1)...].prefix(2), of: 2) {
        result.append(Sign(byte: UInt8(byte), begin: sign.begin, end: signs[index + 2].end))
        index += 3
      } else {
        result.append(sign)
        index += 1
      }
    }
    return result
  }

  /// RFC 8259 section 7.
  private static func unescaped(_ signs: [Sign]) -> [Sign] {
    var result: [Sign] = []
    result.reserveCapacity(signs.count)
    // Where the backslashes before the next sign begin.
    var escape: Int?
    var index = 0
    while index < signs.count {
      var sign = signs[index]
      index += 1
      if sign.byte == UInt8(ascii: "\\") {
        escape = escape ?? sign.begin
        continue
      }
      let begin = escape
      escape = nil
      if let begin, sign.byte == UInt8(ascii: "u"),
        let (scalar, count) = scalar(signs[index...])
      {
        let end = signs[index + count - 1].end
        for byte in String(scalar).utf8 {
          result.append(plain(Sign(byte: byte, begin: begin, end: end, isEscaped: true)))
        }
        index += count
        continue
      }
      sign.isEscaped = begin != nil
      // The letters behind a backslash may be a word's own.
      if let begin, "\"/".utf8.contains(sign.byte) { sign.begin = begin }
      result.append(plain(sign))
    }
    return result
  }

  /// The sign that is written as the digits behind `\u`, of two such if one alone is none, and how many
  /// signs those take.
  private static func scalar(_ signs: ArraySlice<Sign>) -> (Unicode.Scalar, Int)? {
    guard let first = number(signs.prefix(4), of: 4) else { return nil }
    if let scalar = Unicode.Scalar(first) { return (scalar, 4) }
    let behind = signs.dropFirst(4)
    let rest = behind.drop { $0.byte == UInt8(ascii: "\\") }
    let backslashes = behind.count - rest.count
    guard backslashes > 0, rest.first?.byte == UInt8(ascii: "u"),
      let second = number(rest.dropFirst().prefix(4), of: 4), first < 0xDC00,
      (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { return nil }
    return (scalar, 4 + backslashes + 5)
  }

  /// A sign as its escape reads without the backslash.
  private static func plain(_ sign: Sign) -> Sign {
    var sign = sign
    let letters: [UInt8: UInt8] = [0x08: 0x62, 0x09: 0x74, 0x0A: 0x6E, 0x0C: 0x66, 0x0D: 0x72]
    if sign.byte < 0x20, let letter = letters[sign.byte] {
      (sign.byte, sign.isEscaped) = (letter, true)
    } else if sign.byte == UInt8(ascii: "+") {
      sign.byte = UInt8(ascii: " ")
    }
    return sign
  }

  /// What so many hexadecimal digits say; `nil` if there are fewer.
  private static func number(_ signs: ArraySlice<Sign>, of count: Int) -> UInt32? {
    guard signs.count == count else { return nil }
    var number: UInt32 = 0
    for sign in signs {
      switch sign.byte {
      case 0x30...0x39: number = number << 4 | UInt32(sign.byte - 0x30)
      case 0x41...0x46: number = number << 4 | UInt32(sign.byte - 0x37)
      case 0x61...0x66: number = number << 4 | UInt32(sign.byte - 0x57)
      default: return nil
      }
    }
    return number
  }
}
