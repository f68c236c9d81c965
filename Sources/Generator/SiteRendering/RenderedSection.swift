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
