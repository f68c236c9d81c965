import DocgenDocModel
import DocgenGround

/// The data for a page's template.
///
/// Every object has every key, even if empty. Mustache looks up missing keys in the surrounding
/// objects, so that a navigation entry without `items` would show those of its parent.
struct PageContext {
  let configuration: SiteConfiguration
  let site: SiteMap
  let navigation: Navigation
  let shared: SharedValues
  /// The numbers of examples of each page.
  let counts: [ExampleCount]
  /// The name of the compiler that examples were built with, such as `Swift 6.3.1`.
  let toolchain: String?
  /// The page's index; `nil` for a page that only the theme has.
  let index: Int?
  let path: String
  /// The numbers of the navigation's entries from the top to the page.
  let trail: [Int]
  /// The path of the site's folder on its server, if the page's address is unknown.
  var root: String?

  var strings: ThemeStrings { configuration.strings }
  /// The path of the page that lists all pages; `nil` when the theme has none.
  var listing: String? { site.listing }

  /// The data of a document's page without the text of the document, and without the navigation.
  func surroundings(of page: SiteMap.Page) -> TemplateObject {
    let metadata = page.metadata
    let (previous, next) = index.map { navigation.neighbours(of: $0, in: site) } ?? (nil, nil)
    let breadcrumbs = breadcrumbs
    let own: TemplateObject = [
      "description": .optional(page.summary.description),
      "lead": .optional(metadata.description),
      "figures": index.map { counts[$0].value(strings) } ?? .null,
      "edit": page.isSearch
        ? .null : .optional(configuration.edit.map { $0 + SitePath.escaped(page.summary.source) }),
      "isHomeLayout": .bool(metadata.isHome),
    ]
    return value(
      title: metadata.title, page: own,
      rest: [
        "moved": .list(site.movedAnchors(from: path)),
        "hasBreadcrumbs": .bool(breadcrumbs.count > 1),
        "breadcrumbs": .list(breadcrumbs),
        "hasNeighbours": .bool(previous != nil || next != nil),
        "previous": neighbour(previous),
        "next": neighbour(next),
        "hasWays": .bool(!metadata.home.ways.isEmpty),
        "ways": .list(
          metadata.home.ways.map { way in
            ["title": .text(way.title), "href": .text(reference(to: way))]
          }),
        "groups": metadata.isHome ? .list(groups) : [],
        "tree": [],
      ])
  }

  /// Returns the data of a document's page.
  func value(
    of document: ParsedDocument, rendering sections: [RenderedSection], hero: String,
    hasTitle: Bool, in surroundings: TemplateObject, navigation entries: [Entry]
  ) -> TemplateValue {
    let contents = TableOfContents(of: document).entries
    var value = withCommon(surroundings, navigation: entries)
    value["page"] = value["page"]?.adding("showsTitle", .bool(!hasTitle))
    // A single section may have many parts, as the methods of a type.
    value["hasContents"] = .bool(contents.count > 1 || (contents.first?.items.count ?? 0) > 1)
    value["contents"] = .list(contents.map { Self.value(of: $0) })
    value["sections"] = .list(
      sections.enumerated().map { $1.value(isFirst: $0 == 0) })
    value["hero"] = .html(hero)
    return .object(value)
  }

  /// Returns the data of a page that only the theme has: its list of all pages, or its page for
  /// missing addresses.
  func value(title: String) -> TemplateValue {
    let value = value(
      title: title,
      page: [
        "description": .text(title), "lead": .null, "figures": .null, "showsTitle": .bool(true),
        "edit": .null, "isHomeLayout": .bool(false),
      ],
      rest: [
        "moved": [],
        "hasBreadcrumbs": .bool(false), "breadcrumbs": [], "hasContents": .bool(false),
        "contents": [], "sections": [], "hasNeighbours": .bool(false), "previous": .bool(false),
        "next": .bool(false), "groups": [], "tree": .list(tree),
      ])
    return .object(withCommon(value, navigation: entries))
  }

  /// Adds the theme's words and the numbers of examples, which are the same on every page, and the
  /// navigation.
  private func withCommon(
    _ value: TemplateObject, navigation entries: [Entry]
  ) -> TemplateObject {
    var value = value
    value["navigation"] = .list(values(of: entries))
    value["site"] = value["site"]?.adding("figures", shared.figures)
    value["strings"] = shared.strings
    value["scriptStrings"] = shared.scriptStrings
    return value
  }

  private func value(
    title: String, page: TemplateObject, rest: TemplateObject
  ) -> TemplateObject {
    let windowTitle =
      title == configuration.title ? title : "\(title) · \(configuration.title)"
    let own: TemplateObject = [
      "title": .text(title), "windowTitle": .text(windowTitle),
      "isHome": .bool(path == "index.html"),
      "address": .text(
        PublicAddresses.address(of: path, endsWithIndex: configuration.addressesEndWithIndex)),
    ]
    let tops = navigation.tops
    let common: TemplateObject = [
      "site": siteValue,
      "page": .object(own.merging(page).merging(machineValues)),
      "hasNavigation": .bool(!navigation.nodes.isEmpty),
      "hasTop": .bool(!tops.isEmpty),
      "top": .list(tops.map { value(ofTop: $0) }),
    ]
    return common.merging(rest)
  }

  private var siteValue: TemplateValue {
    [
      "title": .text(configuration.title),
      "description": .optional(configuration.description),
      "language": .text(configuration.language),
      "direction": shared.direction,
      "home": .text(reference(toPath: "index.html")),
      "theme": .text(reference(toPath: SiteRenderer.themeFolder)),
      "search": .optional(site.searchPath.map { reference(toPath: $0) }),
      "icon": .optional((site.favicon ?? configuration.logo?.path).map { reference(toPath: $0) }),
      "logo": .optional(configuration.logo.map { reference(toPath: $0.path) }),
      "logoSize": configuration.logoSize.map {
        ["width": .text(String($0.width)), "height": .text(String($0.height))]
      } ?? .null,
      "footer": .text(configuration.footer ?? configuration.title),
      "repository": .optional(configuration.repository),
      "contents": .optional(listing.map { reference(toPath: $0) }),
      "toolchain": .optional(toolchain),
      "proof": .optional(
        configuration.proof.flatMap { site.page(named: $0.path) }.map {
          reference(toPath: site.pages[$0].path)
        }),
    ]
  }

  func reference(toPath path: String) -> String {
    root.map { $0 + SitePath.reference(from: "index.html", to: path) }
      ?? SitePath.reference(from: self.path, to: path)
  }

  private func reference(to way: PageMetadata.Way) -> String {
    guard let index else { return way.destination }
    let resolver = LinkResolver(site: site)
    return resolver.reference(to: way.destination, from: site.pages[index], isImage: false)
  }
}

extension TemplateValue {
  /// Returns an object with another value.
  fileprivate func adding(_ name: TemplateName, _ value: TemplateValue) -> TemplateValue {
    guard case .object(var values) = self else { return self }
    values[name] = value
    return .object(values)
  }

  /// Returns a text, or `null`.
  static func optional(_ text: String?) -> TemplateValue {
    text.map { .text($0) } ?? .null
  }
}
