extension HighlightedCode {
  /// The block as HTML: `let x` becomes `<span class="tok-keyword">let</span> x`.
  ///
  /// Kinds other than `plain` get a span each; `&`, `<`, `>` and `"` are escaped. No span holds a
  /// line break, so any line is well-formed by itself.
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

  /// The HTML of each line, without line breaks; a break at the very end starts no line.
  public var htmlLines: [Substring] {
    // By bytes: a carriage return and a line feed are one `Character`.
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

  /// Appends text with the four characters replaced that mean something in HTML.
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
