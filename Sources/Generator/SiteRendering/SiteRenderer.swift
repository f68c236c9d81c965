public import DocModel
public import Ground

/// Renders the documents of a site and the results of their samples to the files of the site.
public struct SiteRenderer: Sendable {
  /// Returns highlighted HTML for code in a language; `nil` for an unknown language.
  public typealias Highlight = @Sendable (_ code: String, _ language: String) -> String?

  /// The result of rendering a site.
  public struct Result: Sendable {
    /// The pages, and redirects from former addresses.
    public var files: [RenderedFile]
    /// The documents of the pages among them, by the pages' paths.
    public var documents: [String: String]
    /// The problems with addresses, links, navigation and templates.
    public var diagnostics: [Diagnostic]
    /// The number of links and images checked.
    public var linkCount: Int
    /// The notes on links, for the build's summary.
    public var remarks: [String] = []
    /// The number of files that are pages.
    public var pageCount: Int
  }

  /// The folder of the theme's files, below the output folder.
  public static let themeFolder = "theme"

  let configuration: SiteConfiguration
  let templates: TemplateLibrary
  let assets: [CopiedFile]
  private let highlight: Highlight
  private let store: (any PageStore)?
  private let toolchain: String?
  private let changes: [String: ChangeDate]
  private let symbols: [String: String]
  private let notes: [String: SymbolNote]
  private let linked: [String: LinkTarget]
  private let writesMachineFiles: Bool

  /// Creates a renderer of a site.
  ///
  /// - Parameters:
  ///   - configuration: the site's configuration.
  ///   - templates: the theme's templates; `page` and `redirect` are used, and `listing` and
  ///     `missing` if there are any.
  ///   - toolchain: the language version of the samples' compiler, such as `Swift 6.3`.
  ///   - assets: the copied files; if two have the same path, the second is an error.
  ///   - highlight: highlights code; called once for everything that a page shows.
  ///   - store: caches pages for the next build, which must render with the same templates.
  ///   - changes: when files last changed, by path.
  ///   - symbols: where each symbol of a documented module is described, by its names.
  ///   - notes: what is said of each, by the same names.
  ///   - linked: where links to files that are no pages lead, by their path below the root.
  ///   - writesMachineFiles: whether to write `llms.txt`, Markdown, the sitemap, the feed and pictures.
  public init(
    configuration: SiteConfiguration, templates: TemplateLibrary, toolchain: String? = nil,
    assets: [CopiedFile],
    highlight: @escaping Highlight = { _, _ in nil }, store: (any PageStore)? = nil,
    changes: [String: ChangeDate] = [:], symbols: [String: String] = [:],
    notes: [String: SymbolNote] = [:],
    linked: [String: LinkTarget] = [:], writesMachineFiles: Bool = false
  ) {
    self.configuration = configuration
    self.templates = templates
    self.assets = assets
    self.highlight = highlight
    self.store = store
    self.toolchain = toolchain
    self.changes = changes
    self.symbols = symbols
    self.notes = notes
    self.linked = linked
    self.writesMachineFiles = writesMachineFiles
  }

