import DocgenDocModel
import DocgenGround

/// The page `search/`, which a theme with `search.mustache` gets together with the index.
///
/// It is a page of the site without a document of the author's: its text is that template.
enum SearchPage {
  /// The name of the template.
  static let template = "search"
  private static let file = SourceFile(path: "templates/\(template).mustache", text: "")

  /// The page as a document that has only a heading.
  static let document = ParsedDocument(
    file: file,
    metadata: PageMetadata(
      title: "Search", permalink: "\(SearchIndex.folder)/index.html",
      description: "Search all pages of this site.", isInNavigation: false),
    sections: [ParsedDocument.Section(body: [Block(.heading(heading), range: range)])])

  private static let heading = Heading(
    level: 1, content: [Inline(.text("Search"), range: range)], id: "title")
  private static let range = SourceRange(at: SourcePosition(line: 1, column: 1))
}

extension SiteMap.Page {
  /// Whether this is the page of the search, not one of the author's.
  var isSearch: Bool { document.file.path == SearchPage.document.file.path }
}
