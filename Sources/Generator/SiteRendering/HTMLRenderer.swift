import DocgenDocModel
import DocgenGround

/// Renders the blocks of one page as HTML.
///
///     ## Log *in*   →   <h2 id="log-in">Log <em>in</em></h2> in a box with its permalink
struct HTMLRenderer {
  let page: SiteMap.Page
  let document: ParsedDocument
  let samples: [SampleID: Sample]
  let resolver: LinkResolver
  let usedAliases: Set<String>
  let outcomes: [SampleID: SampleOutcome]
  let highlight: SiteRenderer.Highlight
  let types: PageTypes
  /// The language version of the samples' compiler.
  let toolchain: String?
  let configuration: SiteConfiguration
  var html = ""
  /// The pages with the HTTP messages of the samples so far.
  var transcripts: [RenderedFile] = []
  /// Whether the renderer is in a table.
  var isInTable = false
  /// Whether the renderer is in a heading or in a link, which contain no other link.
  var isInLink = false
  /// Whether the renderer is between the tags of a link in raw HTML.
  var isInAuthorsLink = false
  let footnotes = FootnoteReferences()
  /// The number of diagrams on the page so far, for their ids.
  var diagrams = 0

  /// Returns the HTML of some blocks of the page, in order.
  mutating func render(_ blocks: [Block]) -> String {
    html = ""
    for block in blocks { write(block) }
    return html
  }

  var strings: ThemeStrings { configuration.strings }

  mutating func write(_ blocks: [Block], isTight: Bool = false) {
    for block in blocks { write(block, isTight: isTight) }
  }

  private mutating func write(_ block: Block, isTight: Bool = false) {
    switch block.kind {
    case .paragraph(let content):
      html += isTight ? inlines(content) + "\n" : "<p>\(inlines(content))</p>\n"
    case .heading(let heading): write(heading)
    case .blockQuote(let content): wrap("blockquote", around: content)
    case .list(let list): write(list)
    case .code(let code):
      write(
        code,
        proof: resolver.site.hasSamples ? Proof(ofUnverified: code, strings: strings) : nil)
    case .html(let raw): html += rewriting(raw, from: block.range.start)
    case .thematicBreak: html += "<hr>\n"
    case .table(let table): write(table)
    case .footnote(let label, let content): writeFootnote(label, content: content)
    case .tabs(let group): write(group)
    case .aside(let aside): write(aside)
    case .sample(let id, let code): write(sample: id, code: code)
    case .diagram(let diagram): write(figure: diagram)
    }
  }

  private mutating func wrap(_ element: String, around content: [Block]) {
    html += "<\(element)>\n"
    write(content)
    html += "</\(element)>\n"
  }

  mutating func write(_ heading: Heading) {
    // Aliases that some page links to become empty targets before the text.
    for alias in heading.formerIDs + heading.aliases.filter({ usedAliases.contains($0) }) {
      html += "<a id=\"\(HTMLText.escape(alias))\"></a>"
    }
    let id = HTMLText.escape(heading.id)
    let label = HTMLText.escape(
      strings.text("linkToHeading", with: ["heading": heading.content.plainText]))
    let level = heading.level
    // The link is next to the heading, so that screen readers don't read it as part of it; the
    // no-break space keeps it on the line of the last word.
    html += "<div class=\"heading heading-\(level)\"><h\(level) id=\"\(id)\">"
    isInLink = true
    html += "\(inlines(heading.content))</h\(level)>&nbsp;"
    isInLink = false
    html += "<a class=\"permalink\" href=\"#\(id)\" aria-label=\"\(label)\">#</a></div>\n"
  }

  private mutating func write(_ list: List) {
    let element = list.start == nil ? "ul" : "ol"
    let start = list.start.map { $0 == 1 ? "" : " start=\"\($0)\"" } ?? ""
    html += "<\(element)\(start)>\n"
    for item in list.items {
      if let checkbox = item.checkbox {
        let name = HTMLText.escape(item.content.first?.inlines.plainText ?? "")
        html += "<li class=\"task\"><input type=\"checkbox\" disabled"
        html += "\(checkbox == .checked ? " checked" : "") aria-label=\"\(name)\"> "
      } else {
        html += "<li>"
      }
      write(item.content, isTight: list.isTight)
      if let text = description(ofTopic: item), !text.isEmpty {
        html += "<br>\(HTMLText.escape(text))\n"
      }
      html += "</li>\n"
    }
    html += "</\(element)>\n"
  }

