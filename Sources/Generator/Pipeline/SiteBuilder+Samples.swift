public import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround
import DocgenSamples

extension SiteBuilder {
  /// Returns the samples of the site, in page order, without compiling any.
  ///
  /// - Throws: when the site's folder can't be read.
  public func samples() async throws -> [Sample] {
    let sources = try SiteReader(root: options.root).read()
    var report = BuildReport()
    var configuration = try configuration(of: sources, report: &report)
    var reference = try await reference(of: configuration)
    let pages = read(
      sources, reference: &reference, cache: nil, configuration: &configuration, report: &report)
    return SiteSamples(of: pages.map(\.page), sources: sources).all
  }

  /// Runs the samples of a site, and adds their outcomes to the report.
  func run(
    _ samples: SiteSamples, first: Set<String>, withNames: Bool,
    onEvent: (@Sendable (SampleEvent) -> Void)?, report: inout BuildReport
  ) async throws {
    report.sampleCount = samples.all.count
    for path in options.selection.only {
      guard samples.all.contains(where: { BuildSelection.matches(path, sample: $0) }) else {
        let names = samples.all.map { "\($0.id)" }
        let nearest = Suggestion.closest(to: path, among: names)
        throw EmptySelection(
          path: path, example: samples.all.first { "\($0.id)" == nearest }?.id)
      }
    }
    guard options.runsSamples else {
      report.skipped = samples.all.map(\.id)
      return
    }
    var selection = options.selection
    selection.first = first
    let result = try await engine.run(
      samples.runnable, selection: selection, withNames: withNames, onEvent: onEvent)
    let hints = CompileHints(
      samples: samples.all, files: samples.files, modules: engine.moduleNames)
    report.outcomes = result.outcomes.map { outcome in
      var outcome = outcome
      outcome.diagnostics = outcome.diagnostics.map(hints.completing)
      return outcome
    }
    report.skipped = result.skipped + samples.heldBack.map(\.id)
    report.samples = result.summary
    report.remarks += result.summary.remarks
    let problems = report.outcomes.flatMap(\.diagnostics)
    report.diagnostics += problems.joiningEqual
    report.remarks += LabPackage.remarks(on: problems)
    if engine.hasLibrary, SetupRemark.applies(to: samples.runnable, after: problems) {
      report.remarks.append(SetupRemark.text)
    }
  }
}

extension [Diagnostic] {
  /// The problems, each reported once: all samples with a setup have the setup's errors.
  fileprivate var joiningEqual: [Diagnostic] {
    func bare(_ problem: Diagnostic) -> Diagnostic {
      var problem = problem
      (problem.sample, problem.notes) = (nil, [])
      return problem
    }
    var counts = Dictionary(map { (bare($0), 1) }, uniquingKeysWith: +)
    return compactMap { problem in
      guard let count = counts.removeValue(forKey: bare(problem)) else { return nil }
      var problem = problem
      if count > 1 {
        problem.notes.append(Diagnostic.Note("the same in \((count - 1).counting("other sample"))"))
      }
      return problem
    }
  }
}

/// An error for a selection that matches no sample.
public struct EmptySelection: Error, CustomStringConvertible {
  /// The page, the folder or the sample's id.
  public let path: String
  /// The sample with the nearest name; `nil` if the site has none.
  let example: SampleID?

  /// The message for the user.
  public var description: String {
    guard let example else { return "'\(path)' matches no sample: the site has none" }
    return "'\(path)' matches no sample; pass a page, a folder or a sample, such as "
      + "'\(example.file)' or '\(example)'"
  }
}
