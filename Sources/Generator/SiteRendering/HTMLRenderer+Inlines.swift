import DocgenDocModel
import DocgenGround

extension HTMLRenderer {
  func inlines(_ inlines: [Inline]) -> String {
    guard inlines.contains(where: \.isHTML) else {
      return inlines.reduce(into: "") { $0.append(self.html(of: $1)) }
    }
    var renderer = self
    var html = ""
    for inline in inlines {
      html += renderer.html(of: inline)
      // GitHub's Markdown makes links of addresses, also in an author's own link.
      guard case .html(let raw) = inline.kind, let tag = HTMLTag.tags(in: raw).first,
        tag.name == "a"
      else { continue }
      renderer.isInAuthorsLink = !tag.isEnd && tag["href"] != nil
    }
    return html
  }

  private func html(of inline: Inline) -> String {
    switch inline.kind {
    case .text(let text): HTMLText.escape(text)
    case .code(let text): code(text, of: inline)
    case .emphasis(let content): "<em>\(inlines(content))</em>"
    case .strong(let content): "<strong>\(inlines(content))</strong>"
    case .strikethrough(let content): "<del>\(inlines(content))</del>"
    case .link(let link): self.link(link)
    case .image(let image): self.image(image)
    case .html(let raw): rewriting(raw, from: inline.range.start)
    case .softBreak: "\n"
    case .lineBreak: "<br>\n"
    case .footnoteReference(let label):
      "<sup id=\"\(footnotes.id(ofReferenceTo: label))\"><a href=\"#fn-\(label)\">\(label)</a></sup>"
    }
  }

  private func code(_ text: String, of inline: Inline) -> String {
    func html(_ text: String) -> String {
      "<code>\(isInTable || text.utf8.count > 30 ? breakable(text) : HTMLText.escape(text))</code>"
    }
    let mayBeLink = page.isOfCatalog || !resolver.site.symbols.isEmpty
    let isSymbolLink =
      mayBeLink && LinkResolver.isSymbolLink(text, at: inline, in: document.file)
    guard !isInLink, !isInAuthorsLink,
      case .described(let path, let fragment) = resolver.symbol(
        named: text, isSymbolLink: isSymbolLink, on: page)
    else {
      return html(isSymbolLink && page.isOfCatalog ? LinkResolver.withoutHash(text) : text)
    }
    let anchor = fragment.map { "#\($0)" } ?? ""
    let target =
      path == page.path ? anchor : SitePath.reference(from: page.path, to: path) + anchor
    let name = isSymbolLink ? LinkResolver.ownName(of: text) : text
    return "<a href=\"\(HTMLText.escape(target))\">\(html(name))</a>"
  }

  /// Returns code of a table, or longer than most lines have room for, that can break after
  /// punctuation, as in a path, and before the capitals in a name.
  private func breakable(_ code: String) -> String {
    let html = HTMLText.escape(code)
    guard code.utf8.count > 11 else { return html }
    var isAfterSmall = false
    return html.map { letter in
      defer { isAfterSmall = letter.isLowercase }
      if isAfterSmall, letter.isUppercase { return "<wbr>\(letter)" }
      return "/_:(".contains(letter) ? "\(letter)<wbr>" : String(letter)
    }.joined().replacing("(<wbr>)", with: "()").replacing(":<wbr>/<wbr>/<wbr>", with: "://")
  }

  private func link(_ link: Inline.Link) -> String {
    let title = link.title.isEmpty ? "" : " title=\"\(HTMLText.escape(link.title))\""
    let address = address(of: link, isImage: false)
    var inside = self
    inside.isInLink = true
    let text = name(ofArticle: link) ?? inside.inlines(link.content)
    if isInAuthorsLink { return text }
    if let name = LinkResolver.article(in: link.destination), !name.isEmpty,
      case .broken(.other) = resolver.resolve(link.destination, from: page, isImage: false)
    {
      // Readers can't use the destination.
      return link.content.plainText == link.destination
        ? "<code>\(HTMLText.escape(name))</code>" : text
    }
    return "<a href=\"\(address)\"\(title)>\(text)</a>"
  }

