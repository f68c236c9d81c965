import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround
import DocgenSamples
import DocgenSiteRendering
import Foundation

/// The reference pages of a site, before they are parsed.
struct SiteReference: Sendable {
  var pages: [ReferencePage] = []
  /// Where each symbol is described, by its names.
  var targets: [String: String] = [:]
  /// What is said of each symbol, by the same names.
  var notes: [String: SymbolNote] = [:]
  var diagnostics: [Diagnostic] = []
  /// The files with the doc comments, for the excerpts of messages.
  var files: [String: SourceFile] = [:]

  /// Reads the files with a module's comments, and reports those that have other comments now.
  mutating func read(_ comments: [DocumentedLine], of module: String, below root: String) {
    var stale: Set<String> = []
    for line in comments {
      guard let origin = line.origin else { continue }
      if files[origin.file] == nil {
        let data = FileManager.default.contents(atPath: root + origin.file) ?? Data()
        files[origin.file] = SourceFile(
          path: origin.file, text: String(decoding: data, as: UTF8.self))
      }
      let present =
        files[origin.file]?.line(origin.line).utf8.dropFirst(origin.column) ?? ""[...].utf8
      let end = present.dropFirst(line.text.utf8.count)
      // Only the end of a `/** */` comment may follow.
      let isSame =
        present.starts(with: line.text.utf8) && (end.isEmpty || end.starts(with: "*/".utf8))
      if !isSame, stale.insert(origin.file).inserted {
        let place = SourceRange(at: SourcePosition(line: origin.line, column: origin.column + 1))
        diagnostics.append(
          Diagnostic(
            .staleModule(module), at: SourceLocation(file: origin.file, range: place)))
      }
    }
  }

  /// Moves the text of a DocC catalog's pages about types to the types' pages, and removes those pages.
  ///
  /// A page with samples or with links that are relative to it stays.
  mutating func takeIn(_ read: inout [ReadPage]) {
    read.removeAll { page in
      let metadata = page.page.metadata
      guard let symbol = metadata.symbol?.replacing("/", with: "."),
        page.page.summary.samples.isEmpty, metadata.samples == SampleDefaults(),
        page.page.summary.references.allSatisfy({ link in
          link.destination.hasPrefix("doc:") || link.destination.contains("://")
        }),
        let index = pages.firstIndex(where: { $0.metadata.permalink == targets[symbol] })
      else { return false }
      pages[index].add(page.page.document.file, formerlyAt: metadata.permalink)
      return true
    }
  }

  /// Returns diagnostics with those of reference pages at the locations of the comments.
  func moved(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    let pages = Dictionary(pages.map { ($0.file.path, $0.origins) }) { first, _ in first }
    return diagnostics.map { problem in
      var problem = pages[problem.location.file]?.moved(problem) ?? problem
      let message = problem.message
      // In a catalog, names of nothing are no errors.
      if [.unknownSymbol, .brokenAnchor].contains(message.id),
        problem.location.file.contains(bytesOf: ".docc/")
      {
        problem.message = Diagnostic.Message(message.id, .warning, message.text)
      }
      return problem
    }
  }
}

extension SiteBuilder {
  /// Returns the reference of the modules that the configuration names.
  ///
  /// - Throws: `EnvironmentError` when the toolchain can't extract their symbols.
  func reference(of configuration: SiteConfiguration) async throws -> SiteReference {
    var reference = SiteReference()
    if configuration.reference.isEmpty { return reference }
    let cache = TextCache(folder: cacheFolder)
    let root = options.root.standardizedFileURL.resolvingSymlinksInPath().path + "/"
    for module in configuration.reference {
      guard let state = engine.state(ofModule: module.path) else {
        if options.hasBrokenPackage { continue }
        let nearest = Suggestion.nearest(to: module.path, among: engine.moduleNames)
        let message: Diagnostic.Message =
          engine.libraryContains(module.path)
          ? .moduleWithoutSwift(module.path) : .unknownModule(module.path, nearest: nearest)
        reference.diagnostics.append(Diagnostic(message, at: module.location))
        continue
      }
      let json = try await cache.text("symbols-\(module.path)", from: [module.path, state]) {
        try await engine.symbolGraph(ofModule: module.path)
      }
      let found = ModuleReference(
        of: try SymbolGraph(json: json), module: module.path, root: root,
        source: configuration.fileAddress)
      reference.pages += found.pages
      reference.targets.merge(found.targets) { first, _ in first }
      reference.notes.merge(found.notes) { first, _ in first }
      reference.diagnostics += found.diagnostics
      reference.read(found.comments, of: module.path, below: root)
    }
    return reference
  }
}

extension Diagnostic.Message {
  fileprivate static func moduleWithoutSwift(_ name: String) -> Self {
    Self(.invalidSiteValue, "'reference' describes only Swift modules; remove '\(name)'")
  }
}

/// The guides of a site by the names in their code.
struct GuidesByName {
  private var counts: [String: [Int: Int]] = [:]
  private let guides: [PageMetadata]

  init(_ documents: [ParsedDocument]) {
    guides = documents.map(\.metadata)
    for (index, document) in documents.enumerated() {
      // The page of a DocC catalog about a type, which didn't move to the type's page, comes before all others.
      if let symbol = document.metadata.symbol {
        let type = symbol.split(separator: "/").dropFirst().joined(separator: ".")
        counts[type, default: [:]][index] = .max / 2
      }
      document.forEachBlock { block in
        guard let code = block.shownCode, code.language == "swift" else { return }
        for name in code.text.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }) {
          counts[String(name), default: [:]][index, default: 0] += 1
        }
      }
    }
  }

  /// Returns the guides whose code has a name, those that have it most often first.
  func guides(with name: String) -> [PageMetadata] {
    (counts[name] ?? [:]).sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { guides[$0.key] }
  }
}
