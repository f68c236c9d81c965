extension SecretShortening {
  /// A text without what clients draw anew at each run: every UUID reads `<uuid>`, and a checkpoint's
  /// name, which replicators make of one, ends in `<digest>`.
  func drawnNames(_ text: String) -> String {
    let text = tokens(withoutPasswords(text))
    guard text.contains("_local") else { return uuids(text) }
    let checkpoint = /(_local(?:\/|%2F)(?:[A-Za-z]{1,16}-)?)[0-9a-f]{32,64}\b/.ignoresCase()
      .wordBoundaryKind(.simple)
    return uuids(text.replacing(checkpoint) { "\($0.output.1)<digest>" })
  }

  /// A text whose addresses don't tell the password of a user (RFC 3986 section 3.2.1).
  private func withoutPasswords(_ text: String) -> String {
    guard text.contains("@") || text.contains("%40") else { return text }
    let user =
      /((?::|%3A)(?:\/\/|%2F%2F)[^\/\s:@"%&?#]*(?::|%3A))(?:(?!%(?:2F|3F|26|22|2C))[^\/\s"&?#<>])+(@|%40)/
      .ignoresCase()
    return text.replacing(user) { "\($0.output.1)…\($0.output.2)" }
  }

  /// A text in which of signed tokens (RFC 7519 section 3.1) no more stands than their beginning,
  /// wherever they stand.
  private func tokens(_ text: String) -> String {
    guard text.contains("eyJ") else { return text }
    let token = /(eyJ[A-Za-z0-9_-]{3})[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*/
    return text.replacing(token) { "\($0.output.1)…" }
  }

  private func uuids(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard bytes.count >= 36, bytes.contains(UInt8(ascii: "-")) else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if Self.isUUID(bytes, at: index) {
        result += Array("<uuid>".utf8)
        index += 36
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// 8-4-4-4-12 hexadecimal digits (RFC 9562 section 4), not within a longer word.
  private static func isUUID(_ bytes: [UInt8], at start: Int) -> Bool {
    let end = start + 36
    guard end <= bytes.count, start == 0 || !isHexadecimal(bytes[start - 1]),
      end == bytes.count || !isHexadecimal(bytes[end])
    else { return false }
    return (0..<36).allSatisfy { offset in
      [8, 13, 18, 23].contains(offset)
        ? bytes[start + offset] == UInt8(ascii: "-") : isHexadecimal(bytes[start + offset])
    }
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
  }
}
