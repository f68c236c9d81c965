public import DocgenDocModel
public import DocgenGround

/// Renders the documents of a site and the results of their samples to the files of the site.
public struct SiteRenderer: Sendable {
  /// Returns highlighted HTML for code in a language; `nil` for an unknown language.
  public typealias Highlight = @Sendable (_ code: String, _ language: String) -> String?

  /// The result of rendering a site.
  public struct Result: Sendable {
    /// The documents of the pages, by the pages' paths.
    public var documents: [String: String]
    /// The problems with addresses, links, navigation and templates.
    public var diagnostics: [Diagnostic]
    /// The number of links and images checked.
    public var linkCount: Int
    /// The notes on links, for the build's summary.
    public var remarks: [String] = []
    /// The number of files that are pages.
    public var pageCount: Int
    /// The number of pages that are the same as in the last build.
    public var cachedPageCount: Int
    /// What pages were rendered from, by path, for the next build.
    public var records: [String: PageRecord]
  }

  /// The folder of the theme's files, below the output folder.
  public static let themeFolder = "theme"

  let configuration: SiteConfiguration
  let templates: TemplateLibrary
  let assets: [CopiedFile]
  let highlight: Highlight
  let toolchain: String?
  let changes: [String: ChangeDate]
  let symbols: [String: DocumentedSymbol]
  let linked: [String: LinkTarget]
  private let lazyEarlier: Lazy<[String: PageRecord]>
  var earlier: [String: PageRecord] { lazyEarlier.value }

  /// Creates a renderer of a site.
  ///
  /// - Parameters:
  ///   - configuration: the site's configuration.
  ///   - templates: the theme's templates; `page` and `redirect` are used, and `listing` and
  ///     `missing` if there are any.
  ///   - toolchain: the language version of the samples' compiler, such as `Swift 6.3`.
  ///   - assets: the copied files; if two have the same path, the second is an error.
  ///   - highlight: highlights code; called once for everything that a page shows.
  ///   - changes: when files last changed, by path.
  ///   - symbols: the symbols of documented modules, by their names.
  ///   - linked: where links to files that are no pages lead, by their path below the root.
  ///   - earlier: what the last build's pages were rendered from, by path, if everything else that
  ///     is the same on all pages is as it was then: configuration, templates, toolchain and
  ///     docgen.
  public init(
    configuration: SiteConfiguration, templates: TemplateLibrary, toolchain: String? = nil,
    assets: [CopiedFile],
    highlight: @escaping Highlight = { _, _ in nil },
    changes: [String: ChangeDate] = [:], symbols: [String: DocumentedSymbol] = [:],
    linked: [String: LinkTarget] = [:],
    earlier: Lazy<[String: PageRecord]> = Lazy([:])
  ) {
    self.configuration = configuration
    self.templates = templates
    self.assets = assets
    self.highlight = highlight
    self.toolchain = toolchain
    self.changes = changes
    self.symbols = symbols
    self.linked = linked
    lazyEarlier = earlier
  }

  /// Renders every page; a page with problems is rendered as far as possible.
  ///
  /// - Parameters:
  ///   - pages: the pages, prepared by `IndexPages`.
  ///   - write: called with each file of the site as it is made, on an arbitrary thread.
  public func render(
    _ pages: [SourcePage], outcomes: [SampleID: SampleOutcome],
    to write: @escaping @Sendable (SiteFile) -> Void
  ) -> Result {
    var diagnostics: [Diagnostic] = []
    let pages = addingSearchPage(
      to: IndexPages.withHome(pages, configuration: configuration, assets: assets))
    let bySource = Dictionary(pages.map { ($0.summary.source, $0) }) { first, _ in first }
    let context = siteContext(of: pages, outcomes: outcomes, diagnostics: &diagnostics)
    let site = context.site
    let renderings = site.pages.indices.concurrentMap { index in
      render(
        index, document: { bySource[site.pages[index].summary.source]!.document }, in: context,
        to: write)
    }
    diagnostics += renderings.flatMap(\.diagnostics)
    // Not of the page of the search, which is the last.
    let words = renderings.compactMap(\.words)
    let (ownFiles, _): (PageRecord?, Void) = SideBySide.results {
      self.ownFiles(in: context, diagnostics: &diagnostics, to: write)
    } _: {
      guard site.searchPath != nil else { return }
      let paths = site.pages.prefix(words.count).map(\.path)
      _ = SearchIndex(of: words, at: paths).renderedFiles.concurrentMap { write(.new($0)) }
    }
    let result = result(renderings, ownFiles: ownFiles, in: context, diagnostics: diagnostics)
    SideBySide.free((consume context, consume renderings, consume words))
    return result
  }

  private func result(
    _ renderings: [PageRendering], ownFiles: PageRecord?, in context: SiteContext,
    diagnostics: [Diagnostic]
  ) -> Result {
    let pages = context.site.pages
    let records = zip(pages, renderings).compactMap { page, rendering in
      rendering.record.map { (page.path, $0) }
    }
    return Result(
      documents: Dictionary(
        pages.filter { !$0.isSearch }.map { ($0.path, $0.summary.source) },
        uniquingKeysWith: { first, _ in first }),
      diagnostics: diagnostics, linkCount: context.links.reduce(0) { $0 + $1.counts.all },
      remarks: context.links.remarks, pageCount: pages.count { !$0.isSearch },
      cachedPageCount: renderings.count(where: \.isCached),
      records: Dictionary(
        records + (ownFiles.map { [(Self.ownFilesKey, $0)] } ?? []),
        uniquingKeysWith: { first, _ in first }))
  }
}
