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
    if let reader = FrontMatterReader(file) { return reader.read(&diagnostics) }
    if MapdownReader.accepts(file) {
      return MapdownReader(file: file).read(&diagnostics)
    }
    return Source(
      metadata: PageMetadata(title: "", permalink: defaultPermalink(of: file)),
      sections: [.init(body: LineRange(1..<file.lines.count + 1, of: file))])
  }

  /// Returns the default permalink.
  ///
  /// `guides/login.md` becomes `guides/login/index.html`; an `index.md`, and Hugo's `_index.md`, becomes
  /// that of its folder. A DocC catalog is a folder of its name, whose own page is the article of the
  /// same name. Several targets may have a `Documentation.docc`, which is a folder of its target's name.
  /// One of Jekyll's collections such as `_guides` is a folder without the underscore.
  static func defaultPermalink(of file: SourceFile) -> String {
    var path = String(DocumentPath.withoutEnding(file.path))
    if path.hasPrefix("content/") {
      path.removeFirst("content/".count)
      if path.first == "_", path.contains("/") { path.removeFirst() }
      if path == "_index" || path.hasSuffix("/_index") {
        path = path.dropLast("_index".count) + "index"
      }
    } else {
      var parts = path.split(separator: "/").map(String.init)
      if let catalog = parts.firstIndex(where: { $0.hasSuffix(".docc") }) {
        let name = String(parts[catalog].dropLast(".docc".count))
        let isOfTarget = ["Docs", "Documentation"].contains(name) && catalog > 1
        let folder = isOfTarget ? parts[catalog - 1] : name
        parts = [folder] + parts[(catalog + 1)...]
        if [name, folder].contains(parts.last) { parts[parts.count - 1] = "index" }
      }
      path = parts.joined(separator: "/")
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

/// The directives of DocC that readers don't see.
enum CatalogDirectives {
  /// Those that concern only DocC, with everything between their braces.
  private static let hidden: Set = ["Comment", "Metadata", "Options"]

  /// Returns a catalog's Markdown with empty lines instead of such directives, so that all other lines
  /// keep their numbers.
  static func blanked(in text: String) -> String {
    var depth = 0
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let words = line.drop { $0 == " " || $0 == "\t" }
      let name = words.dropFirst().prefix { $0.isLetter }
      guard depth > 0 || words.first == "@" && hidden.contains(String(name)) else { return line }
      depth = max(0, depth + line.count { $0 == "{" } - line.count { $0 == "}" })
      return ""
    }.joined(separator: "\n")
  }
}
