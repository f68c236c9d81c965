import DocgenDocModel
import DocgenGround
import DocgenHashing
import DocgenHighlighting
import DocgenSamples
import DocgenSiteRendering
import Foundation
import Synchronization

/// A rendered site that isn't in its place yet.
struct RenderedSite {
  /// What is known of its pages.
  struct Pages {
    fileprivate let cache: PageCache?
    fileprivate let records: [String: PageRecord]
    fileprivate let summaries: [PageSummary]
    fileprivate let states: [String: FileState]
  }

  let pages: Pages
  /// The notes on its links, which an unchanged site has again.
  let remarks: [String]
  /// The folders of the modules that it describes.
  fileprivate let described: [String]
  /// The files; `nil` when the build writes none.
  fileprivate let staged: StagedSite?
  fileprivate let weight: Lazy<String>

  /// Puts the site in its place, and notes what is known of its pages.
  ///
  /// - Returns: the state of the output folder; `nil` when the build writes none.
  /// - Throws: `SiteWriter.WriteError`.
  func finish(_ report: inout BuildReport) throws -> UInt64? {
    guard let staged else { return nil }
    let (changes, states) = try staged.finish()
    report.changes = changes
    report.remarks += changes.overwritten.map {
      "'\($0)' was changed in the output folder after the last build; this build replaced it"
    }
    // A removed type has no alias.
    let removed = changes.removedPages.filter { page in
      !described.contains { page.hasPrefix($0) }
    }
    if let first = removed.first {
      let count = removed.count - 1
      let others =
        count > 0 ? ", as \(count == 1 ? "is" : "are") \(count.counting("other page"))" : ""
      report.remarks.append(
        "'\(first)' is gone since the last build\(others); if a page has moved, write its old "
          + "address under 'aliases' on the new page")
    }
    do {
      try pages.cache?.save(
        pages.records, pages.summaries, in: pages.states, ofSiteInState: states)
    } catch {
      report.remarks.append("what pages show can't be cached: \(error.systemReason)")
    }
    report.weight = weight.value
    return states.value.digest
  }
}

extension SiteBuilder {
  /// Renders the pages of a site and writes its files next to the output folder.
  ///
  /// - Throws: `SiteWriter.WriteError` and `SiteReader.ReadError`.
  func render(
    _ pages: [ReadPage], of sources: SiteSources, archives: [RenderedFile], cache: PageCache?,
    configuration: SiteConfiguration, reference: SiteReference, changes: ChangeDates,
    report: inout BuildReport
  ) throws -> RenderedSite {
    let staged = try options.output.map { try SiteWriter(output: $0).stage() }
    let highlighting = CodeHighlighting(highlighter: highlighter)
    let theme = Theme(of: sources, accent: configuration.accent)
    report.diagnostics += theme.diagnostics
    if Theme.hasOwnPolicy(sources) {
      // It may allow what the built-in one doesn't.
      report.diagnostics.removeAll { $0.id == .blockedByPolicy }
    }
    let linked = LinkedFiles(
      of: pages.map(\.page), below: options.root, configuration: configuration)
    let earlier = Lazy(
      make: SideBySide.start {
        staged.flatMap { cache?.records(ofSiteInState: $0.state.value.digest) } ?? [:]
      })
    let renderer = SiteRenderer(
      configuration: configuration, templates: theme.templates, toolchain: report.samples.toolchain,
      assets: theme.copied + copied(sources, with: archives) + linked.copied,
      highlight: highlighting.html,
      changes: changes.dates, symbols: reference.symbols,
      linked: linked.targets, earlier: earlier)
    let weight = Mutex(SiteWeight())
    let vanished = Mutex<[String: [String]]>([:])
    // A renamed symbol has no alias.
    let described = Set(reference.pages.map(\.metadata.permalink))
    @Sendable func write(_ file: SiteFile) {
      let old = staged.flatMap { $0.hasSite ? $0.writer : nil }
      weight.withLock { $0.add(file, of: old) }
      if !options.isPreview, case .new(let page) = file, let old, !described.contains(page.path) {
        let anchors = VanishedAnchors.anchors(of: page, replacing: old)
        if !anchors.isEmpty { vanished.withLock { $0[page.path] = anchors } }
      }
      staged?.add(file)
    }
    let result = renderer.render(
      pages.map(\.page), outcomes: report.outcomes.byID, to: write)
    let copies = try writeAssets(of: sources, earlier: earlier.value, to: write)
    _ = (archives + linked.copies + theme.files).concurrentMap { write(.new($0)) }
    let total = weight.withLock(\.self)
    total.readFiles()
    report.add(result)
    report.diagnostics += total.problems(configuration.limits)
    report.remarks += highlighting.remarks
    let gone = VanishedAnchors.remark(on: vanished.withLock(\.self), documents: result.documents)
    // With a mistake in a template, pages lack more than the author removed.
    if let gone, !theme.diagnostics.containsError { report.remarks.append(gone) }
    if configuration.baseURL != nil, let problem = changes.problem {
      report.remarks.append("the site has no feed: \(problem)")
    }
    // A page with code that stayed plain is rendered again, so that each build says so.
    let known = RenderedSite.Pages(
      cache: cache,
      records: highlighting.remarks.isEmpty
        ? result.records.merging(copies) { page, _ in page } : [:],
      summaries: pages.filter(\.isCacheable).map(\.page.summary),
      states: sources.states.filter { sources.expanded[$0.key] == nil })
    return RenderedSite(
      pages: known, remarks: result.remarks,
      described: configuration.reference.map { "reference/\($0.path)/" }, staged: staged,
      weight: Lazy(make: SideBySide.start { total.line }))
  }

  /// Returns what is known of a site's pages from its last build; `nil` without an output folder.
  func pageCache(of sources: SiteSources) -> PageCache? {
    guard let output = options.output else { return nil }
    let programs = ([Bundle.main.executablePath].compactMap(\.self) + highlighter.files).map {
      FileState($0)?.description ?? "missing"
    }
    let texts = [sources.configuration].compactMap(\.self) + sources.templates + sources.samples
    return PageCache(
      in: cacheFolder, of: output,
      madeFrom: programs + [options.baseURL ?? "", sources.packageName ?? ""]
        + texts.flatMap { [$0.path, $0.text] })
  }
}

extension BuildReport {
  /// Adds what rendering found and counted.
  fileprivate mutating func add(_ result: SiteRenderer.Result) {
    diagnostics += result.diagnostics
    remarks += result.remarks
    pageCount = result.pageCount
    cachedPageCount = result.cachedPageCount
    linkCount = result.linkCount
  }
}
