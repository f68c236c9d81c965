import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround
import DocgenHighlighting
public import DocgenProcesses
public import DocgenSamples
import DocgenSiteRendering
public import Foundation
import Synchronization

/// Builds a site from its sources, stage by stage.
///
/// Every stage returns its result and its diagnostics. The builder writes the site last, and only
/// if no problem fails the build.
public struct SiteBuilder: Sendable {
  /// The options of a build.
  public struct Options: Sendable {
    /// The site's folder, which contains `content`.
    public var root: URL
    /// The folder to write the site to; `nil` to write nothing.
    public var output: URL?
    /// The address the site is published at; overrides `site.yml`.
    public var baseURL: String?
    /// Whether warnings fail the build.
    public var isStrict = false
    /// Whether samples are compiled and run.
    public var runsSamples = true
    /// The samples to work on, and which of them first.
    public var selection = BuildSelection()
    /// Whether to update outdated outputs in the documents.
    public var updatesOutputs = false
    /// Whether the site is for its author: without types of names, and without regard to anchors
    /// that readers may have linked to.
    public var isPreview = false
    /// Whether the package doesn't build, so that modules of the reference may be missing.
    public var hasBrokenPackage = false
    /// Whether a build may end at once if nothing has changed, with counts and without outcomes.
    public var usesRecord = false

    /// Creates the options for a site: its folder, and where to write it.
    public init(root: URL, output: URL?) {
      self.root = root
      self.output = output
    }
  }

  var options: Options
  let engine: SampleEngine
  let highlighter: Highlighter
  let cacheFolder: URL
  /// The folder of docgen's own package.
  let package: URL

  /// Creates a builder of a site whose samples may import the modules of a package.
  ///
  /// - Parameters:
  ///   - options: the options of the build.
  ///   - package: docgen's modules, and the program that samples run in.
  ///   - library: the modules of the package that the site documents; `nil` for none.
  ///   - jobs: the most processes to run at once; `nil` for one more than the processors.
  ///   - remoteCache: the address of a shared cache; `nil` for none.
  ///   - confinement: the confinement of samples.
  /// - Throws: when the package's modules or the highlighter's language files are missing.
  public init(
    options: Options, package: LabPackage, library: ModuleLibrary? = nil, jobs: Int? = nil,
    remoteCache: URL? = nil, confinement: ConfinementPolicy = .auto
  ) throws {
    var environment = try package.environment(forSiteAt: options.root, jobs: jobs)
    environment.library = library
    environment.remoteCache = remoteCache
    environment.confinement = confinement
    self.options = options
    engine = SampleEngine(environment: environment)
    highlighter = try Highlighter()
    cacheFolder = URL(filePath: environment.cacheFolder)
    self.package = package.folder
  }

  /// Builds the site.
  ///
  /// - Parameters:
  ///   - first: the files whose samples come first, below the root.
  ///   - onEvent: called on an arbitrary thread as samples finish.
  ///   - onUpdate: called with each updated output, before its document is written.
  /// - Throws: errors that don't concern the documents: a folder that can't be read or written, a
  ///   compiler that can't be started, a selection that matches nothing.
  public func build(
    first: Set<String> = [], onEvent: (@Sendable (SampleEvent) -> Void)? = nil,
    onUpdate: @escaping @Sendable (OutputUpdate) -> Void = { _ in }
  ) async throws -> BuildReport {
    let record = await BuildRecordFile(of: self)
    if let report = record?.report() { return report }
    let (sources, cache) = try readSources()
    async let changes = ChangeDates(of: options.root, in: sources.topFolders)
    let programs = programs(of: sources)
    async let archives = archives(of: programs)
    var report = BuildReport()
    report.isStrict = options.isStrict
    report.sources = sources.textFiles
    report.diagnostics = sources.diagnostics
    var configuration = try configuration(of: sources, report: &report)
    if report.diagnostics.contains(where: \.concernsAllPages) {
      report.diagnostics = report.diagnostics.sortedByLocation()
      return report
    }
    var reference = try await reference(of: configuration)
    let pages = read(
      sources, reference: &reference, cache: cache, configuration: &configuration, report: &report)
    let samples = SiteSamples(of: pages.map(\.page), sources: sources)
    // A sample with an error may be the one that uses a setup.
    if !report.diagnostics.containsError { report.diagnostics += samples.diagnostics }
    let expanded = sources.expanded
    try await run(
      samples, first: first,
      withNames: options.output != nil && !options.isPreview && Theme.showsTypes(sources),
      onEvent: expanded.moving(onEvent), report: &report)
    let unverified = options.runsSamples && samples.all.isEmpty ? pages.remarksOnUnmarkedBlocks : []
    report.remarks += unverified
    if options.updatesOutputs {
      let updated = try await update(
        pages.map(\.page.document), of: sources, onUpdate: onUpdate, report: &report)
      if let updated { return updated }
    }
    let site = try render(
      pages, of: sources, archives: try await archives, cache: cache,
      configuration: configuration, reference: reference, changes: await changes, report: &report)
    if let path = sources.changed.first { throw SiteReader.ReadError.changed(path: path) }
    report.remarkOnDrafts()
    report.diagnostics = expanded.moved(reference.moved(report.diagnostics)).sortedByLocation()
    report.outcomes = report.outcomes.map { expanded.moved($0) }
    // Without the output of a sample, a page would be incomplete.
    let isWhole = report.skipped.isEmpty || !options.runsSamples
    if isWhole, report.isGood {
      if let state = try site.finish(&report) {
        record?.save(report, repeating: unverified + site.remarks, ofSiteInState: state)
      }
    } else if options.isPreview {
      // Writers see what they write; a site with two files of one name can't be written.
      do {
        _ = try site.finish(&report)
      } catch {
        report.remarks.append("the preview is that of an earlier build: \(error)")
      }
    }
    let known = site.pages
    // This thread unlocks the output folder.
    _ = consume site
    SideBySide.free((consume pages, consume sources, consume known))
    return report
  }

  /// Reads the site's files, except documents whose text the page cache knows.
  private func readSources() throws -> (SiteSources, PageCache?) {
    let found = Mutex<PageCache?>(nil)
    let sources = try SiteReader(root: options.root).read { sources in
      let cache = pageCache(of: sources)
      found.withLock { $0 = cache }
      return { cache?.isKnown($0, in: $1) ?? false }
    }
    return (sources, found.withLock(\.self))
  }

  /// Reads `site.yml` and the size of its logo; the options come first.
  func configuration(
    of sources: SiteSources, report: inout BuildReport
  ) throws -> SiteConfiguration {
    var configuration = SiteConfiguration()
    configuration.title = sources.packageName ?? ""
    if let file = sources.configuration {
      let result = SiteConfigurationReader.read(file, completing: configuration)
      configuration = result.configuration
      report.diagnostics += result.diagnostics
    }
    configuration.baseURL = options.baseURL ?? configuration.baseURL
    if let logo = configuration.logo, sources.assets.contains(logo.path) {
      let bytes = try SiteReader(root: options.root).bytes("content/\(logo.path)")
      configuration.logoSize = ImageSize(of: bytes)
    }
    return configuration
  }
}

extension Diagnostic {
  /// Whether it is an error in `site.yml` from which others follow on every page.
  fileprivate var concernsAllPages: Bool {
    severity == .error && [.malformedSiteConfiguration, .invalidDefaults].contains(id)
  }
}

extension Diagnostic.Message {
  static func noPages(in path: String) -> Self {
    Self(.noPages, "the site has no pages; put Markdown files into '\(path)'")
  }
}