  /// Returns the text of a DocC link without one, such as `<doc:SigningIn>`: the article's title,
  /// the symbol's name, or for `<doc:#Sign-in>` that of the page's heading.
  private func name(ofArticle link: Inline.Link) -> String? {
    guard link.content.plainText == link.destination,
      let path = LinkResolver.article(in: link.destination),
      case .page(let index, let fragment) = resolver.resolve(
        link.destination, from: page, isImage: false)
    else { return nil }
    guard !path.isEmpty else {
      var title: String?
      document.forEachBlock {
        if case .heading(let heading) = $0.kind, heading.id == fragment {
          title = HTMLText.escape(heading.content.plainText)
        }
      }
      return title
    }
    let target = resolver.site.pages[index]
    return target.metadata.symbol == nil && !target.path.hasPrefix("reference/")
      ? HTMLText.escape(target.title)
      : "<code>\(HTMLText.escape(LinkResolver.ownName(of: path)))</code>"
  }

  private func image(_ image: Inline.Link) -> String {
    let title = image.title.isEmpty ? "" : " title=\"\(HTMLText.escape(image.title))\""
    let address = address(of: image, isImage: true)
    let text = HTMLText.escape(image.content.plainText)
    let size = resolver.size(of: image, on: page)
    let element = "<img src=\"\(address)\" alt=\"\(text)\"\(title)\(size) loading=\"lazy\">"
    guard let variants = resolver.variants(ofImage: image.destination, from: page) else {
      return element
    }
    let sources = [
      (variants.dark, " media=\"(prefers-color-scheme: dark)\""), (variants.double, ""),
    ]
    let elements = sources.compactMap { path, media in
      path.map { path in
        let file = SitePath.escapedAddress(SitePath.reference(from: page.path, to: path))
        let density = LinkResolver.isDouble(path) ? " 2x" : ""
        return "<source srcset=\"\(HTMLText.escape(file))\(density)\"\(media)>"
      }
    }
    return "<picture>\(elements.joined())\(element)</picture>"
  }

  /// Returns the address of a Markdown link as HTML; that of raw HTML stays as written.
  private func address(of link: Inline.Link, isImage: Bool) -> String {
    HTMLText.escape(SitePath.escapedAddress(reference(to: link.destination, isImage: isImage)))
  }

  /// Returns the reference for an author's destination; a broken one stays as written.
  func reference(to destination: String, isImage: Bool) -> String {
    resolver.reference(to: destination, from: page, isImage: isImage)
  }

  /// Returns raw HTML with its addresses adapted to this page, placeholders shown as text, and
  /// elements such as `<a id="x"/>` closed, as their authors expect.
  func rewriting(_ raw: String, from start: SourcePosition) -> String {
    var bytes = Array(raw.utf8)
    var edits: [(range: Range<Int>, text: String)] = []
    for tag in HTMLTag.tags(in: raw) {
      if tag.isPlaceholder(in: document.file.text) {
        let text = String(decoding: bytes[tag.range], as: UTF8.self)
        edits.append((tag.range, HTMLText.escape(text)))
        continue
      }
      for attribute in tag.attributes where !attribute.valueRange.isEmpty {
        guard let use = AddressAttribute(attribute.name, of: tag.name) else { continue }
        let value = use.mapped(attribute.value) { reference(to: $0, isImage: use != .page) }
        if value != attribute.value {
          edits.append((attribute.valueRange, HTMLText.escape(value)))
        }
      }
      if tag.isSelfClosed, !HTMLElements.void.contains(tag.name) {
        let end = tag.range.upperBound
        edits.append((end - 2..<end, "></\(tag.name)>"))
      }
    }
    for edit in edits.reversed() { bytes.replaceSubrange(edit.range, with: edit.text.utf8) }
    return FinishedPage.marked(String(decoding: bytes, as: UTF8.self), from: start)
  }
}

extension Inline {
  fileprivate var isHTML: Bool {
    if case .html = kind { true } else { false }
  }
}