  /// Returns what is said of the article or symbol in an item that is only a link to it, as DocC
  /// shows it.
  private func description(ofTopic item: List.Item) -> String? {
    guard page.isOfCatalog || page.path.hasPrefix("reference/"), item.content.count == 1,
      let inlines = item.content.first?.inlines, inlines.count == 1
    else { return nil }
    switch inlines[0].kind {
    case .code(let name) where LinkResolver.isSymbolLink(name, at: inlines[0], in: document.file):
      return resolver.summary(ofSymbol: name, on: page)
    case .link(let link) where LinkResolver.article(in: link.destination) != nil:
      guard
        case .page(let index, nil) = resolver.resolve(link.destination, from: page, isImage: false)
      else { return nil }
      return resolver.site.pages[index].summary.description
    default: return nil
    }
  }

  private mutating func writeFootnote(_ label: String, content: [Block]) {
    html += "<aside class=\"footnote\" id=\"fn-\(label)\"><sup>\(label)</sup>\n"
    write(content)
    let back = HTMLText.escape(strings["footnoteBack"])
    html += "<a href=\"#fnref-\(label)\" aria-label=\"\(back)\">↩</a></aside>\n"
  }

  private mutating func write(_ aside: Aside) {
    let name = aside.title.lowercased()
    let title = HTMLText.escape(
      ThemeStrings.noteNames.contains(name) ? strings[name] : aside.title)
    if aside.isFolded {
      html += "<details>\n<summary>\(title)</summary>\n"
      write(aside.content)
      html += "</details>\n"
      return
    }
    html += "<aside class=\"note note-\(aside.kind.rawValue)\">\n"
    html += "<svg class=\"icon\" width=\"20\" height=\"20\" viewBox=\"0 0 24 24\" fill=\"none\""
    html += " stroke=\"currentColor\" stroke-width=\"2\" aria-hidden=\"true\">"
    html += "<path d=\"\(aside.kind.icon)\"/></svg>\n"
    html += "<p class=\"note-title\">\(title)</p>\n"
    write(aside.content)
    html += "</aside>\n"
  }

  /// Writes all alternatives in order, each under its label; the theme's script turns them into
  /// tabs.
  private mutating func write(_ group: TabGroup) {
    // A choice between languages and other names is one for groups with the same names.
    let keys =
      group.tabs.allSatisfy(\.isLanguage)
      ? group.tabs.map { HTMLText.escape($0.key) }.joined(separator: " ") : ""
    html += "<div class=\"tabs\" data-keys=\"\(keys)\">\n"
    for tab in group.tabs {
      let key = HTMLText.escape(tab.key)
      let id = HTMLText.escape(tab.id)
      html +=
        "<div class=\"tab\" id=\"\(id)\" data-key=\"\(key)\" role=\"group\" "
        + "aria-labelledby=\"\(id)-label\">\n"
      html += "<p class=\"tab-label\" id=\"\(id)-label\">\(HTMLText.escape(tab.label))</p>\n"
      write(tab.content)
      html += "</div>\n"
    }
    html += "</div>\n"
  }
}

extension Aside.Kind {
  /// The path of an aside's icon, in a box of 24 by 24.
  var icon: String {
    switch self {
    case .note: "M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18zM12 11v6M12 7.5v.1"
    case .tip: "M9 18h6M10 21h4M8.5 15a6 6 0 1 1 7 0c-.5.5-.5 1-.5 3h-6c0-2 0-2.5-.5-3z"
    case .important: "M5 3h14v18H5zM12 7v6M12 16.5v.1"
    case .warning: "M12 3.5L2.5 20h19zM12 10v4M12 17v.1"
    case .caution: "M8 3h8l5 5v8l-5 5H8l-5-5V8zM12 7v6M12 16.5v.1"
    }
  }
}
