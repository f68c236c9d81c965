import DocgenDocModel
import DocgenGround

/// The tree of the site's pages, of which every page shows its branch.
struct Navigation: Sendable {
  /// An entry.
  struct Node: Sendable {
    var title: String
    /// The index of its page; `nil` if it has none.
    var page: Int?
    /// Its address when it isn't a page.
    var address: String?
    var items: [Node]
    /// Whether the bar above every page links to it.
    var isTop = false
    /// Its position in the tree.
    var number = 0
    /// Its anchor on the page that lists all pages; empty for an entry without items.
    var anchor = ""
    /// A hash of what pages show of it, apart from the entries below it.
    var digest: UInt64 = 0
    /// A hash of what pages show of the entries directly below it.
    var itemsDigest: UInt64 = 0
  }

  /// The number of entries beyond which a page shows only its branch.
  private static let mostOpenEntries = 40

  private(set) var nodes: [Node]
  /// The indices of all pages of the tree in reading order, each once.
  let pages: [Int]
  /// The entries that the bar above every page links to.
  let tops: [Node]
  /// Whether the tree is too long for every page.
  let isLong: Bool
  /// The file of the configured tree; `nil` for one from the pages' folders.
  private let file: String?
  /// All entries by their numbers, each with the number of the entry above.
  private let all: [(node: Node, parent: Int?)]
  private let numbers: [Int: Int]
  private let positions: [Int: Int]
  /// The pages outside the tree that are below a folder's page, or below none.
  private let unlisted: [Int?: [Int]]
  /// A hash of the entries that every page may show.
  private let sharedDigest: UInt64

  /// Creates the configured tree, or one from the pages' folders.
  init(
    configuration: SiteConfiguration, site: SiteMap, diagnostics: inout [Diagnostic]
  ) {
    file = configuration.navigation?.first?.location.file
    nodes =
      configuration.navigation.map { Self.nodes(for: $0, site: site, diagnostics: &diagnostics) }
      ?? Self.nodesFromFolders(site) + Self.reference(of: configuration, in: site)
    var all: [(node: Node, parent: Int?)] = []
    var anchors: Set<String> = []
    Self.number(&nodes, below: nil, of: site, all: &all, anchors: &anchors)
    self.all = all
    numbers = Dictionary(
      all.enumerated().compactMap { number, entry in entry.node.page.map { ($0, number) } },
      uniquingKeysWith: { first, _ in first })
    pages = Self.pages(of: nodes)
    positions = Dictionary(uniqueKeysWithValues: pages.enumerated().map { ($1, $0) })
    tops = all.map(\.node).filter(\.isTop)
    isLong = pages.count > Self.mostOpenEntries
    sharedDigest = StableHash.mixed(
      Self.digest(of: isLong && site.listing != nil ? nodes : all.map(\.node)),
      Self.digest(of: tops))
    let others = site.pages.indices.filter { [numbers] in
      numbers[$0] == nil && !site.pages[$0].isSearch
    }
    unlisted = Dictionary(grouping: others) { Self.parent(of: $0, in: site) }
      .mapValues { pages in
        pages.map { (key: site.pages[$0].sortKey, page: $0) }.sorted { $0.key < $1.key }.map(\.page)
      }
  }

  private static func number(
    _ nodes: inout [Node], below parent: Int?, of site: SiteMap,
    all: inout [(node: Node, parent: Int?)], anchors: inout Set<String>
  ) {
    for index in nodes.indices {
      let number = all.count
      nodes[index].number = number
      // Only lists of entries have an anchor.
      if !nodes[index].items.isEmpty {
        let title = nodes[index].title.lowercased().split { !$0.isLetter && !$0.isNumber }
        let above = parent.map { all[$0].node.anchor + "-" } ?? ""
        var anchor = above + title.joined(separator: "-")
        while !anchors.insert(anchor).inserted { anchor += "-" }
        nodes[index].anchor = anchor
      }
      let target = nodes[index].page.map { site.pages[$0].path } ?? nodes[index].address
      let shown = [
        nodes[index].title, nodes[index].anchor, target ?? "",
        nodes[index].items.isEmpty ? "" : "+",
      ]
      nodes[index].digest = shown.reduce(8) { StableHash.mixed($0, StableHash.of($1.utf8)) }
      all.append((nodes[index], parent))
      Self.number(&nodes[index].items, below: number, of: site, all: &all, anchors: &anchors)
      nodes[index].itemsDigest = Self.digest(of: nodes[index].items)
      all[number].node = nodes[index]
    }
  }

