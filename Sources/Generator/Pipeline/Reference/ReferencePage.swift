import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround

/// A page of the reference: Markdown made from symbols and their doc comments, and the place that
/// each line comes from.
struct ReferencePage {
  /// The path of the file that the page seems to have.
  let sourcePath: String
  /// The type's name; `nil` on the page of a module.
  let type: String?
  var lines: [DocumentedLine]
  /// The number of lines before the members.
  private let introduction: Int
  private(set) var metadata: PageMetadata
  /// The module, which the page's samples import.
  let module: String

  init(
    title: String, id: String, path: String, description: String?, module: String,
    type: String? = nil, introduction: [DocumentedLine] = [], lines: [DocumentedLine]
  ) {
    self.lines = introduction + lines
    self.introduction = introduction.count
    self.module = module
    self.type = type
    sourcePath = "content/\(path.dropLast("index.html".count))index.md"
    metadata = PageMetadata(
      title: title, id: id, permalink: path, description: description, isInNavigation: false)
  }

  /// The file that the page seems to have; its line numbers are those of `lines`.
  var file: SourceFile {
    SourceFile(path: sourcePath, text: lines.map(\.text).joined(separator: "\n") + "\n")
  }

  /// Lists the guides with code that uses the type, those with most of it first.
  mutating func add(_ guides: GuidesByName) {
    let found = type.map { guides.guides(with: $0) } ?? []
    if found.isEmpty { return }
    let links = found.prefix(Self.mostGuides).map { guide in
      DocumentedLine("- [\(guide.title)](../../../\(guide.permalink))")
    }
    lines += ["", "## Guides that use it", ""] + links
  }

  /// Adds the text of a DocC catalog's page about the type, which moves here.
  mutating func add(_ article: SourceFile, formerlyAt permalink: String) {
    let text = SourceFile(path: article.path, text: CatalogDirectives.read(in: article.text))
    let lines = text.lines.enumerated().map {
      DocumentedLine(String($1), origin: .init(file: article.path, line: $0 + 1, column: 0))
    }
    let rest = lines.drop { !$0.text.hasPrefix("# ") }.dropFirst()
    self.lines.insert(contentsOf: [""] + rest + [""], at: introduction)
    let start = SourceRange(at: SourcePosition(line: 1, column: 1))
    metadata.aliases.append(PageMetadata.Alias(permalink, range: start))
    metadata.formerSources.append(article.path)
  }

  private static let mostGuides = 6
}
