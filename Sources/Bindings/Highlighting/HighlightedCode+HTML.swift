extension HighlightedCode {
  /// The block as HTML: `let x` becomes `<span class="tok-keyword">let</span> x`.
  ///
  /// Each kind except `plain` becomes a span; `&`, `<`, `>` and `"` are escaped. No span contains a
  /// line break, so every line is well-formed.
  public var html: String {
    var html: [UInt8] = []
    html.reserveCapacity(code.utf8.count * 2)
    if let tokens {
      for token in tokens { html.append(token) }
    } else {
      html.append(escaping: code[...])
    }
    return String(decoding: html, as: UTF8.self)
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ token: Token) {
    guard token.kind != .plain else { return append(escaping: token.text) }
    append("<span class=\"tok-")
    self += token.kind.rawValue.utf8
    append("\">")
    append(escaping: token.text)
    append("</span>")
  }

  /// Appends text and escapes the four characters that have a meaning in HTML.
  fileprivate mutating func append(escaping text: Substring) {
    var text = text
    text.withUTF8 { bytes in
      for byte in bytes {
        switch byte {
        case UInt8(ascii: "&"): append("&amp;")
        case UInt8(ascii: "<"): append("&lt;")
        case UInt8(ascii: ">"): append("&gt;")
        case UInt8(ascii: "\""): append("&quot;")
        default: append(byte)
        }
      }
    }
  }

  private mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { append(contentsOf: $0) }
  }
}
