import DocgenDocModel
import DocgenGround

/// Reads the lists of attributes that Kramdown and Python-Markdown allow after elements and above or
/// below blocks, such as `**name**{ #id .class }` and `{: #id }`.
///
/// An identifier becomes an anchor, an image has a width, and a class such as `.note` makes an aside of a
/// block; docgen has no use for the others.
enum AttributeLists {
  private typealias List = (
    id: Substring?, label: String?, width: Substring?, rest: Substring
  )

  /// Returns the label of the aside that a list above or below a paragraph's text makes of it; for a
  /// paragraph that is only a list, of the block below it.
  static func label(of inlines: [Inline]) -> String? {
    blockLists(of: inlines).lists.lazy.compactMap(\.label).first
  }

  /// Returns the lists on a paragraph's first and last line, and the inlines between them.
  private static func blockLists(of inlines: [Inline]) -> (lists: [List], rest: [Inline]) {
    var (lists, rest) = ([List](), inlines[...])
    if rest.count == 1 || rest.dropFirst().first?.kind == .softBreak,
      case .text(let text)? = rest.first?.kind, let list = list(in: text, isOfBlock: true)
    {
      lists.append(list)
      rest = rest.dropFirst(2)
    }
    if rest.dropLast().last?.kind == .softBreak, case .text(let text)? = rest.last?.kind,
      let list = list(in: text, isOfBlock: true)
    {
      lists.append(list)
      rest = rest.dropLast(2)
    }
    return (lists, Array(rest))
  }

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
    let (lists, rest) = blockLists(of: inlines)
    var result = lists.compactMap { anchor($0.id, at: inlines[0].range) }
    for inline in rest {
      guard case .text(let text) = inline.kind else {
        result.append(inline)
        continue
      }
      if let last = result.last, isElement(last), let list = list(in: text, isOfBlock: false) {
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

  private static func list(in text: String, isOfBlock: Bool) -> List? {
    guard text.hasPrefix("{"), let end = text.firstIndex(of: "}") else { return nil }
    let rest = text[text.index(after: end)...]
    let content = text[..<end].dropFirst()
    // On its own line, only the colon distinguishes a list from text.
    if isOfBlock, !content.hasPrefix(":") || !rest.allSatisfy(\.isWhitespace) { return nil }
    let words = content.drop { $0 == ":" }.split(whereSeparator: \.isWhitespace)
    let isList =
      !words.isEmpty && words.allSatisfy { $0.wholeMatch(of: /[#.]?[\w:.-]+|[\w-]+=.+/) != nil }
    guard isList, words.contains(where: { "#.".contains($0.first ?? " ") || $0.contains("=") })
    else { return nil }
    let width = words.lazy.compactMap {
      $0.wholeMatch(of: /width=["']?([1-9][0-9]{0,3}%?)(?:px)?["']?/)?.1
    }
    let label = words.lazy.filter { $0.hasPrefix(".") }.map { $0.dropFirst().lowercased() }
      .first { AsideReader.labels[$0] != nil }
    return (id(in: words), label, width.first, rest)
  }

  /// Returns the identifier among attributes, such as `#login` or `id="login"`.
  static func id(in attributes: [Substring]) -> Substring? {
    attributes.lazy.compactMap { word in
      if word.hasPrefix("#") { return word.dropFirst() }
      return word.wholeMatch(of: /id=["']?([^"']*)["']?/)?.1
    }.first { !$0.isEmpty }
  }
}
