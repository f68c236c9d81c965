extension HighlightedCode {
  /// The block as HTML: `let x` becomes `<span class="tok-keyword">let</span> x`.
  ///
  /// Each kind except `plain` becomes a span; `&`, `<`, `>` and `"` are escaped. No span contains a
  /// line break, so every line is well-formed.
  public var html: String {
    var html: [UInt8] = []
    html.reserveCapacity(code.utf8.count * 2)
    let cuts = marked?.cuts ?? [(0..<code.utf8.count, .plain)]
    var code = code
    code.withUTF8 { bytes in
      for cut in cuts { html.append(UnsafeBufferPointer(rebasing: bytes[cut.range]), as: cut.kind) }
    }
    return String(decoding: html, as: UTF8.self)
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ text: UnsafeBufferPointer<UInt8>, as kind: TokenKind) {
    guard kind != .plain else { return append(escaping: text) }
    append("<span class=\"tok-")
    self += kind.rawValue.utf8
    append("\">")
    append(escaping: text)
    append("</span>")
  }

  /// Appends text and escapes the four characters that have a meaning in HTML.
  private mutating func append(escaping text: UnsafeBufferPointer<UInt8>) {
    for byte in text {
      switch byte {
      case UInt8(ascii: "&"): append("&amp;")
      case UInt8(ascii: "<"): append("&lt;")
      case UInt8(ascii: ">"): append("&gt;")
      case UInt8(ascii: "\""): append("&quot;")
      default: append(byte)
      }
    }
  }

  private mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { append(contentsOf: $0) }
  }
}
