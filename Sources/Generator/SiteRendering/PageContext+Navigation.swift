import DocgenDocModel
import DocgenGround

extension PageContext {
  /// The entries above the page, then the page itself.
  ///
  /// The home page has no path and isn't part of one; a template links to it through `site.home`.
  var breadcrumbs: [TemplateValue] {
    guard let index, !isHome(index) else { return [] }
    let trail = trail.map { navigation[$0] }
    let above: [TemplateValue] = trail.filter { $0.page != index && !isHome($0.page) }.map { node in
      [
        "title": .text(node.title), "href": .optional(reference(to: node)),
        "isCurrent": .bool(false),
      ]
    }
    let title = trail.last { $0.page == index }?.title ?? site.pages[index].title
    return above + [["title": .text(title), "href": .null, "isCurrent": .bool(true)]]
  }

  /// The pages of each entry at the top of the navigation that has items, then the single pages.
  ///
  /// A group of a long navigation has its first pages and a link to all.
  var groups: [TemplateValue] {
    var singles: [Int] = []
    var groups: [TemplateValue] = []
    for node in navigation.nodes {
      let pages = Navigation.pages(of: [node]).filter { !isHome($0) }
      if pages.count > 1 || !node.items.isEmpty {
        groups.append(group(node.title, pages: pages, at: node.anchor))
      } else {
        singles += pages
      }
    }
    return groups + (singles.isEmpty ? [] : [group(strings["morePages"], pages: singles, at: "")])
  }

  private func group(_ title: String, pages: [Int], at anchor: String) -> TemplateValue {
    let isCut = navigation.isLong && listing != nil && pages.count > Self.mostCards
    return [
      "title": .text(title),
      "pages": .list((isCut ? pages.prefix(Self.mostCards) : pages[...]).map { value(ofCard: $0) }),
      "more": isCut ? .optional(listing(at: anchor)) : .null,
    ]
  }

  private static let mostCards = 12

  func value(ofCard page: Int) -> TemplateValue {
    [
      "title": .text(site.pages[page].title),
      "href": .text(reference(toPath: site.pages[page].path)),
      "description": .optional(site.pages[page].summary.description),
      "figures": counts[page].value(strings),
    ]
  }

  /// The address of an entry in the list of all pages.
  func listing(at anchor: String) -> String? {
    listing.map { reference(toPath: $0) + (anchor.isEmpty ? "" : "#\(anchor)") }
  }

  /// Returns a link of the bar; an entry without a page leads to the first page below it.
  func value(ofTop node: Navigation.Node) -> TemplateValue {
    let first = Navigation.firstPage(of: node).map { reference(toPath: site.pages[$0].path) }
    return [
      "title": .text(node.title), "href": .optional(reference(to: node) ?? first),
      "isOpen": .bool(trail.contains(node.number)),
    ]
  }

  func isHome(_ page: Int?) -> Bool {
    page.map { site.pages[$0].path } == "index.html"
  }

  static func value(of entry: TableOfContents.Entry) -> TemplateValue {
    var title = HTMLText.escape(entry.title)
    if !title.contains(" ") {
      // A name such as `logIn(with:)` breaks between its parts.
      title = title.replacing("(", with: "(<wbr>").replacing(":", with: ":<wbr>")
    }
    return [
      "title": .html(title),
      "href": .text("#\(entry.id)"),
      "hasItems": .bool(!entry.items.isEmpty),
      "items": .list(entry.items.map { value(of: $0) }),
    ]
  }

  func neighbour(_ index: Int?) -> TemplateValue {
    guard let index else { return .bool(false) }
    let neighbour = site.pages[index]
    return [
      "title": .text(neighbour.title),
      "href": .text(reference(toPath: neighbour.path)),
    ]
  }

  func reference(to node: Navigation.Node) -> String? {
    if let page = node.page { return reference(toPath: site.pages[page].path) }
    return node.address.map { address in
      LinkResolver.isRelative(address) ? reference(toPath: "") + address : address
    }
  }
}
