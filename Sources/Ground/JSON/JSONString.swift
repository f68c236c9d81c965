extension [UInt8] {
  /// Appends a text in UTF-8 as a JSON string.
  public mutating func append(jsonString text: [UInt8]) {
    text.withUnsafeBufferPointer { append(jsonString: $0, escapesHTML: false) }
  }

  /// Appends a text in UTF-8 as a JSON string.
  ///
  /// - Parameter escapesHTML: writes `<`, `>` and `&` as `\u003c` and so on, as Go's encoder does.
  mutating func append(jsonString text: UnsafeBufferPointer<UInt8>, escapesHTML: Bool) {
    append(UInt8(ascii: "\""))
    // The first byte that isn't written yet.
    var start = 0
    for index in text.indices where !Self.isPlain(text[index], escapesHTML: escapesHTML) {
      guard let escape = Self.escape(for: text[index...]) else { continue }
      self += UnsafeBufferPointer(rebasing: text[start..<index])
      self += escape.text.utf8
      start = index + escape.length
    }
    self += UnsafeBufferPointer(rebasing: text[start...])
    append(UInt8(ascii: "\""))
  }

  /// Returns whether a byte needs no escape.
  private static func isPlain(_ byte: UInt8, escapesHTML: Bool) -> Bool {
    switch byte {
    // Most are letters.
    case UInt8(ascii: "]")..<0x80: true
    case ..<0x20, 0x80..., UInt8(ascii: "\""), UInt8(ascii: "\\"): false
    case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"): !escapesHTML
    default: true
    }
  }

  /// Returns the escape for the beginning of some bytes, and the number of bytes that it stands
  /// for; `nil` if they need none.
  private static func escape(
    for source: Slice<UnsafeBufferPointer<UInt8>>
  ) -> (text: String, length: Int)? {
    switch source[source.startIndex] {
    case UInt8(ascii: "\""): return ("\\\"", 1)
    case UInt8(ascii: "\\"): return ("\\\\", 1)
    case UInt8(ascii: "\n"): return ("\\n", 1)
    case UInt8(ascii: "\r"): return ("\\r", 1)
    case UInt8(ascii: "\t"): return ("\\t", 1)
    // Line and paragraph separators end a line in JavaScript; Go always escapes them.
    case 0xE2 where source.starts(with: "\u{2028}".utf8): return ("\\u2028", 3)
    case 0xE2 where source.starts(with: "\u{2029}".utf8): return ("\\u2029", 3)
    case let byte where byte < 0x80:
      let digits = String(byte, radix: 16)
      return ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits, 1)
    default: return nil
    }
  }
}
