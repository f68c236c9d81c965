import DocgenDocModel

/// The list of all pages.
extension PageContext {
  /// The number of pages beyond which the list has only their titles.
  private static let mostDescribedPages = 500

  /// All pages as a tree: the entries of the navigation with those that have items first, each with
  /// the pages outside the navigation that are below it.
  var tree: [TemplateValue] {
    let sections = navigation.nodes.filter { !$0.items.isEmpty || $0.page == nil }
    let singles = navigation.nodes.filter { $0.items.isEmpty && $0.page != nil && !isHome($0.page) }
    let others = navigation.unlisted(below: nil).filter { !isHome($0) }
    let rest = singles.map { value(inTree: $0) } + others.map { value(inTree: $0) }
    if rest.isEmpty { return sections.map { value(inTree: $0) } }
    return sections.map { value(inTree: $0) } + [
      [
        "title": .text(strings["morePages"]), "href": .null, "anchor": .null,
        "description": .null, "figures": .null, "hasItems": .bool(true), "items": .list(rest),
      ]
    ]
  }

  private func value(inTree node: Navigation.Node) -> TemplateValue {
    let others = node.page.map { navigation.unlisted(below: $0) } ?? []
    let items = node.items.map { value(inTree: $0) } + others.map { value(inTree: $0) }
    return value(
      node.title, at: reference(to: node), page: node.page,
      anchor: node.anchor.isEmpty ? nil : node.anchor, items: items)
  }

  private func value(inTree page: Int) -> TemplateValue {
    value(
      site.pages[page].title, at: reference(toPath: site.pages[page].path),
      page: page,
      anchor: nil, items: [])
  }

  private func value(
    _ title: String, at address: String?, page: Int?, anchor: String?, items: [TemplateValue]
  ) -> TemplateValue {
    var value = Self.plainEntry
    value["title"] = .text(title)
    value["href"] = .optional(address)
    if site.pages.count <= Self.mostDescribedPages, let page {
      value["description"] = .optional(site.pages[page].summary.description)
      value["figures"] = counts[page].value(strings)
    }
    guard !items.isEmpty else { return .object(value) }
    value["anchor"] = .optional(anchor)
    value["hasItems"] = true
    value["items"] = .list(items)
    return .object(value)
  }

  /// A page without pages below it, as most are; copying it takes less than making it.
  private static let plainEntry: TemplateObject = [
    "title": .null, "href": .null, "anchor": .null, "description": .null, "figures": .null,
    "hasItems": false, "items": [],
  ]
}
