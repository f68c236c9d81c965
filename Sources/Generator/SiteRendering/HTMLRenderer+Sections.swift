import DocModel
import Ground

extension HTMLRenderer {
  /// Whether the page's body contains a heading of the first level.
  var hasTitle: Bool {
    page.document.sections.contains { section in
      section.heading != nil
        || section.body.contains { block in
          if case .heading(let heading) = block.kind { heading.level == 1 } else { false }
        }
    }
  }

  mutating func renderSections() -> [RenderedSection] {
    page.document.sections.map { section in
      var heading = section.heading.map { heading in
        render([Block(.heading(heading), range: SourceRange(at: .init(line: 1, column: 1)))])
      }
      var body = section.body
      // A title at the beginning of the text is a heading too: a template may insert something
      // after it.
      if heading == nil, let first = body.first, case .heading(let title) = first.kind,
        title.level == 1
      {
        heading = render([body.removeFirst()])
      }
      return RenderedSection(
        heading: heading ?? "", body: render(body), aside: render(section.aside))
    }
  }
}
