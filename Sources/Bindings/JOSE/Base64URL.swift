/// Base64 with `-` and `_` and without padding, the encoding of tokens and keys (RFC 7515 2).
public enum Base64URL {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  private static let values: [UInt8?] = {
    var values = [UInt8?](repeating: nil, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()

  /// Encodes bytes.
  public static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    var buffer: UInt32 = 0
    var bitCount: UInt32 = 0
    for byte in bytes {
      buffer = (buffer << 8 | UInt32(byte)) & 0xFFFF
      bitCount += 8
      while bitCount >= 6 {
        bitCount -= 6
        text.append(alphabet[Int(buffer >> bitCount & 63)])
      }
    }
    if bitCount > 0 { text.append(alphabet[Int(buffer << (6 - bitCount) & 63)]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes a text.
  ///
  /// Strict, so that no two texts decode to the same bytes: rejects padding, white space, `+` and
  /// `/`, and unused bits that aren't zero (RFC 4648 3.5).
  ///
  /// - Throws: `JOSEError.malformedBase64URL`.
  public static func decode(_ text: some StringProtocol) throws(JOSEError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer: UInt32 = 0
    var bitCount: UInt32 = 0
    for character in text.utf8 {
      guard let value = values[Int(character)] else {
        let reason =
          character == UInt8(ascii: "=") ? "it has padding" : "it has a foreign character"
        throw .malformedBase64URL(reason)
      }
      buffer = (buffer << 6 | UInt32(value)) & 0xFFFF
      bitCount += 6
      if bitCount >= 8 {
        bitCount -= 8
        bytes.append(UInt8(truncatingIfNeeded: buffer >> bitCount))
      }
    }
    guard bitCount < 6 else { throw .malformedBase64URL("its length is impossible") }
    guard buffer & (1 << bitCount - 1) == 0 else {
      throw .malformedBase64URL("its last character has unused bits set")
    }
    return bytes
  }
}
