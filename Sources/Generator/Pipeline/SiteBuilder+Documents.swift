import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround
import DocgenSiteRendering
import Synchronization

/// A page of the site, and the number of placeholders in its document.
struct ReadPage: Sendable {
  var page: SourcePage
  var placeholders = 0
  /// The number of Swift blocks without a mark; `nil` if the document wasn't parsed.
  var unmarked: Int? = 0

  /// Whether the next build needs nothing else of an unchanged document.
  var isCacheable: Bool { placeholders == 0 && page.summary.samples.isEmpty }
}

/// A document until its first use, which is its rendering.
private final class KeptDocument: Sendable {
  private let document: Mutex<ParsedDocument?>

  init(_ document: ParsedDocument?) { self.document = Mutex(document) }

  /// Returns the document, and lets it go; `nil` the next time, or if it isn't kept.
  func take() -> ParsedDocument? {
    document.withLock { kept in
      defer { kept = nil }
      return kept
    }
  }
}

extension SiteBuilder {
  /// The bytes of text up to which parsed documents are kept until they are rendered.
  ///
  /// They take a few times as much memory, so the others of a very large site are parsed a second
  /// time.
  private static let mostKept = 100_000_000

  /// Reads the pages of a site.
  ///
  /// - Parameter cache: has the summaries of documents, which aren't parsed if their text is the
  ///   same.
  func read(
    _ sources: SiteSources, reference: inout SiteReference, cache: PageCache?,
    configuration: inout SiteConfiguration, report: inout BuildReport
  ) -> [ReadPage] {
    let context = sources.context
    let hasReference = !reference.pages.isEmpty
    var pages = readPages(sources, cache: cache, hasReference: hasReference)
    if !options.isPreview {
      let drafts = pages.map(\.page.summary).filter(\.metadata.isDraft)
      report.drafts = drafts.map(\.source)
      pages.removeAll { $0.page.summary.metadata.isDraft }
      configuration.leaveOut(drafts, beside: pages.map(\.page.summary))
    }
    if pages.isEmpty {
      let named = configuration.documents.first
      report.diagnostics.append(
        Diagnostic(
          .noPages(in: named?.path ?? "content"),
          at: named?.location ?? SourceLocation(file: "content")))
    }
    reference.takeIn(&pages)
    report.diagnostics += sources.expanded.values.flatMap(\.diagnostics)
    report.diagnostics +=
      pages.flatMap(\.page.summary.diagnostics).joiningUnusedKeys + reference.diagnostics
    report.placeholderCount = pages.reduce(0) { $0 + $1.placeholders }
    report.sources.merge(reference.files) { first, _ in first }
    // With final addresses and titles, because pages of the reference link to them.
    let guides = IndexPages.prepared(pages.map(\.page), title: &configuration.title)
    for index in pages.indices { pages[index].page = guides[index] }
    guard hasReference else { return pages }
    let names = GuidesByName(guides.map(\.document))
    let described = reference.pages.indices.map { index in
      reference.pages[index].add(names)
      return reference.pages[index].document(context)
    }
    report.diagnostics += described.flatMap(\.diagnostics)
    return pages + described.map { ReadPage(page: SourcePage($0.document)) }
  }

  private func readPages(
    _ sources: SiteSources, cache: PageCache?, hasReference: Bool
  ) -> [ReadPage] {
    let parser = DocumentParser(context: sources.context)
    let keptSize = Atomic(0)
    return sources.documents.concurrentMap { file in
      let file = sources.expanded[file.path]?.file ?? file
      @Sendable func document() -> ParsedDocument { parser.parse(file).document }
      // A reference needs the code of all guides.
      if !hasReference, let summary = cache?.summary(of: file, document: document) {
        return ReadPage(page: SourcePage(summary, parse: document), unmarked: nil)
      }
      let result = parser.parse(file)
      let size = keptSize.add(file.text.utf8.count, ordering: .relaxed).newValue
      let kept = KeptDocument(size <= Self.mostKept ? result.document : nil)
      // For a reference, each is used before it is rendered, too.
      let summary = PageSummary(of: result.document, diagnostics: result.diagnostics)
      return ReadPage(
        page: hasReference
          ? SourcePage(summary) { result.document }
          : SourcePage(summary) { kept.take() ?? document() },
        placeholders: result.document.placeholders, unmarked: result.document.unmarkedBlocks)
    }
  }
}

extension SiteConfiguration {
  /// Leaves drafts out of the navigation, which names them for later.
  fileprivate mutating func leaveOut(_ drafts: [PageSummary], beside others: [PageSummary]) {
    if drafts.isEmpty { return }
    let ids = Set(others.compactMap(\.metadata.id))
    let names = Set(
      drafts.flatMap { draft in
        let metadata = draft.metadata
        let path = draft.source.hasPrefix("content/") ? draft.source.dropFirst(8) : ""
        return [metadata.id ?? "", metadata.permalink, draft.source, String(path)]
      }
    ).subtracting(ids)
    func published(_ entries: [NavigationEntry]) -> [NavigationEntry] {
      entries.compactMap { entry in
        if case .page(let name) = entry.target, names.contains(name) { return nil }
        var entry = entry
        entry.items = published(entry.items)
        return entry
      }
    }
    navigation = navigation.map(published)
  }
}

extension [ReadPage] {
  /// The note on a site that verifies none of its Swift blocks, if all its documents were parsed.
  var remarksOnUnmarkedBlocks: [String] {
    let counts = compactMap(\.unmarked)
    let count = counts.reduce(0, +)
    guard counts.count == self.count, count > 0 else { return [] }
    return [
      "\(count.counting("Swift block")) \(count == 1 ? "isn't" : "aren't") verified; mark one "
        + "as 'runnable', or run '\(CommandName.docgen) adopt', which marks all that compile"
    ]
  }
}

extension ParsedDocument {
  /// The number of Swift blocks that a build doesn't verify, though their author doesn't say so.
  fileprivate var unmarkedBlocks: Int {
    var count = 0
    forEachBlock { block in
      guard case .code(let code) = block.kind, code.language == "swift", code.file == nil else {
        return
      }
      if !code.info.contains(bytesOf: "shown") { count += 1 }
    }
    return count
  }
}

extension [Diagnostic] {
  /// The diagnostics with a single one for each front matter key that docgen doesn't use: every
  /// page of a site that another generator built has the same.
  fileprivate var joiningUnusedKeys: [Diagnostic] {
    var counts: [Diagnostic.Message: Int] = [:]
    for problem in self where problem.id == .unknownFrontMatterKey && problem.severity == .warning {
      counts[problem.message, default: 0] += 1
    }
    var joined = Set<Diagnostic.Message>()
    return compactMap { problem in
      guard let count = counts[problem.message], count > 1 else { return problem }
      guard joined.insert(problem.message).inserted else { return nil }
      let others = count == 2 ? "one other page has" : "\(count - 1) other pages have"
      var problem = problem
      problem.message = Diagnostic.Message(
        problem.id, problem.severity, "\(problem.message.text), which \(others) too")
      return problem
    }
  }
}
