import DocgenDocModel
import DocgenGround

extension HTMLRenderer {
  /// Whether the page's body contains a heading of the first level.
  var hasTitle: Bool {
    document.sections.contains { section in
      section.heading != nil
        || section.body.contains { block in
          switch block.kind {
          case .heading(let heading): heading.level == 1
          case .html(let html): ["<h1", "<H1"].contains { html.contains(bytesOf: $0) }
          default: false
          }
        }
    }
  }

  /// Returns the HTML of the sample next to the title of a home page; empty when there is none.
  mutating func renderHero() -> String {
    let name = page.metadata.home.hero
    for block in document.sections.flatMap(\.body) where name != nil {
      if case .sample(let id, _) = block.kind, id.name == name { return render([block]) }
    }
    return ""
  }

  /// Returns the HTML of every section, without the sample next to a home page's title.
  mutating func renderSections() -> [RenderedSection] {
    let hero = page.metadata.home.hero
    return document.sections.map { section in
      var heading = section.heading.map { heading in
        render([Block(.heading(heading), range: SourceRange(at: .init(line: 1, column: 1)))])
      }
      var body = section.body.filter { block in
        if hero != nil, case .sample(let id, _) = block.kind { id.name != hero } else { true }
      }
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

/// A section of a page as HTML.
struct RenderedSection {
  var heading: String
  var body: String
  var aside: String

  /// Returns the data for a template; the first section follows the page's title.
  func value(isFirst: Bool) -> TemplateValue {
    [
      "isFirst": .bool(isFirst), "heading": .html(heading), "body": .html(body),
      "hasAside": .bool(!aside.isEmpty), "aside": .html(aside),
    ]
  }
}