  private static func nodes(
    for entries: [SiteConfiguration.NavigationEntry], site: SiteMap,
    diagnostics: inout [Diagnostic]
  ) -> [Node] {
    var nodes: [Node] = []
    for entry in entries {
      let items = Self.nodes(for: entry.items, site: site, diagnostics: &diagnostics)
      switch entry.target {
      case .none:
        nodes.append(Node(title: entry.title ?? "", items: items, isTop: entry.isTop))
      case .address(let address):
        nodes.append(
          Node(title: entry.title ?? address, address: address, items: items, isTop: entry.isTop))
      case .page(let name):
        guard let index = site.page(named: name) else {
          let nearest = site.nearestName(to: name)
          diagnostics.append(
            Diagnostic(.unknownNavigationPage(name, nearest: nearest), at: entry.location))
          continue
        }
        if site.sharedIDs.contains(name) {
          let file = site.pages[index].summary.source
          diagnostics.append(
            Diagnostic(.sharedNavigationID(name, file: file), at: entry.location))
        }
        let title = entry.title ?? site.pages[index].title
        nodes.append(Node(title: title, page: index, items: items, isTop: entry.isTop))
      }
    }
    return nodes
  }

  /// Returns an entry with the modules that have pages of their types; none if no module has.
  private static func reference(of configuration: SiteConfiguration, in site: SiteMap) -> [Node] {
    let modules = configuration.reference.compactMap { site.page(at: "reference/\($0.path)") }
    let items = modules.map { Node(title: site.pages[$0].title, page: $0, items: []) }
    return items.isEmpty ? [] : [Node(title: configuration.strings["reference"], items: items)]
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

  /// Returns the page of an entry or the first one below it.
  static func firstPage(of node: Node) -> Int? {
    node.page ?? node.items.lazy.compactMap { firstPage(of: $0) }.first
  }

  /// Returns a warning for each page that the configured tree lacks, unless its author says so.
  func unlistedPages(of site: SiteMap) -> [Diagnostic] {
    guard let file else { return [] }
    return site.pages.enumerated().compactMap { index, page in
      guard numbers[index] == nil, page.path != "index.html",
        page.metadata.isInNavigation
      else { return nil }
      return Diagnostic(
        .unlistedPage(in: file), at: page.location())
    }
  }

  /// Returns the pages before and after a page: in the tree, or for a page outside it, among those
  /// outside it that have the same parent.
  func neighbours(of page: Int, in site: SiteMap) -> (previous: Int?, next: Int?) {
    var order = pages
    var position = positions[page]
    if position == nil {
      order = unlisted(below: Self.parent(of: page, in: site))
      position = order.firstIndex(of: page)
    }
    guard let position else { return (nil, nil) }
    return (
      position > 0 ? order[position - 1] : nil,
      position + 1 < order.count ? order[position + 1] : nil
    )
  }

  /// Returns the pages outside the tree that are below a folder's page.
  func unlisted(below page: Int?) -> [Int] { unlisted[page] ?? [] }

  private static func digest(of nodes: [Node]) -> UInt64 {
    nodes.reduce(9) { StableHash.mixed($0, $1.digest) }
  }

  /// Returns a hash of what a page may show of the tree, except for its neighbours: the entries at
  /// each level of its trail, and those below it.
  func digest(around page: Int, in site: SiteMap) -> UInt64 {
    trail(to: page, in: site).reduce(sharedDigest) {
      StableHash.mixed($0, all[$1].node.itemsDigest)
    }
  }

  /// Returns the numbers of the entries from the top to a page, including the page's own.
  ///
  /// A page outside the tree is below its folder's page; the trail is empty if that is outside too.
  func trail(to page: Int, in site: SiteMap) -> [Int] {
    var number = numbers[page] ?? Self.parent(of: page, in: site).flatMap { numbers[$0] }
    var trail: [Int] = []
    while let next = number {
      trail.append(next)
      number = all[next].parent
    }
    return trail.reversed()
  }

  /// The entry with a number.
  subscript(number: Int) -> Node { all[number].node }
}

extension Diagnostic.Message {
  static func unlistedPage(in file: String) -> Self {
    Self(
      .unlistedPage, .warning,
      "the navigation in '\(file)' doesn't list this page; add it there, or write "
        + "'navigation: false' in its front matter")
  }

  static func sharedNavigationID(_ id: String, file: String) -> Self {
    Self(
      .invalidSiteValue,
      "several pages have the id '\(id)'; write the file of the one you mean, such as '\(file)'")
  }

  static func unknownNavigationPage(_ name: String, nearest: String?) -> Self {
    let way = nearest.map { "; the nearest is '\($0)'" } ?? ""
    return Self(
      .invalidSiteValue, "the navigation names a page '\(name)' that does not exist\(way)")
  }
}
