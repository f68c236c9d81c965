import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround

/// A page of the reference: Markdown made from symbols and their doc comments, and the place that
/// each line comes from.
struct ReferencePage {
  /// The file that the page seems to have; its line numbers are those of `lines`.
  private(set) var file: SourceFile
  /// The type's name; `nil` on the page of a module.
  let type: String?
  private var lines: [DocumentedLine]
  /// The number of lines before the members.
  private let introduction: Int
  private(set) var metadata: PageMetadata
  /// The module, which the page's samples import.
  private let module: String

  init(
    title: String, id: String, path: String, description: String?, module: String,
    type: String? = nil, introduction: [DocumentedLine] = [], lines: [DocumentedLine]
  ) {
    self.lines = introduction + lines
    self.introduction = introduction.count
    self.module = module
    self.type = type
    file = SourceFile(
      path: "content/\(path.dropLast("index.html".count))index.md",
      text: Self.text(of: self.lines))
    metadata = PageMetadata(
      title: title, id: id, permalink: path, description: description, isInNavigation: false)
  }

  /// Lists the guides with code that uses the type, those with most of it first.
  mutating func add(_ guides: GuidesByName) {
    let found = type.map { guides.guides(with: $0) } ?? []
    if found.isEmpty { return }
    let links = found.prefix(Self.mostGuides).map { guide in
      DocumentedLine("- [\(guide.title)](../../../\(guide.permalink))")
    }
    insert([.init(""), .init("## Guides that use it"), .init("")] + links, at: lines.count)
  }

  /// Adds the text of a DocC catalog's page about the type, which moves here.
  mutating func add(_ article: SourceFile, formerlyAt permalink: String) {
    let text = CatalogDirectives.blanked(in: article.text)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
      DocumentedLine(String($1), origin: .init(file: article.path, line: $0 + 1, column: 0))
    }
    let rest = lines.drop { !$0.text.hasPrefix("# ") }.dropFirst()
    insert([.init("")] + rest + [.init("")], at: introduction)
    let start = SourceRange(at: SourcePosition(line: 1, column: 1))
    metadata.aliases.append(PageMetadata.Alias(permalink, range: start))
    metadata.formerSources.append(article.path)
  }

  private mutating func insert(_ more: [DocumentedLine], at index: Int) {
    lines.insert(contentsOf: more, at: index)
    file = SourceFile(path: file.path, text: Self.text(of: lines))
  }

  private static func text(of lines: [DocumentedLine]) -> String {
    lines.map(\.text).joined(separator: "\n") + "\n"
  }

  private static let mostGuides = 6

  /// Returns the page as a document, whose samples are where the comments have them and whose headings of
  /// comments are below those of the sections around them.
  mutating func document(
    _ context: SampleContext
  ) -> (document: ParsedDocument, diagnostics: [Diagnostic]) {
    var context = context
    // The examples of a type's members don't continue one another.
    context.defaults.session = SampleDefaults.Session.none
    if context.defaults.runsComments == false { context.defaults.runsAll = false }
    let parser = DocumentParser(context: context)
    var (document, diagnostics) = parser.parse(file)
    if lowerHeadings(of: document) { (document, diagnostics) = parser.parse(file) }
    document.metadata = metadata
    let origins = origins
    document.samples = document.samples.map { moved($0, origins: origins) }
    return (document, diagnostics)
  }

  /// Lowers the headings of comments, and returns whether there are any to lower.
  ///
  /// None skips a level then: a message about it would be about a level that the author didn't write.
  private mutating func lowerHeadings(of document: ParsedDocument) -> Bool {
    let old = lines
    // The page's title has the first level.
    var section = 1
    var last = 1
    /// The number of levels by which a comment's headings are below those that its author wrote.
    var distance: Int?
    for block in document.blocks where block.range.start.column == 1 {
      guard case .heading(let heading) = block.kind else { continue }
      let start = block.range.start.line - 1
      guard old[start].origin != nil else {
        // The heading of a section.
        (section, last, distance) = (heading.level, heading.level, nil)
        continue
      }
      let lowering = distance ?? max(0, section + 1 - heading.level)
      distance = lowering
      let lowered = max(heading.level + lowering, section + 1)
      last = max(heading.level, min(lowered, last + 1, 6))
      if last == heading.level { continue }
      if old[start].text.hasPrefix("#") {
        lines[start].insert(String(repeating: "#", count: last - heading.level))
      } else if let underline = old[start...].firstIndex(where: \.isUnderline) {
        lines[start].insert(String(repeating: "#", count: last) + " ")
        lines[underline].text = ""
      }
    }
    if lines != old { file = SourceFile(path: file.path, text: Self.text(of: lines)) }
    return lines != old
  }

  /// The locations of the lines in the files with the comments.
  var origins: LineOrigins { LineOrigins(path: file.path, lines: lines.map(\.origin)) }

  private func moved(_ sample: Sample, origins: LineOrigins) -> Sample {
    guard sample.file == file.path, let origin = origins[sample.range.start.line] else {
      return sample
    }
    var result = sample
    result.file = origin.file
    result.document = origin.file
    result.range = origins.moved(sample.range)
    result.lines = sample.lines.map { moved($0, origins: origins) }
    result.expectedPrints = sample.expectedPrints.map { moved($0, origins: origins) }
    for field in [\Sample.expectedOutput, \.expectedError] {
      result[keyPath: field]?.lines =
        sample[keyPath: field]?.lines.map { moved($0, origins: origins) } ?? []
      result[keyPath: field]?.range =
        sample[keyPath: field].map { origins.moved($0.range) } ?? sample.range
    }
    // The reader's code begins with this import, too. It adds no line to a setup's.
    if sample.language == .swift {
      let lines = sample.setup?.lines ?? []
      result.setup = Sample.Setup(
        file: sample.setup?.file ?? origin.file,
        lines: ["import \(module); \(lines.first ?? "")"] + lines.dropFirst())
    }
    return result
  }

  private func moved(_ line: Sample.Line, origins: LineOrigins) -> Sample.Line {
    guard let origin = origins[line.number] else { return line }
    return Sample.Line(
      text: line.text, number: origin.line, removedColumns: line.removedColumns + origin.column)
  }
}

/// A line of a generated page, with the location of its text in a source file.
struct DocumentedLine: Sendable, Hashable {
  var text: String
  /// `nil` for lines that docgen wrote.
  var origin: LineOrigins.Origin?

  init(_ text: String, origin: LineOrigins.Origin? = nil) {
    self.text = text
    self.origin = origin
  }

  /// Inserts text of docgen's at its beginning.
  mutating func insert(_ start: String) {
    text = start + text
    origin?.column -= start.utf8.count
  }

  /// Whether it makes a heading of the line above.
  fileprivate var isUnderline: Bool { text.hasPrefix("=") || text.hasPrefix("-") }

  /// Removes bytes from its beginning.
  func dropping(_ count: Int) -> DocumentedLine {
    var origin = origin
    origin?.column += count
    return DocumentedLine(String(text.dropFirst(count)), origin: origin)
  }
}
