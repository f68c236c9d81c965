import DocgenDocModel

extension HTMLRenderer {
  /// The most arrows of a diagram that is open when the page opens.
  private static let openArrows = 5

  /// Writes what a sample sent and received: a diagram, the same as a list, and a link to headers
  /// and bodies.
  mutating func write(_ exchange: Exchange) {
    guard exchange.requestCount + exchange.omittedCount > 0 else { return }
    let diagram = exchange.diagram
    let isOpen = diagram.steps.count <= Self.openArrows
    let label = HTMLText.escape(
      strings.text("wire", with: ["requests": exchange.counts(strings)]))
    html +=
      isOpen
      ? "<div class=\"exchange\">\n<p class=\"exchange-label\">\(label)</p>\n"
      : "<details class=\"exchange\">\n<summary>\(label)</summary>\n"
    if !exchange.messages.isEmpty {
      html += "<div class=\"drawing\">"
      html += DiagramDrawing.decorativeSVG(of: diagram)
      html += "</div>\n"
      writeList(of: diagram)
      let page = TranscriptPage(of: exchange, on: page)
      let address = SitePath.reference(from: self.page.path, to: page.path)
      let text = page.text(highlight, strings: strings, language: configuration.language)
      transcripts.append(RenderedFile(path: page.path, text: text))
      let size = max(1, (text.utf8.count + 512) / 1024)
      html += "<p class=\"exchange-more\"><a class=\"transcript-link\" "
      let link = strings.text("messages", with: ["size": "\(size)"])
      html += "href=\"\(HTMLText.escape(address))\">\(HTMLText.escape(link))</a></p>\n"
    }
    html += isOpen ? "</div>\n" : "</details>\n"
  }

  /// Writes the arrows as a list, for narrow columns and for screen readers.
  private mutating func writeList(of diagram: SequenceDiagram) {
    let name = HTMLText.escape(strings["sequenceDiagram"])
    html += "<ol class=\"arrows\" aria-label=\"\(name)\">\n"
    for case .message(let arrow) in diagram.steps {
      let style = arrow.isError ? "response error" : arrow.isDashed ? "response" : "request"
      html += "<li class=\"\(style)\"><code>\(HTMLText.escape(arrow.text))</code> <span>"
      html += HTMLText.escape(
        strings.text(
          "arrow",
          with: ["from": diagram.participants[arrow.from], "to": diagram.participants[arrow.to]]))
      html += "</span></li>\n"
    }
    html += "</ol>\n"
  }
}
