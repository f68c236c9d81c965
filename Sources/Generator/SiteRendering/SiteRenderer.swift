public import DocgenDocModel
public import DocgenGround

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
  let highlight: Highlight
  let toolchain: String?
  private let changes: [String: ChangeDate]
  private let symbols: [String: String]
  let notes: [String: SymbolNote]
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
  ///   - changes: when files last changed, by path.
  ///   - symbols: where each symbol of a documented module is described, by its names.
  ///   - notes: what is said of each, by the same names.
  ///   - linked: where links to files that are no pages lead, by their path below the root.
  ///   - writesMachineFiles: whether to write `llms.txt`, Markdown, the sitemap, the feed and pictures.
  public init(
    configuration: SiteConfiguration, templates: TemplateLibrary, toolchain: String? = nil,
    assets: [CopiedFile],
    highlight: @escaping Highlight = { _, _ in nil },
    changes: [String: ChangeDate] = [:], symbols: [String: String] = [:],
    notes: [String: SymbolNote] = [:],
    linked: [String: LinkTarget] = [:], writesMachineFiles: Bool = false
  ) {
    self.configuration = configuration
    self.templates = templates
    self.assets = assets
    self.highlight = highlight
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
      to: IndexPages.assigned(in: documents, navigation: configuration.navigation, assets: assets))
    var map = SiteMap(
      documents: documents, assets: assets, changes: changes, symbols: symbols,
      links: configuration.links, linked: linked, diagnostics: &diagnostics)
    map.listing = ownPath(Self.listingPath, template: "listing", in: map)
    let site = map
    let navigation = Navigation(configuration: configuration, site: site, diagnostics: &diagnostics)
    let resolver = LinkResolver(site: site)
    let links = site.pages.concurrentMap { LinkChecker(of: $0, resolver: resolver) }
    let usedAliases = links.reduce(into: [:]) { $0.merge($1.usedAliases) { $0.union($1) } }
    diagnostics += links.diagnostics + problems(in: site)
    diagnostics += navigation.unlistedPages(of: site)
    let counts = site.pages.map { ExampleCount(of: $0.document, outcomes: outcomes) }
    let siteContext = SiteContext(
      site: site, navigation: navigation,
      shared: SharedValues(of: site, counts: counts, configuration: configuration), counts: counts,
      usedAliases: usedAliases, outcomes: outcomes)
    let searched = searchedPages(of: site, outcomes: outcomes)
    let (pages, searchFiles) = site.pages.indices.concurrentMap {
      page($0, in: siteContext)
    } beside: {
      SearchIndex(of: searched).files
    }
    diagnostics += pages.flatMap(\.diagnostics)
    var files =
      pages.map(\.file) + pages.flatMap(\.dataFiles) + redirects(site, diagnostics: &diagnostics)
    // A site without a home page begins with the list of its pages.
    let ownPages = [
      ("listing", Self.listingPath), ("listing", Self.homePath), ("missing", Self.missingPath),
    ]
    for (template, path) in ownPages {
      guard let path = ownPath(path, template: template, in: site) else { continue }
      var context = context(nil, at: path, in: siteContext)
      // A server sends this page for addresses in any folder.
      if path == Self.missingPath { context.root = rootAddress }
      let title = configuration.strings[path == Self.missingPath ? "missingTitle" : "allPages"]
      let rendering = templates.render(
        template, with: context.value(title: title), for: SourceLocation(file: "content"))
      diagnostics += rendering.diagnostics
      files.append(RenderedFile(path: path, text: rendering.text))
    }
    files += site.searchPath == nil ? [] : searchFiles
    if writesMachineFiles {
      // The author's own files come first.
      let taken = site.assets.union(files.map(\.path))
      files += machineFiles(
        of: site, navigation: navigation, resolver: resolver, outcomes: outcomes
      )
      .filter { !taken.contains($0.path) }
    }
    return Result(
      files: files,
      documents: Dictionary(
        site.pages.filter { !$0.isSearch }.map { ($0.path, $0.document.file.path) },
        uniquingKeysWith: { first, _ in first }),
      diagnostics: diagnostics, linkCount: links.reduce(0) { $0 + $1.count },
      remarks: links.remarks,
      pageCount: site.pages.count { !$0.isSearch })
  }

  /// Returns a page at every former address that redirects to the new one.
  private func redirects(_ site: SiteMap, diagnostics: inout [Diagnostic]) -> [RenderedFile] {
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
