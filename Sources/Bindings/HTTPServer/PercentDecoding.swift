/// Percent-decoding as browsers do it: a malformed escape stays as written.
public enum PercentDecoding {
  /// Decodes one path segment; `+` stays `+`.
  public static func decodeSegment(_ segment: some StringProtocol) -> String {
    decode(segment.utf8, plusIsSpace: false)
  }

  static func decode(_ encoded: some Collection<UInt8>, plusIsSpace: Bool) -> String {
    var decoded: [UInt8] = []
    var rest = encoded[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let high = hexValue(rest.first!), let low = hexValue(rest.dropFirst().first!)
      {
        decoded.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        decoded.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }

  private static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
