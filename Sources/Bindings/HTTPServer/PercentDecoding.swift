/// Percent-decoding like in browsers: a malformed escape stays as it is.
public enum PercentDecoding {
  /// Decodes one path segment; `+` stays `+`.
  public static func decodeSegment(_ segment: some StringProtocol) -> String {
    decode(segment.utf8, plusIsSpace: false)
  }

  static func decode(_ encoded: some Collection<UInt8>, plusIsSpace: Bool) -> String {
    var isPlain = true
    for byte in encoded where byte == UInt8(ascii: "%") || plusIsSpace && byte == UInt8(ascii: "+")
    {
      isPlain = false
      break
    }
    if isPlain { return String(decoding: encoded, as: UTF8.self) }
    let bytes = Array(encoded)
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%"), index + 2 < bytes.count,
        let high = hexValue(bytes[index + 1]), let low = hexValue(bytes[index + 2])
      {
        decoded.append(high << 4 | low)
        index += 3
      } else {
        decoded.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        index += 1
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
