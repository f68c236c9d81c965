/// What a text says, whether it stands in an address, a form, in JSON, or in one of these within another:
/// what is the same is read the same.
///
/// It is good for comparing alone: a sign that was meant by itself is read as an escape as well.
struct PlainReading {
  /// What is read.
  private(set) var bytes: [UInt8] = []
  /// Where in the text each of them begins; behind these, where the text ends.
  private(set) var places: [Int] = []

  init(of text: String) {
    let text = Array(text.utf8)
    bytes.reserveCapacity(text.count)
    places.reserveCapacity(text.count + 1)
    var index = 0
    while index < text.count {
      let (byte, end) = Self.sign(in: text, at: index)
      bytes.append(byte)
      places.append(index)
      index = end
    }
    places.append(text.count)
  }

  /// The sign at a place, and where the next begins.
  private static func sign(in text: [UInt8], at index: Int) -> (byte: UInt8, end: Int) {
    switch text[index] {
    case UInt8(ascii: "+"): (UInt8(ascii: " "), index + 1)
    case UInt8(ascii: "%"): encoded(in: text, at: index)
    case UInt8(ascii: "\\"): escaped(in: text, at: index)
    case let byte: (byte, index + 1)
    }
  }

  /// RFC 3986 section 2.1; a percent sign may be encoded itself.
  private static func encoded(in text: [UInt8], at index: Int) -> (byte: UInt8, end: Int) {
    var (byte, end) = (text[index], index + 1)
    while byte == UInt8(ascii: "%"), end + 2 <= text.count, let high = digit(text[end]),
      let low = digit(text[end + 1])
    {
      (byte, end) = (high << 4 | low, end + 2)
    }
    return (byte, end)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }

  /// RFC 8259 section 7; each level has more backslashes.
  private static func escaped(in text: [UInt8], at index: Int) -> (byte: UInt8, end: Int) {
    let end = text[index...].firstIndex { $0 != UInt8(ascii: "\\") } ?? text.count
    guard end < text.count else { return (UInt8(ascii: "\\"), end) }
    switch text[end] {
    case UInt8(ascii: "\""), UInt8(ascii: "/"): return (text[end], end + 1)
    case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"), UInt8(ascii: "b"),
      UInt8(ascii: "f"):
      return (UInt8(ascii: "\n"), end + 1)
    // JSON that is laid out has no others of these than control signs.
    case UInt8(ascii: "u") where text[end...].dropFirst().prefix(4).allSatisfy { digit($0) != nil }:
      return (UInt8(ascii: "\n"), min(end + 5, text.count))
    default: return (UInt8(ascii: "\\"), end)
    }
  }
}
