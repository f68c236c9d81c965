import DocgenDocModel
import DocgenGround
import DocgenHashing

/// What a page is rendered with, apart from its own document.
struct SiteContext: Sendable {
  let site: SiteMap
  let navigation: Navigation
  let shared: SharedValues
  /// The numbers of examples of each page.
  let counts: [ExampleCount]
  /// For each page, the aliases of its headings that links use.
  let usedAliases: [Int: Set<String>]
  let outcomes: [SampleID: SampleOutcome]
  /// A hash of the symbols that pages link to, with what is said of them.
  let symbolsDigest: String
  let pageInputs: PageInputs
  /// For each page, a hash of what it is made from, apart from descriptions of other pages.
  let inputs: [String]
  let links: [LinkChecker]

  /// Returns the title by which readers tell a page from others in a list of results: with that of
  /// the entry above it, if several pages have the same.
  func searchTitle(of index: Int) -> String {
    let title = site.pages[index].title
    guard site.sharedTitles.contains(title) else { return title }
    let above = navigation.trail(to: index, in: site).map { navigation[$0] }
      .last { $0.page != index }
    return above.map { "\($0.title) › \(title)" } ?? title
  }
}

extension SiteRenderer {
  /// Returns what pages are rendered with: their addresses, the navigation and the targets of their
  /// links.
  func siteContext(
    of pages: [SourcePage], outcomes: [SampleID: SampleOutcome], diagnostics: inout [Diagnostic]
  ) -> SiteContext {
    var map = SiteMap(
      pages: pages.map(\.summary), assets: assets, changes: changes, symbols: symbols,
      links: configuration.links, linked: linked, diagnostics: &diagnostics)
    map.listing = ownPath(Self.listingPath, template: "listing", in: map)
    let site = map
    let navigation = Navigation(configuration: configuration, site: site, diagnostics: &diagnostics)
    let counts = site.pages.map { ExampleCount(of: $0.summary, outcomes: outcomes) }
    let shared = SharedValues(of: site, counts: counts, configuration: configuration)
    let symbolsDigest = symbolsDigest
    let pageInputs = PageInputs(
      of: site, navigation: navigation, outcomes: outcomes,
      shared: [
        symbolsDigest, toolchain ?? "", String(shared.hasFeed), String(site.hasSamples),
        site.favicon ?? "", configuration.title,
      ])
    let checked = checkedLinks(of: site, with: pageInputs)
    let links = checked.map(\.links)
    let usedAliases = links.reduce(into: [:]) { $0.merge($1.counts.usedAliases) { $0.union($1) } }
    diagnostics += links.diagnostics + problems(in: site)
    diagnostics += navigation.unlistedPages(of: site)
    return SiteContext(
      site: site, navigation: navigation, shared: shared, counts: counts,
      usedAliases: usedAliases, outcomes: outcomes, symbolsDigest: symbolsDigest,
      pageInputs: pageInputs, inputs: checked.map(\.inputs), links: links)
  }

  /// Checks the links of each page, unless the last build checked the same.
  private func checkedLinks(
    of site: SiteMap, with pageInputs: PageInputs
  ) -> [(links: LinkChecker, inputs: String)] {
    let resolver = LinkResolver(site: site)
    // Read here by all cores; in the loop, one would read it and the others would wait.
    let earlier = earlier
    return site.pages.indices.concurrentMap { index in
      let page = site.pages[index]
      if let known = earlier[page.path], let links = known.links,
        known.inputs == pageInputs.digest(of: index, links: links)
      {
        return (LinkChecker(links, resolver: resolver), known.inputs)
      }
      let links = LinkChecker(of: page, resolver: resolver)
      return (links, pageInputs.digest(of: index, links: links.cacheableCounts))
    }
  }

  private var symbolsDigest: String {
    var hash = ContentHash()
    for (name, symbol) in symbols.sorted(by: { $0.key < $1.key }) {
      for text in [name, symbol.target, symbol.declaration, symbol.summary] { hash.add(text) }
    }
    return hash.hexadecimal
  }
}
