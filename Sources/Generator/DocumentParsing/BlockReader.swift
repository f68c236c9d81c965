import DocgenDocModel
import DocgenGround

/// Reads Markdown's blocks in page order and turns some of them into tabs, asides and samples.
struct BlockReader {
  let file: SourceFile
  let context: SampleContext
  /// The defaults of the page's Swift blocks, for what their fences don't set.
  let defaults: SampleDefaults
  var samples: [Sample] = []
  /// The indices of the samples.
  var indices: [SampleID: Int] = [:]
  var diagnostics: [Diagnostic] = []
  /// The fixtures in effect for the samples that follow; the last of each name wins.
  var fixtures: [String: Sample.Fixture] = [:]
  /// The fixtures that name the samples they are for.
  var targetedFixtures: [TargetedFixture] = []
  /// All valid fixtures of the page, each with the range of its `fixture=`.
  var pageFixtures: [(fixture: Sample.Fixture, range: SourceRange)] = []
  /// The options of each sample's fence, for messages about several samples.
  var optionsBySample: [SampleID: SampleOptions] = [:]
  /// The warnings about blocks that may be longer than their author meant, by the block's first
  /// line, except those of samples read already.
  var overlong: [Int: [Diagnostic]] = [:]
  /// The number of blocks that are invalid samples.
  var refusedSamples = 0
  /// The number of blocks that aren't samples because of a placeholder.
  var placeholders = 0
  /// The number of blocks that are only shown although the page runs all.
  var shownBlocks = 0
  /// The blocks that readers don't see.
  var hiddenBlocks: [SourceRange] = []
  /// The number of headings of the first and second level so far.
  var section = 0
  /// The lines that open and close containers.
  var containers = ContainerLines()
  /// The lines that open containers which docgen doesn't know.
  var unknownContainers: [Int] = []
  /// The ranges of placeholders such as `<name>` in running text, by their names.
  var unknownElements: [String: [SourceRange]] = [:]
  /// The number of blocks around those that are read.
  var depth = 0
  /// Whether containers are nested too deeply.
  var isTooDeep = false
  /// The language mode of each session.
  var languageModes: [String: Int] = [:]
  /// The number of times that each session has begun again.
  var resets: [String: Int] = [:]

  init(file: SourceFile, context: SampleContext, defaults: SampleDefaults) {
    self.file = file
    self.context = context
    self.defaults = defaults
  }

  /// Runs the checks that need the complete page.
  mutating func finish() {
    assignTargetedFixtures()
    checkSessions()
    checkFixtures()
    for (name, ranges) in unknownElements.sorted(by: { $0.key < $1.key }) {
      if let first = ranges.min(by: { $0.start < $1.start }) {
        report(.unknownElement(name, count: ranges.count), at: first)
      }
    }
  }

  mutating func read(_ blocks: [Block]) -> [Block] {
    depth += 1
    defer { depth -= 1 }
    var result: [Block] = []
    var previous = Predecessor.noSample
    let blocks = grouping(blocks)
    var rest = blocks[...]
    while let block = rest.popFirst() {
      let refused = refusedSamples
      var produced: [Block] = []
      switch block.kind {
      case .html(let html) where TabMarker.matches(html):
        produced = tabs(after: block, rest: &rest)
      case .code(let code) where isTab(code):
        // The group includes this block.
        rest = blocks[(rest.startIndex - 1)...]
        produced = tabsWithoutMarker(&rest)
      case .code(let code):
        produced = self.code(code, in: block, after: previous)
        // An output and an error may both follow a sample.
        if produced.isEmpty, isExpectedText(code) { continue }
      case .html(let html) where file.isOfCatalog && Self.isComment(html): break
      case .list(let list) where file.isOfCatalog:
        produced = asides(of: list, at: block.range) ?? [read(block)]
      default:
        let block = quoteAside(below: block, in: &rest) ?? block
        // A paragraph that was a list of attributes is empty.
        produced = [read(block)].filter { $0.kind != .paragraph([]) }
      }
      result += produced
      previous =
        refusedSamples > refused ? .refusedSample : produced.last.map { .block($0) } ?? .noSample
    }
    // Removed last, because an output block may follow a hidden sample.
    return result.filter { !isHidden($0) }
  }

