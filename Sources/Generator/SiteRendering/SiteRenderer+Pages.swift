import DocgenDocModel
import DocgenGround

extension SiteRenderer {
  /// What is left of a page after its files are written.
  struct PageRendering: Sendable {
    /// `nil` when the page must be rendered again, because there is something to say of it.
    let record: PageRecord?
    let words: PageWords?
    let diagnostics: [Diagnostic]
    /// Whether the page is that of the last build.
    var isCached = false
  }

  /// Renders a page, unless it would be the same as in the last build, and writes its files.
  ///
  /// - Parameter document: returns the page's document.
  func render(
    _ index: Int, document: () -> ParsedDocument, in siteContext: SiteContext,
    to write: @escaping @Sendable (SiteFile) -> Void
  ) -> PageRendering {
    let page = siteContext.site.pages[index]
    let figures = siteContext.shared.figuresDigest
    // The page of the search may show all pages.
    let known =
      page.isSearch
      ? nil : earlier[page.path].flatMap { ["", figures].contains($0.figures) ? $0 : nil }
    let inputs = siteContext.inputs[index]
    let aliases = (siteContext.usedAliases[index] ?? []).sorted()
    func reused(_ record: PageRecord) -> PageRendering {
      for file in record.files { write(.unchanged(file.path, size: file.size)) }
      return PageRendering(record: record, words: record.words, diagnostics: [], isCached: true)
    }
    let showsDescriptions = page.metadata.isHome || page.isOfCatalog
    if let known, known.inputs == inputs, known.aliases == aliases, !showsDescriptions {
      return reused(known)
    }
    let links = siteContext.links[index].cacheableCounts
    let context = context(index, at: page.path, in: siteContext)
    let surroundings = context.surroundings(of: page)
    let entries = context.entries
    let key = key(
      of: index, surroundings: surroundings, navigation: context.digest(of: entries),
      in: siteContext)
    if let known, known.key == key {
      return reused(PageRecord(known, inputs: inputs, aliases: aliases, links: links))
    }
    let document = document()
    let makePage: @Sendable () -> PagePart = {
      pagePart(
        of: document, context: context, surroundings: surroundings, navigation: entries,
        in: siteContext
      ).written(to: write)
    }
    let makeOthers: @Sendable () -> PagePart = {
      page.isSearch
        ? PagePart() : otherPart(of: document, index: index, in: siteContext).written(to: write)
    }
    // The other cores may have no page as long as this one.
    let (own, other) =
      document.file.text.utf8.count > Self.largePage
      ? SideBySide.results(makePage, makeOthers) : (makePage(), makeOthers())
    let record = PageRecord(
      inputs: inputs, aliases: aliases, links: links, key: key,
      figures: own.usesFigures ? figures : "", files: own.files + other.files, words: other.words)
    return PageRendering(
      record: own.diagnostics.isEmpty ? record : nil, words: other.words,
      diagnostics: own.diagnostics)
  }

  /// The bytes above which a document is rendered on two cores.
  private static let largePage = 1_000_000

  /// Returns the context of a page, or at a path of the theme's own.
  func context(
    _ index: Int?, at path: String, in siteContext: SiteContext
  ) -> PageContext {
    let (site, navigation) = (siteContext.site, siteContext.navigation)
    return PageContext(
      configuration: configuration, site: site, navigation: navigation,
      shared: siteContext.shared, counts: siteContext.counts, toolchain: toolchain,
      index: index, path: path, trail: index.map { navigation.trail(to: $0, in: site) } ?? [])
  }
}
