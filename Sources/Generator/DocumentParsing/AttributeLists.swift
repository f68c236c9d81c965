import DocgenDocModel
import DocgenGround

/// Reads the lists of attributes that Kramdown and Python-Markdown allow after elements and above
/// or below blocks, such as `**name**{ #id .class }` and `{: #id }`.
///
/// An identifier becomes an anchor, an image has a width, and a class such as `.note` makes an
/// aside of a block; docgen has no use for the others.
struct AttributeLists {
  /// The paragraph or cell without its lists; empty for one that is only a list.
  private(set) var content: [Inline]
  /// The label of the aside that a list above or below a paragraph's text makes of it; for a
  /// paragraph that is only a list, of the block below it.
  private(set) var label: String?

  /// Reads the lists of a paragraph or a cell.
  init(of inlines: [Inline]) {
    content = inlines
    for index in inlines.indices {
      guard case .link(var link) = inlines[index].kind, link.content.count > 1 else { continue }
      link.content = AttributeLists(of: link.content).content
      content[index].kind = .link(link)
    }
    let mayHaveLists = content.contains { inline in
      if case .text(let text) = inline.kind { text.utf8.first == UInt8(ascii: "{") } else { false }
    }
    guard mayHaveLists else { return }
    var rest = content[...]
    content = []
    let start = inlines[0].range.start
    if rest.count == 1 || rest.dropFirst().first?.kind == .softBreak,
      readBlockList(rest.first, anchorAt: start)
    {
      rest = rest.dropFirst(2)
    }
    if rest.dropLast().last?.kind == .softBreak, readBlockList(rest.last, anchorAt: start) {
      rest = rest.dropLast(2)
    }
    for inline in rest where !readList(inline) { content.append(inline) }
  }

  /// Reads a list on a line of its own; returns `false` for other text.
  private mutating func readBlockList(_ line: Inline?, anchorAt start: SourcePosition) -> Bool {
    guard case .text(let text)? = line?.kind, let list = AttributeList(text, isOfBlock: true) else {
      return false
    }
    label = label ?? list.label
    if let anchor = list.anchor(at: start) { content.append(anchor) }
    return true
  }

  /// Reads a list directly after an element; returns `false` for other text.
  private mutating func readList(_ inline: Inline) -> Bool {
    guard case .text(let text) = inline.kind, let last = content.last, last.canHaveList,
      let list = AttributeList(text, isOfBlock: false)
    else { return false }
    if case .image(var image) = last.kind {
      image.width = list.width.map(String.init)
      content[content.count - 1].kind = .image(image)
    }
    if let anchor = list.anchor(at: last.range.start) {
      content.insert(anchor, at: content.count - 1)
    }
    if !list.rest.isEmpty {
      content.append(Inline(.text(String(list.rest)), range: inline.range))
    }
    return true
  }

  /// Returns the identifier among attributes, such as `#login` or `id="login"`.
  static func id(in attributes: [Substring]) -> Substring? {
    attributes.lazy.compactMap { word in
      if word.hasPrefix("#") { return word.dropFirst() }
      return word.wholeMatch(of: /id=["']?([^"']*)["']?/)?.1
    }.first { !$0.isEmpty }
  }
}

/// The attributes in braces at the beginning of a text.
private struct AttributeList {
  let id: Substring?
  let label: String?
  let width: Substring?
  /// The text after them.
  let rest: Substring

  init?(_ text: String, isOfBlock: Bool) {
    guard text.hasPrefix("{"), let end = text.firstIndex(of: "}") else { return nil }
    rest = text[text.index(after: end)...]
    let content = text[..<end].dropFirst()
    // On its own line, only the colon distinguishes a list from text.
    if isOfBlock, !content.hasPrefix(":") || !rest.isBlank { return nil }
    let words = content.drop { $0 == ":" }.split(whereSeparator: \.isWhitespace)
    let isList =
      !words.isEmpty && words.allSatisfy { $0.wholeMatch(of: /[#.]?[\w:.-]+|[\w-]+=.+/) != nil }
    guard isList, words.contains(where: { "#.".contains($0.first ?? " ") || $0.contains("=") })
    else { return nil }
    id = AttributeLists.id(in: words)
    width =
      words.lazy.compactMap {
        $0.wholeMatch(of: /width=["']?([1-9][0-9]{0,3}%?)(?:px)?["']?/)?.1
      }.first
    label = words.lazy.filter { $0.hasPrefix(".") }.map { $0.dropFirst().lowercased() }
      .first { AsideReader.labels[$0] != nil }
  }

  func anchor(at position: SourcePosition) -> Inline? {
    id.map { Inline(.html("<a id=\"\($0)\"></a>"), range: SourceRange(at: position)) }
  }
}

extension Inline {
  fileprivate var canHaveList: Bool {
    switch kind {
    case .code, .emphasis, .strong, .link, .image: true
    default: false
    }
  }
}
