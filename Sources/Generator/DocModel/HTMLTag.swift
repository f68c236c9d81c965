/// A start tag found in raw HTML.
///
/// The scan follows the HTML standard's tokenizer for tags and attributes, so that docgen can check
/// links and anchors in an author's own HTML. It never changes the HTML.
public struct HTMLTag: Sendable, Hashable {
  /// One attribute.
  public struct Attribute: Sendable, Hashable {
    /// The name in lower case.
    public var name: String
    /// The value with its entities unresolved; empty when there is none.
    public var value: String
    /// The range of the value in the scanned text, in UTF-8 bytes.
    public var valueRange: Range<Int>
  }

  /// The element's name in lower case.
  public var name: String
  /// The attributes, in order.
  public var attributes: [Attribute]
  /// The range of the tag in the scanned text, in UTF-8 bytes.
  public var range: Range<Int>

  /// Returns the value of an attribute by its lower-case name.
  public subscript(attribute: String) -> String? {
    attributes.first { $0.name == attribute }?.value
  }

  /// Returns the names that links can point to: every `id`, and the `name` of an `a`.
  public static func anchors(in html: String) -> [String] {
    startTags(in: html).flatMap { tag in
      [tag["id"], tag.name == "a" ? tag["name"] : nil].compactMap { $0 }.filter { !$0.isEmpty }
    }
  }

  /// Returns all start tags of some raw HTML, in order; skips comments.
  public static func startTags(in html: String) -> [HTMLTag] {
    var scanner = HTMLTagScanner(bytes: Array(html.utf8))
    return scanner.scan()
  }
}

private struct HTMLTagScanner {
  let bytes: [UInt8]
  var index = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func scan() -> [HTMLTag] {
    var tags: [HTMLTag] = []
    while index < bytes.count {
      if bytes[index] != UInt8(ascii: "<") {
        index += 1
      } else if bytes[index...].starts(with: "<!--".utf8) {
        skipComment()
      } else if let tag = readTag() {
        tags.append(tag)
      } else {
        index += 1
      }
    }
    return tags
  }

  private mutating func skipComment() {
    index += 4
    while index < bytes.count, !bytes[index...].starts(with: "-->".utf8) { index += 1 }
  }

  private mutating func readTag() -> HTMLTag? {
    let start = index
    guard start + 1 < bytes.count, bytes[start + 1].isASCIILetter else { return nil }
    index += 1
    let name = readName { !$0.isHTMLSpace && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
    var attributes: [HTMLTag.Attribute] = []
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: ">") {
        index += 1
        return HTMLTag(name: name, attributes: attributes, range: start..<index)
      } else if byte.isHTMLSpace || byte == UInt8(ascii: "/") {
        index += 1
      } else {
        attributes.append(readAttribute())
      }
    }
    index = start
    return nil
  }

  private mutating func readAttribute() -> HTMLTag.Attribute {
    let first = index
    index += 1  // A name may begin with any byte, even `=`.
    let rest = readName {
      !$0.isHTMLSpace && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/")
        && $0 != UInt8(ascii: "=")
    }
    let name = String(decoding: bytes[first..<first + 1], as: UTF8.self).lowercased() + rest
    skipSpace()
    guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else {
      return HTMLTag.Attribute(name: name, value: "", valueRange: index..<index)
    }
    index += 1
    skipSpace()
    let range = readValue()
    return HTMLTag.Attribute(
      name: name, value: String(decoding: bytes[range], as: UTF8.self), valueRange: range)
  }

  private mutating func readValue() -> Range<Int> {
    guard index < bytes.count else { return index..<index }
    let quote = bytes[index]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      let start = index
      while index < bytes.count, !bytes[index].isHTMLSpace, bytes[index] != UInt8(ascii: ">") {
        index += 1
      }
      return start..<index
    }
    index += 1
    let start = index
    while index < bytes.count, bytes[index] != quote { index += 1 }
    defer { index = min(index + 1, bytes.count) }
    return start..<index
  }

  private mutating func readName(while belongs: (UInt8) -> Bool) -> String {
    let start = index
    while index < bytes.count, belongs(bytes[index]) { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
  }

  private mutating func skipSpace() {
    while index < bytes.count, bytes[index].isHTMLSpace { index += 1 }
  }
}

extension UInt8 {
  fileprivate var isHTMLSpace: Bool {
    self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0C || self == 0x0D
  }

  fileprivate var isASCIILetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
}

/// The elements of HTML, to distinguish the author's HTML from a placeholder in angle brackets.
public enum HTMLElements {
  /// Returns the name in `html` when it looks like `<clientId>` and not like an element.
  public static func placeholder(in html: String) -> String? {
    guard let tag = HTMLTag.startTags(in: html).first, tag.range.lowerBound == 0 else { return nil }
    let name = String(html.dropFirst().prefix { $0 != ">" && $0 != " " && $0 != "/" })
    if known.contains(tag.name) || tag.name.contains("-") || tag.name.contains(":") { return nil }
    return name
  }

  private static let known: Set<String> = [
    "a", "abbr", "acronym", "address", "area", "article", "aside", "audio", "b", "base", "bdi",
    "bdo", "big", "block", "blockquote", "body", "br", "button", "canvas", "caption", "center",
    "circle", "cite", "code", "col", "colgroup", "data", "datalist", "dd", "del", "details",
    "dfn", "dialog", "div", "dl", "dt", "em", "embed", "fieldset", "figcaption", "figure", "font",
    "footer", "form", "g", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hgroup", "hr",
    "html", "i", "iframe", "img", "input", "ins", "kbd", "label", "legend", "li", "line", "link",
    "main", "map", "mark", "math", "menu", "meta", "meter", "nav", "noscript", "object", "ol",
    "optgroup", "option", "output", "p", "param", "path", "picture", "polygon", "pre", "progress",
    "q", "rect", "rp", "rt", "ruby", "s", "samp", "script", "search", "section", "select", "slot",
    "small", "source", "span", "strike", "strong", "style", "sub", "summary", "sup", "svg",
    "table", "tbody", "td", "template", "text", "textarea", "tfoot", "th", "thead", "time",
    "title", "tr", "track", "tt", "u", "ul", "use", "var", "video", "wbr",
  ]
}
