import DocgenDocModel
import DocgenGround

extension SiteRenderer {
  /// Some files of a page, and what else comes of making them.
  struct PagePart: Sendable {
    var files: [RenderedFile] = []
    var words: PageWords?
    var diagnostics: [Diagnostic] = []
    /// Whether it may show the numbers of examples of the site.
    var usesFigures = false

    /// Writes the files, and returns this part.
    func written(to write: (SiteFile) -> Void) -> Self {
      for file in files { write(.new(file)) }
      return self
    }
  }

  /// Makes a page, and what its script fetches: HTTP messages of samples, and types of names.
  func pagePart(
    of document: ParsedDocument, context: PageContext, surroundings: TemplateObject,
    navigation entries: [PageContext.Entry], in siteContext: SiteContext
  ) -> PagePart {
    var diagnostics: [Diagnostic] = []
    let index = context.index ?? 0
    let page = siteContext.site.pages[index]
    let outcomes = siteContext.outcomes
    let types = PageTypes(
      of: document, on: page, outcomes: outcomes, site: siteContext.site)
    var renderer = HTMLRenderer(
      page: page, document: document, samples: document.samplesByID,
      resolver: siteContext.links[index].resolver,
      usedAliases: siteContext.usedAliases[index] ?? [], outcomes: outcomes,
      highlight: highlight, types: types, toolchain: toolchain, configuration: configuration)
    let hero = document.metadata.isHome ? renderer.renderHero() : ""
    var sections = renderer.renderSections()
    if page.isSearch { sections[0].body = searchText(in: context, diagnostics: &diagnostics) }
    let value = context.value(
      of: document, rendering: sections, hero: hero, hasTitle: renderer.hasTitle,
      in: surroundings, navigation: entries)
    let rendering = templates.render("page", with: value, for: page.location())
    let finished = FinishedPage(rendering.bytes)
    diagnostics += PageHTMLCheck.problems(of: finished, in: document) + rendering.diagnostics
    return PagePart(
      files: [RenderedFile(path: page.path, bytes: finished.bytes)]
        + renderer.transcripts + [types.file].compactMap(\.self),
      diagnostics: diagnostics, usesFigures: rendering.usesFigures)
  }

  /// Makes the files of a page for the search and for programs.
  func otherPart(
    of document: ParsedDocument, index: Int, in siteContext: SiteContext
  ) -> PagePart {
    let page = siteContext.site.pages[index]
    var part = PagePart()
    if siteContext.site.searchPath != nil {
      let sections = SearchSection.sections(of: document, outcomes: siteContext.outcomes)
      part.words = PageWords(sections, of: page.title, at: page.path)
      part.files = sections.files(
        ofPageAt: page.path, title: siteContext.searchTitle(of: index))
    }
    part.files += machineFiles(of: document, index: index, in: siteContext)
    part.files.removeAll { siteContext.site.isTaken($0.path) }
    return part
  }
}
