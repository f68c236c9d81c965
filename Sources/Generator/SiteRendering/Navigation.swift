import DocModel
import Ground

/// The tree of the site's pages, which every page shows.
struct Navigation {
  /// An entry.
  struct Node {
    var title: String
    /// The index of its page; `nil` if it has none.
    var page: Int?
    /// Its address when it isn't a page.
    var address: String?
    var items: [Node]
    /// Whether the bar above every page links to it.
    var isTop = false

    /// Whether both are the same entry of the navigation.
    func isSame(as other: Node) -> Bool {
      title == other.title && page == other.page && address == other.address
    }
  }

  /// The number of entries beyond which only the branch of the current page is open.
  private static let mostOpenEntries = 40

  let nodes: [Node]
  /// The indices of all pages of the tree in reading order, each once.
  let pages: [Int]
  /// The entries that the bar above every page links to.
  let tops: [Node]
  /// Whether the tree is too long to be open as a whole.
  let isLong: Bool
  /// The file of the configured tree; `nil` for one from the pages' folders.
  private let file: String?

  /// Creates the configured tree, or one from the pages' folders.
  init(
    configuration: SiteConfiguration, site: SiteMap, _ diagnostics: inout [Diagnostic]
  ) {
    file = configuration.navigation?.first?.location.file
    if let entries = configuration.navigation {
      nodes = Self.nodes(for: entries, site, &diagnostics)
    } else {
      nodes = Self.nodesFromFolders(site)
    }
    pages = Self.pages(of: nodes)
    tops = Self.tops(of: nodes)
    isLong = pages.count > Self.mostOpenEntries
  }

  private static func nodes(
    for entries: [SiteConfiguration.NavigationEntry], _ site: SiteMap,
    _ diagnostics: inout [Diagnostic]
  ) -> [Node] {
    var nodes: [Node] = []
    for entry in entries {
      let items = Self.nodes(for: entry.items, site, &diagnostics)
      switch entry.target {
      case .none:
        nodes.append(Node(title: entry.title ?? "", items: items, isTop: entry.isTop))
      case .address(let address):
        nodes.append(
          Node(title: entry.title ?? address, address: address, items: items, isTop: entry.isTop))
      case .page(let name):
        guard let index = site.page(named: name) else {
          let nearest = Suggestion.closest(to: name, among: site.pageNames)
          diagnostics.append(
            Diagnostic(.unknownNavigationPage(name, nearest: nearest), at: entry.location))
          continue
        }
        let title = entry.title ?? site.pages[index].document.metadata.title
        nodes.append(Node(title: title, page: index, items: items, isTop: entry.isTop))
      }
    }
    return nodes
  }

  /// Builds the tree from folders: pages below the folder of another page's `index.html` become its
  /// items, except for the home page's.
  private static func nodesFromFolders(_ site: SiteMap) -> [Node] {
    let order = site.pages.indices.filter { site.pages[$0].document.metadata.isInNavigation }
      .sorted { site.pages[$0].sortKey < site.pages[$1].sortKey }
    func items(of parent: Int?) -> [Node] {
      order.filter { Self.parent(of: $0, in: site) == parent }.map { index in
        Node(
          title: site.pages[index].document.metadata.title, page: index, items: items(of: index))
      }
    }
    return items(of: nil)
  }

  private static func parent(of index: Int, in site: SiteMap) -> Int? {
    let path = site.pages[index].path
    var folder = SitePath.folder(of: path)
    if path.hasSuffix("/index.html") { folder = folder.dropLast() }
    while !folder.isEmpty {
      if let found = site.page(at: folder.joined(separator: "/")), found != index { return found }
      folder = folder.dropLast()
    }
    return nil
  }

  /// Returns the indices of all pages of some entries, each once.
  static func pages(of nodes: [Node]) -> [Int] {
    var seen: Set<Int> = []
    func walk(_ nodes: [Node]) -> [Int] {
      nodes.flatMap { node in [node.page].compactMap { $0 } + walk(node.items) }
    }
    return walk(nodes).filter { seen.insert($0).inserted }
  }

  /// Returns a warning for each page that the configured tree lacks, unless its author says so.
  func unlistedPages(of site: SiteMap) -> [Diagnostic] {
    guard let file else { return [] }
    let listed = Set(pages)
    return site.pages.enumerated().compactMap { index, page in
      guard !listed.contains(index), page.path != "index.html",
        page.document.metadata.isInNavigation
      else { return nil }
      return Diagnostic(
        .unlistedPage(in: file), at: SourceLocation(file: page.document.file.path))
    }
  }

  private static func tops(of nodes: [Node]) -> [Node] {
    nodes.flatMap { node in (node.isTop ? [node] : []) + tops(of: node.items) }
  }

  /// Returns the pages in whose order "previous" and "next" go: those of the tree, or for a page
  /// outside it, those outside it that have the same parent.
  func neighbours(of page: Int, in site: SiteMap) -> [Int] {
    let pages = pages
    if pages.contains(page) { return pages }
    return unlisted(below: Self.parent(of: page, in: site), in: site)
  }

  /// Returns the pages outside the tree that are below a folder's page.
  func unlisted(below page: Int?, in site: SiteMap) -> [Int] {
    let pages = Set(pages)
    return site.pages.indices.filter {
      !pages.contains($0) && !site.pages[$0].isSearch && Self.parent(of: $0, in: site) == page
    }.sorted { site.pages[$0].sortKey < site.pages[$1].sortKey }
  }

  /// Returns the entries from the top to a page, including the page's own.
  ///
  /// A page outside the tree is below its folder's page; the trail is empty if that is outside too.
  func trail(to page: Int, in site: SiteMap) -> [Node] {
    let own = trail(to: page)
    if !own.isEmpty { return own }
    return Self.parent(of: page, in: site).map { trail(to: $0) } ?? []
  }

  private func trail(to page: Int) -> [Node] {
    func find(_ nodes: [Node]) -> [Node]? {
      for node in nodes {
        if node.page == page { return [node] }
        if let rest = find(node.items) { return [node] + rest }
      }
      return nil
    }
    return find(nodes) ?? []
  }
}

extension SiteMap.Page {
  /// The home page comes first, then pages by `order`, then by title.
  fileprivate var sortKey: (Int, Int, String) {
    let metadata = document.metadata
    return (path == "index.html" ? 0 : 1, metadata.order ?? Int.max, metadata.title)
  }
}

extension Diagnostic.Message {
  static func unlistedPage(in file: String) -> Self {
    Self(
      .unlistedPage, .warning,
      "the navigation in '\(file)' doesn't list this page; add it there, or write "
        + "'navigation: false' in its front matter")
  }

  static func unknownNavigationPage(_ name: String, nearest: String?) -> Self {
    let way = nearest.map { "; the nearest is '\($0)'" } ?? ""
    return Self(
      .invalidSiteValue, "the navigation names a page '\(name)' that does not exist\(way)")
  }
}
