extension HighlightedCode {
  /// The block as HTML: `let x` becomes `<span class="tok-keyword">let</span> x`.
  ///
  /// Each kind except `plain` becomes a span; `&`, `<`, `>` and `"` are escaped. No span contains a
  /// line break, so every line is well-formed.
  public var html: String {
    var html = ""
    html.reserveCapacity(code.utf8.count * 2)
    if let tokens {
      for token in tokens { html.append(token) }
    } else {
      html.append(escaping: code[...])
    }
    return html
  }

  /// The HTML of each line, without line breaks; a final line break starts no line.
  public var htmlLines: [Substring] {
    // Split by bytes: a carriage return and a line feed are one `Character`.
    var lines = html.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { Substring($0) }
  }
}

extension String {
  fileprivate mutating func append(_ token: Token) {
    guard token.kind != .plain else { return append(escaping: token.text) }
    append("<span class=\"tok-")
    append(token.kind.rawValue)
    append("\">")
    append(escaping: token.text)
    append("</span>")
  }

  /// Appends text and escapes the four characters that have a meaning in HTML.
  fileprivate mutating func append(escaping text: Substring) {
    var rest = text.utf8
    while let special = rest.firstIndex(where: { $0.htmlEscape != nil }) {
      append(contentsOf: Substring(rest[..<special]))
      append(rest[special].htmlEscape ?? "")
      rest = rest[rest.index(after: special)...]
    }
    append(contentsOf: Substring(rest))
  }
}

extension UInt8 {
  fileprivate var htmlEscape: String? {
    switch self {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): "&quot;"
    default: nil
    }
  }
}