  /// Renders every page; a page with problems is rendered as far as possible.
  public func render(
    _ documents: [ParsedDocument], outcomes: [SampleID: SampleOutcome]
  ) -> Result {
    var diagnostics: [Diagnostic] = []
    let documents = addingSearchPage(
      to: IndexPages.assigned(in: documents, configuration.navigation, assets))
    let site = SiteMap(
      documents: documents, assets: assets, changes: changes, symbols: symbols,
      links: configuration.links, linked: linked, &diagnostics)
    let navigation = Navigation(configuration: configuration, site: site, &diagnostics)
    var checker = LinkChecker(resolver: LinkResolver(site: site))
    for page in site.pages { checker.check(page) }
    diagnostics += checker.diagnostics + problems(in: site) + navigation.unlistedPages(of: site)
    let counts = site.pages.map { ExampleCount(of: $0.document, outcomes) }
    var files: [RenderedFile] = []
    var exchanges: [RenderedFile] = []
    let shared = store?.key(
      of: PageInputs(configuration, site, navigation, toolchain: toolchain).texts)
    func context(_ index: Int?, at path: String) -> PageContext {
      PageContext(
        configuration: configuration, site: site, navigation: navigation, counts: counts,
        toolchain: toolchain, listing: ownPath(Self.listingPath, "listing", in: site),
        index: index, path: path,
        trail: index.map { navigation.trail(to: $0, in: site) } ?? [])
    }
    for (index, page) in site.pages.enumerated() {
      let usedAliases = checker.usedAliases[index] ?? []
      let highlighting = HighlightedPageCode(of: page.document, outcomes, highlight)
      exchanges += transcripts(of: page, outcomes, highlighting)
      let types = PageTypes(of: page, outcomes, site, notes)
      if let file = types.file { exchanges.append(file) }
      // The search page doesn't count as a page, and must not count as a cached one.
      let key = (page.isSearch ? nil : shared).flatMap { shared in
        store?.key(
          of: PageInputs(shared, page, usedAliases: usedAliases, outcomes, highlighting).texts
            + types.blocks.map { "\($0.value) \($0.key.text)" }.sorted()
            + (page.document.metadata.isHome ? Self.inputs(ofHomeIn: site, counts) : []))
      }
      if let known = key.flatMap({ store?.page(for: $0) }) {
        files.append(RenderedFile(path: page.path, text: known))
        continue
      }
      var renderer = HTMLRenderer(
        page: page, resolver: checker.resolver, usedAliases: usedAliases, outcomes: outcomes,
        highlighting: highlighting, types: types, toolchain: toolchain, configuration)
      let hero = page.document.metadata.isHome ? renderer.renderHero() : ""
      let context = context(index, at: page.path)
      var sections = renderer.renderSections()
      if page.isSearch { sections[0].body = searchText(in: context, &diagnostics) }
      let value = context.value(
        of: page.document, rendering: sections, hero: hero, hasTitle: renderer.hasTitle)
      let rendering = templates.render(
        "page", with: value, for: SourceLocation(file: page.document.file.path))
      files.append(RenderedFile(path: page.path, text: rendering.text))
      diagnostics += rendering.diagnostics
      // A page with problems isn't cached, so that every build reports them.
      if let key, rendering.diagnostics.isEmpty { store?.store(rendering.text, for: key) }
    }
    files += exchanges + redirects(site, &diagnostics)
    // A site without a home page begins with the list of its pages.
    let ownPages = [
      ("listing", Self.listingPath), ("listing", Self.homePath), ("missing", Self.missingPath),
    ]
    for (template, path) in ownPages {
      guard let path = ownPath(path, template, in: site) else { continue }
      var context = context(nil, at: path)
      // A server sends this page for addresses in any folder.
      if path == Self.missingPath { context.root = rootAddress }
      let title = configuration.strings[path == Self.missingPath ? "missingTitle" : "allPages"]
      let rendering = templates.render(
        template, with: context.value(title: title), for: SourceLocation(file: "content"))
      diagnostics += rendering.diagnostics
      files.append(RenderedFile(path: path, text: rendering.text))
    }
    files += searchFiles(of: site, outcomes)
    if writesMachineFiles {
      // The author's own files come first.
      let taken = site.assets.union(files.map(\.path))
      files += machineFiles(of: site, navigation, checker.resolver, outcomes)
        .filter { !taken.contains($0.path) }
    }
    return Result(
      files: files,
      documents: Dictionary(
        site.pages.filter { !$0.isSearch }.map { ($0.path, $0.document.file.path) },
        uniquingKeysWith: { first, _ in first }),
      diagnostics: diagnostics, linkCount: checker.count, remarks: checker.remarks,
      pageCount: site.pages.count { !$0.isSearch })
  }

  /// Returns a page for each sample with HTTP messages that readers see.
  private func transcripts(
    of page: SiteMap.Page, _ outcomes: [SampleID: SampleOutcome],
    _ highlighting: HighlightedPageCode
  ) -> [RenderedFile] {
    var files: [RenderedFile] = []
    page.document.forEachBlock { block in
      guard case .sample(let id, _) = block.kind else { return }
      let exchange = Exchange(of: id, outcomes, highlighting)
      guard !exchange.messages.isEmpty else { return }
      let transcript = TranscriptPage(of: exchange, on: page)
      files.append(
        RenderedFile(
          path: transcript.path,
          text: transcript.text(
            highlighting, configuration.strings, language: configuration.language)))
    }
    return files
  }

  /// Returns a page at every former address that redirects to the new one.
  private func redirects(_ site: SiteMap, _ diagnostics: inout [Diagnostic]) -> [RenderedFile] {
    site.redirects.map { redirect in
      let document = redirect.page.document
      let value: TemplateValue = [
        "title": .text(document.metadata.title),
        "language": .text(configuration.language),
        "href": .text(SitePath.reference(from: redirect.path, to: redirect.page.path)),
        "theme": .text(SitePath.reference(from: redirect.path, to: Self.themeFolder)),
        "moved": .list(site.movedAnchors(from: redirect.path)),
      ]
      let rendering = templates.render(
        "redirect", with: value, for: SourceLocation(file: document.file.path))
      diagnostics += rendering.diagnostics
      return RenderedFile(path: redirect.path, text: rendering.text)
    }
  }
}
