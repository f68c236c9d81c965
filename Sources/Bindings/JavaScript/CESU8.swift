/// CESU-8, the encoding of Duktape's strings.
///
/// It is UTF-8 except that a character outside the basic plane is two surrogates of three bytes
/// each, so that `length` has JavaScript's value.
enum CESU8 {
  static func encode(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      if scalar.value < 0x1_0000 {
        bytes += UTF8.encode(scalar)!
      } else {
        for unit in UTF16.encode(scalar)! { bytes += threeBytes(unit) }
      }
    }
    return bytes
  }

  /// Decodes a text; a lone surrogate becomes U+FFFD.
  static func decode(_ bytes: [UInt8]) -> String {
    // Surrogates start with 0xED 0xA0…0xBF; most texts have none and are already UTF-8.
    guard bytes.contains(0xED) else { return String(decoding: bytes, as: UTF8.self) }
    var decoded: [UInt8] = []
    var index = 0
    while index < bytes.count {
      guard let high = surrogate(at: index, in: bytes) else {
        decoded.append(bytes[index])
        index += 1
        continue
      }
      if (0xD800..<0xDC00).contains(high), let low = surrogate(at: index + 3, in: bytes),
        (0xDC00..<0xE000).contains(low)
      {
        decoded += String(decoding: [high, low], as: UTF16.self).utf8
        index += 6
      } else {
        decoded += "\u{FFFD}".utf8
        index += 3
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }

  private static func threeBytes(_ unit: UInt16) -> [UInt8] {
    [0xE0 | UInt8(unit >> 12), 0x80 | UInt8(unit >> 6 & 0x3F), 0x80 | UInt8(unit & 0x3F)]
  }

  private static func surrogate(at index: Int, in bytes: [UInt8]) -> UInt16? {
    guard index + 2 < bytes.count, bytes[index] == 0xED, bytes[index + 1] >= 0xA0 else {
      return nil
    }
    return 0xD000 | UInt16(bytes[index + 1] & 0x3F) << 6 | UInt16(bytes[index + 2] & 0x3F)
  }
}
