import DocgenDocModel
import DocgenGround

extension SiteRenderer {
  /// Returns the pages, with the search page if the theme has one and its address is free.
  func addingSearchPage(to pages: [SourcePage]) -> [SourcePage] {
    let path = SearchPage.path
    guard !pages.isEmpty, templates.names.contains(SearchPage.template),
      !assets.contains(where: { $0.path == path }),
      !pages.contains(where: {
        let permalink = $0.metadata.permalink
        return permalink.contains(bytesOf: "\(SearchIndex.folder)/")
          && SitePath.file(ofPermalink: permalink) == path
      })
    else { return pages }
    return pages + [SourcePage(SearchPage.document(configuration.strings))]
  }

  /// Returns the text of the search page.
  func searchText(in context: PageContext, diagnostics: inout [Diagnostic]) -> String {
    let rendering = templates.render(
      SearchPage.template, with: context.value(title: configuration.strings["search"]),
      for: SourceLocation(file: SearchPage.file.path))
    diagnostics += rendering.diagnostics
    return rendering.text
  }

}

extension SiteMap {
  /// The path of the search page; `nil` when the site has none.
  var searchPath: String? {
    page(at: SearchPage.path).flatMap { pages[$0].isSearch ? SearchPage.path : nil }
  }
}

/// The page `search/`, which a theme with `search.mustache` gets together with the index.
///
/// It is a page of the site without a document of the author's: its text is that template.
enum SearchPage {
  /// The name of the template.
  static let template = "search"
  static let file = SourceFile(path: "templates/\(template).mustache", text: "")

  /// The path below the output folder.
  static let path = "\(SearchIndex.folder)/index.html"

  /// Returns the page as a document without text.
  static func document(_ strings: ThemeStrings) -> ParsedDocument {
    ParsedDocument(
      file: file,
      metadata: PageMetadata(
        title: strings["search"], permalink: path, description: strings["searchText"],
        isInNavigation: false),
      sections: [ParsedDocument.Section(body: [])])
  }
}

extension SiteMap.Page {
  /// Whether this is the page of the search, not one of the author's.
  var isSearch: Bool { summary.source == SearchPage.file.path }
}
