import DocgenDocModel
import DocgenGround

/// The paths of all pages and files of the site, and the targets of links.
struct SiteMap {
  /// A page with its path.
  struct Page {
    /// The path of its file, below the output folder.
    let path: String
    let summary: PageSummary
    /// When its file last changed; `nil` when unknown.
    let changed: ChangeDate?

    var metadata: PageMetadata { summary.metadata }
    var title: String { summary.metadata.title }
    /// Whether its document is in a DocC catalog.
    var isOfCatalog: Bool { summary.source.contains(bytesOf: ".docc/") }
    var anchors: PageAnchors { summary.anchors }

    /// Returns a location in the page's document.
    func location(_ range: SourceRange? = nil) -> SourceLocation {
      SourceLocation(file: summary.source, range: range)
    }
  }

  /// A page at a former address that redirects to a page.
  struct Redirect {
    /// The path of its file, below the output folder.
    let path: String
    /// The target.
    let page: Page
  }

  /// The pages in the order of the documents.
  let pages: [Page]
  /// Whether a page has a sample; otherwise no block is marked as not verified.
  let hasSamples: Bool
  /// The titles that several pages have.
  let sharedTitles: Set<String>
  /// The ids that several pages have.
  let sharedIDs: Set<String>
  /// The paths of the copied files, below the output folder.
  let assets: Set<String>
  /// The sizes of those that are images, where known.
  let imageSizes: [String: ImageSize]
  /// The redirects from former addresses.
  let redirects: [Redirect]
  /// The anchors that are now on another page, by the path of the page or redirect that had them.
  let movedAnchors: [String: [MovedAnchor]]
  /// The meaning of links that were written for another generator.
  let links: LinkRules
  /// The symbols of documented modules, by their names.
  let symbols: [String: DocumentedSymbol]
  /// Where links to files that are no pages lead, by their path below the root.
  let linked: [String: LinkTarget]
  /// The path of the page that lists all pages; `nil` when the theme has none.
  var listing: String?
  let redirectsByPath: [String: Redirect]
  let pageByPath: [String: Int]
  let pageBySource: [String: Int]
  let pageByID: [String: Int]
  /// The only page that other generators would have at an address, by that in lower case.
  let pageByOtherPath: Lazy<[String: Int]>
  /// The pages by the names of their files, in which DocC writes `-` for spaces.
  let articles: Lazy<[String: [Int]]>
  /// The pages' addresses and sources without endings, and the files, to look for a link without a
  /// target.
  private let lazyKnown: Lazy<(pages: PathIndex, sources: PathIndex, files: PathIndex)>
  var known: (pages: PathIndex, sources: PathIndex, files: PathIndex) { lazyKnown.value }

  /// Assigns each page its path, and reports paths that aren't available.
  init(
    pages summaries: [PageSummary], assets: [CopiedFile], changes: [String: ChangeDate] = [:],
    symbols: [String: DocumentedSymbol] = [:], links: LinkRules = LinkRules(),
    linked: [String: LinkTarget] = [:], diagnostics: inout [Diagnostic]
  ) {
    self.symbols = symbols
    self.links = links
    self.linked = linked
    var addresses = SiteAddresses()
    Self.reserve(assets, in: &addresses, diagnostics: &diagnostics)
    let pages = Self.pages(
      of: summaries, changes: changes, in: &addresses, diagnostics: &diagnostics)
    self.pages = pages
    hasSamples = pages.contains { !$0.summary.samples.isEmpty }
    var titles: Set<String> = []
    sharedTitles = Set(pages.map(\.title).filter { !titles.insert($0).inserted })
    var ids: Set<String> = []
    // Those of the reference are docgen's own; an author's page comes first.
    sharedIDs = Set(
      pages.lazy.filter { !$0.path.hasPrefix("reference/") }.compactMap(\.metadata.id)
        .filter { !ids.insert($0).inserted })
    self.assets = Set(assets.map(\.path))
    imageSizes = Dictionary(assets.compactMap { file in file.size.map { (file.path, $0) } }) {
      first, _ in first
    }
    pageByPath = Dictionary(uniqueKeysWithValues: pages.enumerated().map { ($1.path, $0) })
    var pageBySource = Dictionary(
      pages.enumerated().map { ($1.summary.source, $0) }, uniquingKeysWith: { first, _ in first })
    for (index, page) in pages.enumerated() {
      for source in page.summary.metadata.formerSources { pageBySource[source] = index }
    }
    self.pageBySource = pageBySource
    pageByID = Dictionary(
      pages.enumerated().compactMap { index, page in page.metadata.id.map { ($0, index) } },
      uniquingKeysWith: { first, _ in first })
    // Few sites have links that need these.
    let otherPaths = Lazy { [pages] in Self.otherPaths(of: pages) }
    pageByOtherPath = otherPaths
    articles = Lazy { [pages] in
      Dictionary(grouping: pages.indices) { index in
        let path = DocumentPath.withoutEnding(pages[index].summary.source)
        return String((path.split(separator: "/").last ?? "").replacing(" ", with: "-"))
      }
    }
    lazyKnown = Lazy { [pages, files = self.assets] in
      (
        PathIndex(otherPaths.value.keys.map(Self.address)),
        PathIndex(pages.map { String(DocumentPath.withoutEnding($0.summary.source)) }),
        PathIndex(Self.authors(files))
      )
    }
    redirects = Self.redirects(to: pages, addresses: &addresses, diagnostics: &diagnostics)
    redirectsByPath = Dictionary(redirects.map { ($0.path, $0) }) { first, _ in first }
    movedAnchors = Self.movedAnchors(to: pages, redirects: redirects, diagnostics: &diagnostics)
  }

  /// Returns the addresses without regard to case, as of Hugo, and those that end in the page's
  /// `id`, as of Docusaurus, without those of several pages.
  ///
  /// Numbers before names, as in `02-guides/01-login.md` and `2026-08-10-news.md`, are no part of
  /// them.
  private static func otherPaths(of pages: [Page]) -> [String: Int] {
    var found: [String: Int] = [:]
    var shared: Set<String> = []
    func add(_ path: String, of index: Int) {
      let path = otherPath(path)
      if found.updateValue(index, forKey: path).map({ $0 != index }) == true { shared.insert(path) }
    }
    for (index, page) in pages.enumerated() {
      add(page.path, of: index)
      guard let id = page.metadata.id else { continue }
      let folder = SitePath.folder(of: page.summary.source).drop { $0 == "content" }
      add((folder + [id[...], "index.html"]).joined(separator: "/"), of: index)
    }
    return shared.isEmpty ? found : found.filter { !shared.contains($0.key) }
  }

  static func otherPath(_ path: String) -> String {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let names = path.lowercased().utf8.split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return names.map { name in
      let number = name.prefix { digits.contains($0) || "-_.".utf8.contains($0) }
      guard let first = number.first, digits.contains(first), number.endIndex < name.endIndex,
        let mark = number.lastIndex(where: { !digits.contains($0) })
      else { return String(Substring(name)) }
      return String(Substring(name[name.index(after: mark)...]))
    }.joined(separator: "/")
  }
}
