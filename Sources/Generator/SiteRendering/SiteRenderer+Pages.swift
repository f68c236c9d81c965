import DocgenDocModel
import DocgenGround

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
}

extension SiteRenderer {
  /// A rendered page.
  struct PageRendering: Sendable {
    let file: RenderedFile
    /// What the page's script fetches: HTTP messages of samples, and types of names.
    let dataFiles: [RenderedFile]
    let diagnostics: [Diagnostic]
  }

  /// Renders a page.
  func page(_ index: Int, in siteContext: SiteContext) -> PageRendering {
    let page = siteContext.site.pages[index]
    let outcomes = siteContext.outcomes
    let highlighting = HighlightedPageCode(
      of: page.document, outcomes: outcomes, highlight: highlight)
    let types = PageTypes(of: page, outcomes: outcomes, site: siteContext.site, symbolNotes: notes)
    var renderer = HTMLRenderer(
      page: page, resolver: LinkResolver(site: siteContext.site),
      usedAliases: siteContext.usedAliases[index] ?? [], outcomes: outcomes,
      highlighting: highlighting, types: types, toolchain: toolchain, configuration: configuration)
    let hero = page.document.metadata.isHome ? renderer.renderHero() : ""
    let context = context(index, at: page.path, in: siteContext)
    var sections = renderer.renderSections()
    var diagnostics: [Diagnostic] = []
    if page.isSearch { sections[0].body = searchText(in: context, diagnostics: &diagnostics) }
    let value = context.value(
      of: page.document, rendering: sections, hero: hero, hasTitle: renderer.hasTitle)
    let rendering = templates.render(
      "page", with: value, for: SourceLocation(file: page.document.file.path))
    let finished = FinishedPage(rendering.text)
    diagnostics += PageHTMLCheck.problems(of: finished, in: page.document.file)
    return PageRendering(
      file: RenderedFile(path: page.path, text: finished.text),
      dataFiles: transcripts(of: page, outcomes: outcomes, highlighting: highlighting)
        + [types.file].compactMap(\.self),
      diagnostics: diagnostics + rendering.diagnostics)
  }

  /// Returns the context of a page, or at a path of the theme's own.
  func context(
    _ index: Int?, at path: String, in siteContext: SiteContext
  ) -> PageContext {
    let (site, navigation) = (siteContext.site, siteContext.navigation)
    return PageContext(
      configuration: configuration, site: site, navigation: navigation,
      shared: siteContext.shared, counts: siteContext.counts, toolchain: toolchain,
      listing: site.listing,
      index: index, path: path, trail: index.map { navigation.trail(to: $0, in: site) } ?? [])
  }

  /// Returns a page for each sample with HTTP messages that readers see.
  private func transcripts(
    of page: SiteMap.Page, outcomes: [SampleID: SampleOutcome],
    highlighting: HighlightedPageCode
  ) -> [RenderedFile] {
    var files: [RenderedFile] = []
    page.document.forEachBlock { block in
      guard case .sample(let id, _) = block.kind else { return }
      let exchange = Exchange(of: id, outcomes: outcomes, highlighting: highlighting)
      guard !exchange.messages.isEmpty else { return }
      let transcript = TranscriptPage(of: exchange, on: page)
      files.append(
        RenderedFile(
          path: transcript.path,
          text: transcript.text(
            highlighting, strings: configuration.strings, language: configuration.language)))
    }
    return files
  }
}
