import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround
public import DocgenSamples
import Foundation

/// Marks the fences of existing documents so that a build verifies their Swift blocks.
///
/// It repeats what an author would do: build, mark what fails, and build again, until nothing new
/// fails. The cache makes each round as short as what the last one changed.
public struct Adoption: Sendable {
  /// Returns the defaults that the marks rely on, as in `site.yml`.
  static func defaults(withSetup setup: String?) -> String {
    let name = setup.map { ", setup: \($0)" } ?? ""
    return "samples: {run: pages, session: page, prints: compare\(name)}"
  }

  /// The most rounds; a round usually finds a tenth of what the one before it found.
  private static let mostRounds = 20
  /// The longest output that is added to a document.
  private static let mostLines = 40

  private var sources: AdoptionSources
  private let engine: SampleEngine
  private let modules: [String]

  /// Finds the documents of some paths below a folder, or without paths those of the site in it,
  /// and tries their blocks with docgen's modules and those of a library.
  ///
  /// - Parameter modules: the names of the library's modules that readers import.
  /// - Throws: when a path doesn't exist, or a document can't be read.
  public init(
    _ paths: [String] = [], below folder: String = ".",
    package: LabPackage, library: ModuleLibrary? = nil, modules: [String] = [], jobs: Int? = nil
  ) throws {
    self.modules = modules
    sources = try AdoptionSources(
      paths, below: URL(filePath: folder, directoryHint: .isDirectory))
    var environment = try package.environment(forSiteAt: sources.root, jobs: jobs)
    environment.library = library
    environment.cacheFolder = sources.cacheFolder ?? environment.cacheFolder
    engine = SampleEngine(environment: environment)
  }

  /// Finds the marks, and writes the documents unless it is a dry run.
  ///
  /// If a block lacks names, the setup `imports` is tried, too, by itself one that imports the
  /// library's modules.
  ///
  /// - Parameter onRound: called after each round, with the number of blocks that need no new mark.
  public func run(
    isDryRun: Bool,
    onRound: @Sendable (_ round: Int, _ verified: Int, _ total: Int) -> Void = { _, _, _ in }
  ) async throws -> AdoptionReport {
    let before = try await verified(in: sources.documents)
    var adoption = self
    var (report, documents) = try await adoption.marks(onRound: onRound)
    if report.lacksNames, let importing = sources.importing(modules) {
      adoption.sources = importing
      let (other, marked) = try await adoption.marks(onRound: onRound)
      if other.verified > report.verified {
        (report, documents) = (other, marked)
      } else {
        adoption = self
      }
    }
    report.verifiedBefore = before
    report.remarks += adoption.sources.remarks
    if let names = report.missingNames {
      report.remarks.append(
        "blocks lack names, most often \(names); import or declare in "
          + "'\(adoption.sources.setupPath)' what the text takes for granted")
    }
    if !isDryRun { try adoption.sources.write(documents) }
    return report
  }

  /// Finds the marks of all documents.
  private func marks(
    onRound: (_ round: Int, _ verified: Int, _ total: Int) -> Void
  ) async throws -> (AdoptionReport, [AdoptedDocument]) {
    var documents = sources.documents
    var report = AdoptionReport()
    for round in 1...Self.mostRounds {
      let pages = documents.map { parser.parse($0.marked).document }
      let samples = pages.flatMap(\.samples)
      let result = try await engine.run(samples)
      let outcomes = result.outcomes.byID
      onRound(round, result.outcomes.count { $0.result != .failed }, samples.count)
      let selection = MarkSelection(
        outcomes: outcomes, independent: try await independent(samples, outcomes: outcomes))
      let changes = documents.indices.map {
        selection.mark(pages[$0].samples, in: &documents[$0])
      }
      if !changes.contains(true) { break }
    }
    try await addOutputs(to: &documents)
    try await check(&documents, report: &report)
    return (report, documents)
  }

  private var parser: DocumentParser { parser(sources.defaults) }

  private func parser(_ defaults: SampleDefaults) -> DocumentParser {
    DocumentParser(
      context: SampleContext(
        fixtures: LabPackage.fixtures, sampleFiles: sources.sampleFiles, defaults: defaults))
  }

  /// Returns the number of blocks that the documents' own marks verify.
  private func verified(in documents: [AdoptedDocument]) async throws -> Int {
    let parser = parser(sources.ownDefaults)
    let samples = documents.flatMap { parser.parse($0.file).document.samples }
    return try await engine.run(samples).outcomes.count { $0.result != .failed }
  }

  /// Returns the failed blocks that compile by themselves.
  private func independent(
    _ samples: [Sample], outcomes: [SampleID: SampleOutcome]
  ) async throws -> Set<SampleID> {
    let candidates = samples.filter { sample in
      sample.expectation == .success
        && outcomes[sample.id].map(MarkSelection.mayBeIndependent) ?? false
    }.map { sample in
      var sample = sample
      sample.session = nil
      sample.mode = .compileOnly
      return sample
    }
    return Set(
      try await engine.run(candidates).outcomes.filter { $0.result != .failed }.map(\.id))
  }

  /// Adds the outputs of blocks that have none, if two runs print the same.
  private func addOutputs(to documents: inout [AdoptedDocument]) async throws {
    let pages = documents.map { parser.parse($0.marked).document }
    let samples = pages.flatMap(\.samples)
    let silent = samples.filter { sample in
      sample.expectedOutput == nil && sample.expectedPrints.isEmpty && sample.mode == .run
        && sample.file == sample.document && sample.expectation == .success
    }
    let missing = Set(silent.map(\.id))
    let first = try await engine.run(samples).outcomes
    let second = try await engine.run(samples, rerunning: missing).outcomes
    let lines = Dictionary(
      zip(first, second).compactMap { first, second -> (SampleID, [String])? in
        guard missing.contains(first.id), first.result == .passed, first.output == second.output,
          let lines = first.outputLines, lines.count <= Self.mostLines
        else { return nil }
        return (first.id, lines)
      }, uniquingKeysWith: { $1 })
    for (index, page) in pages.enumerated() {
      for sample in page.samples {
        guard let lines = lines[sample.id] else { continue }
        documents[index].marks[sample.line, default: FenceMarks()].output = lines
      }
    }
  }

  /// Builds the documents as they will be, and leaves out the outputs that can't be written.
  private func check(
    _ documents: inout [AdoptedDocument], report: inout AdoptionReport
  ) async throws {
    for index in documents.indices {
      let expected = parser.parse(documents[index].marked).document.samples.map(\.code)
      let new = parser.parse(
        SourceFile(path: documents[index].file.path, text: documents[index].text))
      if new.document.samples.map(\.code) != expected
        || new.diagnostics.contains(where: { $0.id == .outputWithoutSample })
      {
        for line in documents[index].marks.keys { documents[index].marks[line]?.output = nil }
      }
    }
    let parsed = documents.map { parser.parse(SourceFile(path: $0.file.path, text: $0.text)) }
    let pages = parsed.map(\.document)
    let outcomes = try await engine.run(pages.flatMap(\.samples)).outcomes
    report.count(documents, pages: pages, outcomes: outcomes)
    // A block that can't be read, as one whose setup is missing, is in no count.
    report.items += parsed.flatMap(\.diagnostics).filter { $0.severity == .error }
      .map { .init(location: $0.location, text: "fails: \($0.message.text)") }
  }
}
