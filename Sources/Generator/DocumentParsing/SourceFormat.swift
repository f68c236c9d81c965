import DocgenDocModel
import DocgenGround

/// The formats of documents, distinguished by the first line with text.
enum SourceFormat {
  /// A document split into metadata and sections, with its Markdown not yet parsed.
  struct Source {
    struct Section {
      var heading: Heading?
      var body: LineRange?
      var aside: [LineRange] = []
    }

    var metadata: PageMetadata
    var sections: [Section]
    /// The number of the first line after front matter.
    var firstLine = 1
  }

  static func read(_ file: SourceFile, diagnostics: inout [Diagnostic]) -> Source {
    if var reader = FrontMatterReader(file) {
      defer { diagnostics += reader.diagnostics }
      return reader.read()
    }
    if var reader = MapdownReader(file) {
      defer { diagnostics += reader.diagnostics }
      return reader.read()
    }
    return Source(
      metadata: PageMetadata(title: "", permalink: defaultPermalink(of: file)),
      sections: [.init(body: LineRange(1..<file.lines.count + 1, of: file))])
  }

  /// Returns the default permalink.
  ///
  /// `guides/login.md` becomes `guides/login/index.html`; an `index.md`, and Hugo's `_index.md`,
  /// becomes that of its folder. One of Jekyll's collections such as `_guides` is a folder without
  /// the underscore.
  static func defaultPermalink(of file: SourceFile) -> String {
    var path = String(DocumentPath.withoutEnding(file.path))
    let isContent = path.hasPrefix("content/")
    if isContent { path.removeFirst("content/".count) }
    if let place = CatalogPage.path(of: file, at: path) {
      path = place
    } else if isContent {
      if path.first == "_", path.contains("/") { path.removeFirst() }
      if path == "_index" || path.hasSuffix("/_index") {
        path = path.dropLast("_index".count) + "index"
      }
    }
    if path == "index" { return "index.html" }
    if path.hasSuffix("/index") { return path + ".html" }
    return path + "/index.html"
  }
}

/// Consecutive lines of a file.
struct LineRange: Sendable, Hashable {
  /// The first line's number, from 1.
  var firstLine: Int
  /// The lines, joined by LF.
  var text: String

  init(firstLine: Int, text: String) {
    self.firstLine = firstLine
    self.text = text
  }

  /// Creates the lines of a range of line numbers.
  init(_ lines: Range<Int>, of file: SourceFile) {
    firstLine = lines.lowerBound
    text = String(file.lines.text(of: lines.lowerBound - 1..<lines.upperBound - 1))
  }
}
