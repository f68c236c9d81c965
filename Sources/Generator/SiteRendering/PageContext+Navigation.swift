import DocModel
import Ground

extension PageContext {
  /// The entries above the page, then the page itself.
  ///
  /// The home page has no path and isn't part of one; a template links to it through `site.home`.
  var breadcrumbs: [TemplateValue] {
    guard let index, !isHome(index) else { return [] }
    let trail = navigation.trail(to: index, in: site)
    let above: [TemplateValue] = trail.filter { $0.page != index && !isHome($0.page) }.map { node in
      [
        "title": .text(node.title), "href": .optional(reference(to: node)),
        "isCurrent": .bool(false),
      ]
    }
    let title = trail.last { $0.page == index }?.title ?? site.pages[index].document.metadata.title
    return above + [["title": .text(title), "href": .null, "isCurrent": .bool(true)]]
  }

  /// The pages of each entry at the top of the navigation that has items, then the single pages.
  ///
  /// The list of all pages also has those outside the navigation, after the page of their folder.
  var groups: [TemplateValue] {
    let isListing = index == nil
    var singles: [Int] = []
    var groups: [TemplateValue] = []
    for node in navigation.nodes {
      var pages = Navigation.pages(of: [node]).filter { !isHome($0) }
      if isListing { pages = pages.flatMap { [$0] + navigation.unlisted(below: $0, in: site) } }
      if pages.count > 1 || !node.items.isEmpty {
        groups.append(group(node.title, pages))
      } else {
        singles += pages
      }
    }
    if isListing { singles += navigation.unlisted(below: nil, in: site).filter { !isHome($0) } }
    return groups + (singles.isEmpty ? [] : [group(strings["morePages"], singles)])
  }

  private func group(_ title: String, _ pages: [Int]) -> TemplateValue {
    [
      "title": .text(title),
      "pages": .list(
        pages.map { page in
          let document = site.pages[page].document
          return [
            "title": .text(document.metadata.title),
            "href": .text(reference(toPath: site.pages[page].path)),
            "description": .optional(PageDescription.of(document)),
            "figures": counts[page].value(strings),
          ]
        }),
    ]
  }

  func value(of node: Navigation.Node, isTop: Bool = false) -> TemplateValue {
    [
      "title": .text(node.title),
      "href": .optional(reference(to: node)),
      "isCurrent": .bool(node.page != nil && node.page == index),
      "isOpen": .bool(contains(index, in: node)),
      "isFolded": .bool(isTop && !node.items.isEmpty && navigation.isLong),
      "hasItems": .bool(!node.items.isEmpty),
      "items": .list(node.items.map { value(of: $0) }),
    ]
  }

  /// Returns a link of the bar; an entry without a page leads to the first page below it.
  func value(ofTop node: Navigation.Node) -> TemplateValue {
    let first = Navigation.pages(of: [node]).first.map { reference(toPath: site.pages[$0].path) }
    let isAbove = index.map { navigation.trail(to: $0, in: site).contains { $0.isSame(as: node) } }
    return [
      "title": .text(node.title), "href": .optional(reference(to: node) ?? first),
      "isOpen": .bool(isAbove ?? false),
    ]
  }

  private func contains(_ page: Int?, in node: Navigation.Node) -> Bool {
    page != nil && (node.page == page || node.items.contains { contains(page, in: $0) })
  }

  private func isHome(_ page: Int?) -> Bool {
    page.map { site.pages[$0].path } == "index.html"
  }

  static func value(of entry: TableOfContents.Entry) -> TemplateValue {
    [
      "title": .text(entry.title),
      "href": .text("#\(entry.id)"),
      "hasItems": .bool(!entry.items.isEmpty),
      "items": .list(entry.items.map { value(of: $0) }),
    ]
  }

  func neighbour(_ index: Int?) -> TemplateValue {
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
}
