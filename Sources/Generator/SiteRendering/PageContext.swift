import DocModel

/// The data for a page's template.
///
/// Every object has every key, even if empty. Mustache looks up missing keys in the surrounding
/// objects, so that a navigation entry without `items` would show those of its parent.
struct PageContext {
  let configuration: SiteConfiguration
  let site: SiteMap
  let navigation: Navigation
  let index: Int

  var page: SiteMap.Page { site.pages[index] }

  func value(rendering sections: [RenderedSection], hasTitle: Bool) -> TemplateValue {
    let metadata = page.document.metadata
    let order = navigation.pages
    let position = order.firstIndex(of: index)
    let previous = position.flatMap { $0 > 0 ? order[$0 - 1] : nil }
    let next = position.flatMap { $0 + 1 < order.count ? order[$0 + 1] : nil }
    return [
      "site": [
        "title": .text(configuration.title),
        "description": .optional(configuration.description),
        "language": .text(configuration.language),
        "home": .text(reference(toPath: "index.html")),
        "theme": .text(reference(toPath: SiteRenderer.themeFolder)),
        "search": .optional(site.searchPath.map { reference(toPath: $0) }),
      ],
      "page": .object(
        [
          "title": .text(metadata.title),
          "windowTitle": .text(
            metadata.title == configuration.title
              ? metadata.title : "\(metadata.title) · \(configuration.title)"),
          "description": .optional(PageDescription.of(page.document)),
          "showsTitle": .bool(!hasTitle),
          "isHome": .bool(isHome(index)),
        ].merging(machineValues) { first, _ in first }),
      "hasNavigation": .bool(!navigation.nodes.isEmpty),
      "navigation": .list(navigation.nodes.map { value(of: $0) }),
      "hasBreadcrumbs": .bool(!isHome(index)),
      "breadcrumbs": .list(breadcrumbs),
      "hasContents": .bool(TableOfContents(of: page.document).entries.count > 1),
      "contents": .list(TableOfContents(of: page.document).entries.map { Self.value(of: $0) }),
      "sections": .list(
        sections.enumerated().map { position, section in
          section.value(isFirst: position == 0)
        }),
      "moved": .list(site.movedAnchors(from: page.path)),
      "hasNeighbours": .bool(previous != nil || next != nil),
      "previous": neighbour(previous),
      "next": neighbour(next),
    ]
  }

  /// The path from the home page to this one: the entries above it, then the page itself.
  ///
  /// The home page has no path and isn't part of one; a template links to it through `site.home`.
  private var breadcrumbs: [TemplateValue] {
    if isHome(index) { return [] }
    let trail = navigation.trail(to: index)
    let above: [TemplateValue] = trail.dropLast().filter { !isHome($0.page) }.map { node in
      [
        "title": .text(node.title), "href": .optional(reference(to: node)),
        "isCurrent": .bool(false),
      ]
    }
    let title = trail.last?.title ?? page.document.metadata.title
    return above + [["title": .text(title), "href": .null, "isCurrent": .bool(true)]]
  }

  private func isHome(_ page: Int?) -> Bool {
    page.map { site.pages[$0].path } == "index.html"
  }

  private func value(of node: Navigation.Node) -> TemplateValue {
    [
      "title": .text(node.title),
      "href": .optional(reference(to: node)),
      "isCurrent": .bool(node.page == index),
      "isOpen": .bool(contains(index, in: node)),
      "hasItems": .bool(!node.items.isEmpty),
      "items": .list(node.items.map { value(of: $0) }),
    ]
  }

  private func contains(_ page: Int, in node: Navigation.Node) -> Bool {
    node.page == page || node.items.contains { contains(page, in: $0) }
  }

  private static func value(of entry: TableOfContents.Entry) -> TemplateValue {
    [
      "title": .text(entry.title),
      "href": .text("#\(entry.id)"),
      "hasItems": .bool(!entry.items.isEmpty),
      "items": .list(entry.items.map { value(of: $0) }),
    ]
  }

  private func neighbour(_ index: Int?) -> TemplateValue {
    guard let index else { return .bool(false) }
    let neighbour = site.pages[index]
    return [
      "title": .text(neighbour.document.metadata.title),
      "href": .text(reference(toPath: neighbour.path)),
    ]
  }

  private func reference(to node: Navigation.Node) -> String? {
    node.page.map { reference(toPath: site.pages[$0].path) } ?? node.address
  }

  private func reference(toPath path: String) -> String {
    SitePath.reference(from: page.path, to: path)
  }
}

extension TemplateValue {
  /// Returns a text, or `null`.
  static func optional(_ text: String?) -> TemplateValue {
    text.map { .text($0) } ?? .null
  }
}
