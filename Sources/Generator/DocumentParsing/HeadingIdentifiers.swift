import DocgenDocModel
import DocgenGround

/// Assigns every heading and tab of a page an identifier that is stable, unique and safe in any
/// script.
enum HeadingIdentifiers {
  /// Fills in `id` and `aliases` of all headings, and `id` of all tabs.
  ///
  /// The identifier is GitHub's: lower case, spaces to hyphens, punctuation dropped, letters of all
  /// scripts kept. A second heading with the same text gets `-1`. The aliases are the identifiers
  /// that other generators, whose documents docgen also reads, derive from the text.
  ///
  /// - Returns: the identifiers that the author gave a second time, each with its heading's range.
  static func assign(
    in sections: inout [ParsedDocument.Section]
  ) -> [(id: String, range: SourceRange)] {
    var identifiers = UniqueIdentifiers(anchors(in: sections))
    for index in sections.indices {
      if var heading = sections[index].heading {
        identify(&heading, with: &identifiers)
        sections[index].heading = heading
      }
      sections[index].body = identified(sections[index].body, with: &identifiers)
    }
    // Last, so that asides don't get the identifiers of the main column.
    for index in sections.indices {
      sections[index].aside = identified(sections[index].aside, with: &identifiers)
    }
    return identifiers.repeated
  }

  /// Returns the anchors of raw HTML, samples and footnotes, and those that the author gave
  /// headings.
  private static func anchors(
    in sections: [ParsedDocument.Section]
  ) -> (others: Set<String>, chosen: Set<String>) {
    var found: Set<String> = []
    var chosen: Set<String> = []
    func add(_ heading: Heading) {
      var heading = heading
      if let id = explicitIdentifier(of: &heading) { chosen.insert(id) }
    }
    func add(_ blocks: [Block]) {
      for block in blocks {
        switch block.kind {
        case .heading(let heading): add(heading)
        case .html(let html): found.formUnion(HTMLTag.anchors(in: html))
        case .sample(let id, _): found.insert(id.anchor)
        case .footnote(let label, _): found.insert("fn-\(label)")
        default: break
        }
        block.forEachInline { inline in
          switch inline.kind {
          case .html(let html): found.formUnion(HTMLTag.anchors(in: html))
          case .footnoteReference(let label): found.insert("fnref-\(label)")
          default: break
          }
        }
        add(block.children)
      }
    }
    for section in sections {
      section.heading.map { add($0) }
      add(section.body)
      add(section.aside)
    }
    return (found, chosen)
  }

  private static func identified(_ blocks: [Block], with identifiers: inout UniqueIdentifiers)
    -> [Block]
  {
    blocks.map { block in
      var block = block
      switch block.kind {
      case .heading(var heading):
        identify(&heading, with: &identifiers)
        block.kind = .heading(heading)
      case .tabs(var group):
        for index in group.tabs.indices {
          group.tabs[index].id = identifiers.unique("tab-\(gitHub(group.tabs[index].label))")
        }
        block.kind = .tabs(group)
      default: break
      }
      return block.mapContents { identified($0, with: &identifiers) }
    }
  }

  private static func identify(_ heading: inout Heading, with identifiers: inout UniqueIdentifiers)
  {
    let written = heading.content.plainText
    let explicit = explicitIdentifier(of: &heading)
    let text = heading.content.withoutImages.plainText
    let base = explicit ?? gitHub(text)
    let id = explicit.map { identifiers.choose($0, for: heading) } ?? identifiers.unique(base)
    heading.id = id
    // Every generator has the same for words of ASCII, which most headings are.
    if explicit == nil, id == base, text.isWordsOfASCII { return heading.aliases = [] }
    let others = [
      // GitHub knows no other identifiers.
      explicit.map { _ in gitHub(written) } ?? id, portal(text), words(text, unicode: false),
      text.isPrintableASCII ? nil : words(text, unicode: true), collapsed(base),
    ].compactMap(\.self)
    heading.aliases = others.reduce(into: []) { aliases, alias in
      let hasWord = alias.contains { $0 != "-" }
      if alias != id, hasWord, !aliases.contains(alias) { aliases.append(alias) }
    }
  }

  /// Returns the identifier at the end of a heading, and removes it: in attributes such as `{#id}`
  /// or `{: #id .class }`, or in a comment of MDX, `{/*id*/}`.
  private static func explicitIdentifier(of heading: inout Heading) -> String? {
    let end = heading.content.suffix(3).map(\.kind)
    // Markdown reads the comment's asterisks as emphasis.
    if end.count == 3, case .text(let text) = end[0], text.hasSuffix("{/") || text.hasSuffix("{ /"),
      case .emphasis(let id) = end[1], [.text("/}"), .text("/ }")].contains(end[2])
    {
      heading.content.removeLast(2)
      let before = text.dropLast(text.hasSuffix("{/") ? 2 : 3)
      heading.content[heading.content.count - 1].kind = .text(before.trimmed)
      return String(id.plainText.drop { $0 == "#" })
    }
    guard let last = heading.content.last, case .text(let text) = last.kind, text.hasSuffix("}"),
      let open = text.lastIndex(of: "{")
    else { return nil }
    let list = text[text.index(after: open)...].dropLast()
    let attributes = list.drop { $0 == ":" }.split(whereSeparator: \.isWhitespace)
      .filter { $0 != "/*" && $0 != "*/" }
    guard let id = AttributeLists.id(in: attributes),
      attributes.allSatisfy({ "#.".contains($0.first ?? " ") || $0.contains("=") })
    else { return nil }
    heading.content[heading.content.count - 1].kind = .text(text[..<open].trimmed)
    return String(id)
  }
}

/// The identifiers of a page so far.
private struct UniqueIdentifiers {
  private var identifiers: Set<String>
  /// Those that the author gave headings which are still to come.
  private var chosen: Set<String>
  /// Those that the author gave a second time.
  private(set) var repeated: [(id: String, range: SourceRange)] = []
  /// The number for the next heading with the same text.
  private var next: [String: Int] = [:]

  init(_ anchors: (others: Set<String>, chosen: Set<String>)) {
    identifiers = anchors.others.union(anchors.chosen)
    chosen = anchors.chosen.subtracting(anchors.others)
  }

  /// Returns the identifier that the author gave a heading, with a number if the page has it
  /// already.
  mutating func choose(_ id: String, for heading: Heading) -> String {
    if chosen.remove(id) != nil { return id }
    if let first = heading.content.first, let last = heading.content.last {
      repeated.append((id, SourceRange(first.range.start, last.range.end)))
    }
    return unique(id)
  }

  /// Returns an identifier, with a number if the page has it already.
  mutating func unique(_ base: String) -> String {
    var id = base
    while !identifiers.insert(id).inserted {
      let number = next[base, default: 1]
      next[base] = number + 1
      id = "\(base)-\(number)"
    }
    return id
  }
}
