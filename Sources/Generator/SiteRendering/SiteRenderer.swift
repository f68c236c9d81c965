public import DocModel
public import Ground

/// Turns the documents of a site, and what their samples did, into the files of the site.
public struct SiteRenderer: Sendable {
  /// Gives highlighted HTML for code in a language; `nil` for a language it does not know.
  public typealias Highlight = @Sendable (_ code: String, _ language: String) -> String?

  /// What a site renders to.
  public struct Result: Sendable {
    /// The pages, and pages that lead on from old addresses.
    public var files: [RenderedFile]
    /// What is wrong with addresses, links, navigation and templates.
    public var diagnostics: [Diagnostic]
    /// How many links and images were checked.
    public var linkCount: Int
    /// How many of the files are pages.
    public var pageCount: Int
  }

  /// The folder of the theme's own files, below the output folder.
  public static let themeFolder = "theme"

  private let configuration: SiteConfiguration
  private let templates: TemplateLibrary
  private let assets: [CopiedFile]
  private let highlight: Highlight
  private let store: (any PageStore)?

  /// A renderer of one site.
  ///
  /// - Parameters:
  ///   - configuration: what the site says of itself.
  ///   - templates: the theme's templates; `page` and `redirect` are used.
  ///   - assets: the files that are copied; the path of an earlier one can't be a later one's.
  ///   - highlight: colours code; asked about everything that a page shows, once.
  ///   - store: keeps pages for the next build, which must render with the same templates.
  public init(
    configuration: SiteConfiguration, templates: TemplateLibrary, assets: [CopiedFile],
    highlight: @escaping Highlight = { _, _ in nil }, store: (any PageStore)? = nil
  ) {
    self.configuration = configuration
    self.templates = templates
    self.assets = assets
    self.highlight = highlight
    self.store = store
  }

  /// Renders every page; a page with problems is rendered as well as it can be.
  public func render(
    _ documents: [ParsedDocument], outcomes: [SampleID: SampleOutcome]
  ) -> Result {
    var diagnostics: [Diagnostic] = []
    let site = SiteMap(documents: documents, assets: assets, &diagnostics)
    let navigation = Navigation(configuration: configuration, site: site, &diagnostics)
    var checker = LinkChecker(resolver: LinkResolver(site: site))
    for page in site.pages { checker.check(page) }
    diagnostics += checker.diagnostics
    var files: [RenderedFile] = []
    let shared = store?.key(of: PageIngredients(configuration, site, navigation).texts)
    for (index, page) in site.pages.enumerated() {
      let usedAliases = checker.usedAliases[index] ?? []
      let colours = ColouredCode(of: page.document, outcomes, highlight)
      let key = shared.flatMap { shared in
        store?.key(
          of: PageIngredients(shared, page, usedAliases: usedAliases, outcomes, colours).texts)
      }
      if let known = key.flatMap({ store?.page(for: $0) }) {
        files.append(RenderedFile(path: page.path, text: known))
        continue
      }
      var renderer = HTMLRenderer(
        page: page, resolver: checker.resolver, usedAliases: usedAliases, outcomes: outcomes,
        colours: colours)
      let context = PageContext(
        configuration: configuration, site: site, navigation: navigation, index: index)
      let value = context.value(
        rendering: renderer.renderSections(), hasTitle: renderer.hasTitle)
      let rendering = templates.render(
        "page", with: value, for: SourceLocation(file: page.document.file.path))
      files.append(RenderedFile(path: page.path, text: rendering.text))
      diagnostics += rendering.diagnostics
      // What is wrong with a page is told at every build.
      if let key, rendering.diagnostics.isEmpty { store?.keep(rendering.text, for: key) }
    }
    files += redirects(site, &diagnostics)
    return Result(
      files: files, diagnostics: diagnostics, linkCount: checker.count,
      pageCount: site.pages.count)
  }

  /// A small page at every old address, which leads to the new one.
  private func redirects(_ site: SiteMap, _ diagnostics: inout [Diagnostic]) -> [RenderedFile] {
    site.redirects.map { redirect in
      let document = redirect.page.document
      let value: TemplateValue = [
        "title": .text(document.metadata.title),
        "language": .text(configuration.language),
        "href": .text(SitePath.reference(from: redirect.path, to: redirect.page.path)),
      ]
      let rendering = templates.render(
        "redirect", with: value, for: SourceLocation(file: document.file.path))
      diagnostics += rendering.diagnostics
      return RenderedFile(path: redirect.path, text: rendering.text)
    }
  }
}
