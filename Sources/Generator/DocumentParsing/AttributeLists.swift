import DocgenDocModel
import DocgenGround

/// Reads the lists of attributes that Kramdown and Python-Markdown allow after elements and below
/// blocks, such as `**name**{ #id .class }` and `{: #id }`.
///
/// An identifier becomes an anchor, and an image has a width; docgen has no use for the others.
enum AttributeLists {
  /// Returns a paragraph or a cell without its lists.
  static func applied(to inlines: [Inline]) -> [Inline] {
    let hasLinks = inlines.contains { inline in
      if case .link(let link) = inline.kind { link.content.count > 1 } else { false }
    }
    let inlines = hasLinks ? inlines.map(appliedInside) : inlines
    let mayHaveLists = inlines.contains { inline in
      if case .text(let text) = inline.kind { text.utf8.first == UInt8(ascii: "{") } else { false }
    }
    guard mayHaveLists else { return inlines }
    var result: [Inline] = []
    for inline in inlines {
      guard case .text(let text) = inline.kind else {
        result.append(inline)
        continue
      }
      let isBelow = result.isEmpty || result.last?.kind == .softBreak
      if isBelow, inline == inlines.last, let list = list(in: text, isBelow: true) {
        // The list concerns the block.
        if !result.isEmpty { result.removeLast() }
        if let anchor = anchor(list.id, at: inline.range) { result.insert(anchor, at: 0) }
      } else if let last = result.last, isElement(last), let list = list(in: text, isBelow: false) {
        if case .image(var image) = last.kind {
          image.width = list.width.map(String.init)
          result[result.count - 1].kind = .image(image)
        }
        if let anchor = anchor(list.id, at: last.range) {
          result.insert(anchor, at: result.count - 1)
        }
        if !list.rest.isEmpty {
          result.append(Inline(.text(String(list.rest)), range: inline.range))
        }
      } else {
        result.append(inline)
      }
    }
    return result
  }

  private static func appliedInside(_ inline: Inline) -> Inline {
    guard case .link(var link) = inline.kind else { return inline }
    link.content = applied(to: link.content)
    return Inline(.link(link), range: inline.range)
  }

  private static func isElement(_ inline: Inline) -> Bool {
    switch inline.kind {
    case .code, .emphasis, .strong, .link, .image: true
    default: false
    }
  }

  private static func anchor(_ id: Substring?, at range: SourceRange) -> Inline? {
    id.map { Inline(.html("<a id=\"\($0)\"></a>"), range: SourceRange(at: range.start)) }
  }

  private static func list(
    in text: String, isBelow: Bool
  ) -> (id: Substring?, width: Substring?, rest: Substring)? {
    guard text.hasPrefix("{"), let end = text.firstIndex(of: "}") else { return nil }
    let rest = text[text.index(after: end)...]
    let content = text[..<end].dropFirst()
    // Below a block, only the colon distinguishes a list from text.
    if isBelow, !content.hasPrefix(":") || !rest.allSatisfy(\.isWhitespace) { return nil }
    let words = content.drop { $0 == ":" }.split(whereSeparator: \.isWhitespace)
    let isList =
      !words.isEmpty && words.allSatisfy { $0.wholeMatch(of: /[#.]?[\w:.-]+|[\w-]+=.+/) != nil }
    guard isList, words.contains(where: { "#.".contains($0.first ?? " ") || $0.contains("=") })
    else { return nil }
    let width = words.lazy.compactMap {
      $0.wholeMatch(of: /width=["']?([1-9][0-9]{0,3}%?)(?:px)?["']?/)?.1
    }
    return (id(in: words), width.first, rest)
  }

  /// Returns the identifier among attributes, such as `#login` or `id="login"`.
  static func id(in attributes: [Substring]) -> Substring? {
    attributes.lazy.compactMap { word in
      if word.hasPrefix("#") { return word.dropFirst() }
      return word.wholeMatch(of: /id=["']?([^"']*)["']?/)?.1
    }.first { !$0.isEmpty }
  }
}
