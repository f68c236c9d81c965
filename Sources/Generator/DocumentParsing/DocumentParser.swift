public import DocgenDocModel
public import DocgenGround

/// Reads a file into a document: its format, its front matter, its blocks and its samples.
public struct DocumentParser: Sendable {
  /// The document, and diagnostics for the author.
  public typealias Result = (document: ParsedDocument, diagnostics: [Diagnostic])

  private let context: SampleContext

  /// Creates a parser for a site's documents.
  ///
  /// - Parameter context: what samples may refer to.
  public init(context: SampleContext = SampleContext()) {
    self.context = context
  }

  /// Reads one file.
  ///
  /// Problems never stop it: any text results in a document.
  public func parse(_ file: SourceFile) -> Result {
    var diagnostics: [Diagnostic] = []
    var source = SourceFormat.read(file, diagnostics: &diagnostics)
    for comment in SampleDefaultsReader.comments(in: file) {
      source.metadata.samples = source.metadata.samples.completed(by: comment.defaults)
      diagnostics += comment.problems.map { Diagnostic($0.message, at: file.location($0.range)) }
    }
    var reader = BlockReader(
      file: file, context: context,
      defaults: source.metadata.samples.completed(by: context.defaults))
    var sections = source.sections.map { section in
      ParsedDocument.Section(
        heading: section.heading, body: section.body.map { reader.blocks(of: $0) } ?? [],
        aside: section.aside.flatMap { reader.blocks(of: $0) })
    }
    reader.finish()
    diagnostics += reader.diagnostics
    var metadata = source.metadata
    if file.isOfCatalog { CatalogPage.read(&sections, of: file, into: &metadata) }
    let isUntitled = metadata.title.isEmpty
    // The first line may become a heading, which needs an identifier.
    if isUntitled { metadata.title = PageTitle.find(in: &sections, of: file) }
    diagnostics += HeadingIdentifiers.assign(in: &sections).map {
      Diagnostic(.repeatedID($0.id), at: file.location($0.range))
    }
    // Without the identifier that the author wrote at the heading's end.
    if isUntitled { metadata.title = PageTitle.find(in: &sections, of: file) }
    ContentsReader.fill(&sections, where: reader.containers)
    diagnostics += FormerAnchors.assign(metadata, in: &sections, of: file)
    var document = ParsedDocument(
      file: file, metadata: metadata, sections: sections, samples: reader.samples)
    document.firstLine = source.firstLine
    document.placeholders = reader.placeholders
    document.hiddenBlocks = reader.hiddenBlocks
    diagnostics += HeadingOrder.warnings(in: document)
    let foreign = ForeignSyntax(
      of: document, containers: reader.unknownContainers.map { reader.containers.range(of: $0) })
    diagnostics += foreign.diagnostics
    document.isFilledIn = foreign.isFilledIn || !reader.unknownElements.isEmpty
    return (document, diagnostics)
  }
}

extension BlockReader {
  /// Returns the blocks of some lines of Markdown.
  fileprivate mutating func blocks(of lines: LineRange) -> [Block] {
    do {
      let own = file.isOfCatalog ? CatalogDirectives.read(in: lines.text) : lines.text
      let text = containers.rewriting(
        TabMarker.separatingGluedMarkers(in: LiquidTags.removed(from: own)),
        firstLine: lines.firstLine)
      let parsed = try MarkdownParser.parse(text, in: file, firstLine: lines.firstLine)
      let misparsed = MisparsedBlocks(
        in: text, firstLine: lines.firstLine, parsed: parsed, of: file,
        runsAll: defaults.runsAll == true
      ).diagnostics()
      diagnostics += misparsed.others
      overlong = misparsed.overlong
      let blocks = read(parsed)
      diagnostics += overlong.sorted { $0.key < $1.key }.flatMap(\.value)
      return blocks
    } catch {
      report(.nestedTooDeeply, at: SourceRange(at: error.position))
      return []
    }
  }
}

extension Diagnostic.Message {
  static func repeatedID(_ id: String) -> Self {
    Self(.repeatedID, .warning, "the page has the id '\(id)' twice; give this heading another one")
  }

  static let nestedTooDeeply = Self(
    .nestedTooDeeply,
    "blocks or emphasis are nested more than \(MarkdownParser.maximumDepth) deep; flatten them")
}
