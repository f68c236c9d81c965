/// Tells the words of a message that may be drawn by lot, as ids, codes and tokens are, from what is the
/// same each time: they are long.
public enum DrawnWords {
  /// Words of fewer bytes are nobody's id.
  private static let shortest = 16

  /// Takes a text apart, so that its parts make the text again.
  ///
  /// A percent-encoded byte ends a word (RFC 3986 section 2.1).
  ///
  /// - Returns: the parts, each a drawn word or what stands between two of them; none is empty.
  public static func parts(of text: String) -> [(text: Substring, isDrawn: Bool)] {
    let bytes = text.utf8
    var parts: [(text: Substring, isDrawn: Bool)] = []
    var plain = bytes.startIndex
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "%") {
        index = bytes.index(index, offsetBy: 3, limitedBy: bytes.endIndex) ?? bytes.endIndex
        continue
      }
      let end = bytes[index...].firstIndex { !isPartOfWord($0) } ?? bytes.endIndex
      if bytes.distance(from: index, to: end) >= shortest {
        if plain < index { parts.append((text[plain..<index], false)) }
        parts.append((text[index..<end], true))
        plain = end
      }
      index = end > index ? end : bytes.index(after: index)
    }
    if plain < bytes.endIndex { parts.append((text[plain...], false)) }
    return parts
  }

  /// The drawn words of a text, in order.
  public static func all(in text: String) -> [Substring] {
    parts(of: text).filter(\.isDrawn).map(\.text)
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