  /// Whether HTML is only a comment, which DocC doesn't publish.
  private static func isComment(_ html: String) -> Bool {
    let text = html.trimmed
    return text.hasPrefix("<!--") && text.firstRange(of: "-->")?.upperBound == text.endIndex
  }

  /// Returns the asides that all items of a list are, as in comments of code: `- Note: …`; `nil`
  /// for another list.
  private mutating func asides(of list: List, at range: SourceRange) -> [Block]? {
    let asides = list.items.compactMap { AsideReader.aside(fromQuote: $0.content) }
    guard asides.count == list.items.count else { return nil }
    return asides.map { read(Block(.aside($0), range: range)) }
  }

  /// Returns the aside that a list of attributes makes of the quotation on the next line.
  private func quoteAside(below list: Block, in rest: inout ArraySlice<Block>) -> Block? {
    guard case .paragraph(let inlines) = list.kind, inlines.count == 1, let quote = rest.first,
      quote.range.start.line == list.range.end.line + 1,
      case .blockQuote(let content) = quote.kind, let label = AttributeLists(of: inlines).label,
      let aside = AsideReader.aside(labelled: label, content)
    else { return nil }
    rest.removeFirst()
    return Block(.aside(aside), range: quote.range)
  }

  func isHidden(_ block: Block) -> Bool {
    guard case .sample(let id, _) = block.kind else { return false }
    return indices[id].map { samples[$0].isHidden } == true
  }

  private mutating func read(_ block: Block) -> Block {
    var block = block
    switch block.kind {
    case .paragraph(let written):
      let lists = AttributeLists(of: written)
      block.kind = .paragraph(lists.content)
      checkElements(in: lists.content)
      if let aside = AsideReader.aside(fromParagraph: lists.content, range: block.range) {
        block.kind = .aside(aside)
      } else if let label = lists.label, !lists.content.isEmpty,
        let aside = AsideReader.aside(labelled: label, [block])
      {
        block.kind = .aside(aside)
      }
      return block
    case .blockQuote(let content):
      if let aside = AsideReader.aside(fromQuote: content) { block.kind = .aside(aside) }
    case .html(let html): checkElements(of: html, from: block.range.start)
    case .heading(let heading):
      if heading.level <= 2 { section += 1 }
      checkElements(in: heading.content)
    case .table(var table):
      table.header = table.header.map { AttributeLists(of: $0).content }
      table.rows = table.rows.map { row in row.map { AttributeLists(of: $0).content } }
      ([table.header] + table.rows).joined().forEach { checkElements(in: $0) }
      block.kind = .table(table)
    default: break
    }
    return block.mapContents { read($0) }
  }

  mutating func report(_ message: Diagnostic.Message, at range: SourceRange) {
    diagnostics.append(Diagnostic(message, at: file.location(range)))
  }

  /// Collects `<placeholder>`s in running text, which a browser would hide.
  private mutating func checkElements(in inlines: [Inline]) {
    for inline in inlines {
      if case .html(let html) = inline.kind { checkElements(of: html, from: inline.range.start) }
      checkElements(in: inline.children)
    }
  }

  private mutating func checkElements(of html: String, from start: SourcePosition) {
    let tags = HTMLTag.startTags(in: html).filter { $0.isPlaceholder(in: file.text) }
    if tags.isEmpty { return }
    let locations = HTMLTagLocations(in: html, from: start, of: file)
    let bytes = Array(html.utf8)
    for tag in tags {
      let name = bytes[(tag.range.lowerBound + 1)...].prefix(tag.name.utf8.count)
      unknownElements[String(decoding: name, as: UTF8.self), default: []]
        .append(locations.range(of: tag))
    }
  }
}

extension Diagnostic.Message {
  static func unknownElement(_ name: String, count: Int) -> Self {
    let times = count == 1 ? "" : " (\(count) times on this page)"
    return Self(
      .unknownElement, .warning,
      "'<\(name)>' is no HTML element and is shown as text; write '\\<\(name)>' or put it in "
        + "backquotes\(times)")
  }
}
