/// Text on its way into HTML.
enum HTMLWriter {
  /// Text with everything escaped that means something in HTML, inside attributes too.
  static func escape(_ text: some StringProtocol) -> String {
    var escaped: [UInt8] = []
    escaped.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): escaped += "&amp;".utf8
      case UInt8(ascii: "<"): escaped += "&lt;".utf8
      case UInt8(ascii: ">"): escaped += "&gt;".utf8
      case UInt8(ascii: "\""): escaped += "&quot;".utf8
      case 0x00..<0x09, 0x0B, 0x0E..<0x20:
        // No HTML may hold these (https://html.spec.whatwg.org/#preprocessing-the-input-stream): signs
        // for them, U+2400 and on.
        escaped += [0xE2, 0x90, 0x80 + byte]
      case 0x7F: escaped += "\u{2421}".utf8
      default: escaped.append(byte)
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }
}
