import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround
import DocgenSamples

extension SiteBuilder {
  /// Updates outputs, then builds the site again from the documents on disk.
  ///
  /// - Returns: the report of the second build; `nil` when nothing was updated.
  func update(
    _ documents: [ParsedDocument], of sources: SiteSources,
    onUpdate: @escaping @Sendable (OutputUpdate) -> Void, report: inout BuildReport
  ) async throws -> BuildReport? {
    if documents.allSatisfy(\.samples.isEmpty) {
      report.diagnostics.append(
        Diagnostic(.noSamplesToUpdate, at: SourceLocation(file: "content")))
    }
    let updater = OutputUpdater(
      writer: DocumentWriter(root: options.root),
      parser: DocumentParser(context: sources.context),
      engine: engine, expanded: sources.expanded,
      onUpdate: onUpdate)
    let ownErrors = report.diagnostics.filter { $0.severity == .error && $0.sample == nil }
    let result = try await updater.update(
      documents, outcomes: report.outcomes.byID, misread: Set(ownErrors.map(\.location.file)))
    report.diagnostics += result.diagnostics
    guard !result.updates.isEmpty else { return nil }
    var again = self
    again.options.updatesOutputs = false
    // Another program may have corrected a document that this one couldn't; this build still fails.
    if result.diagnostics.contains(where: { $0.severity == .error }) { again.options.output = nil }
    var updated = try await again.build()
    updated.updates = result.updates
    // Comments are those of the built module, which has the old output.
    let stale = Set(updated.diagnostics.filter { $0.id == .staleModule }.map(\.location.file))
    let samples = Set(result.updates.map(\.sample))
    updated.diagnostics.removeAll { problem in
      problem.id == .outputDiffers && stale.contains(problem.location.file)
        && problem.sample.map(samples.contains) == true
    }
    updated.count(before: report)
    updated.diagnostics += sources.expanded.moved(result.diagnostics)
    updated.diagnostics = updated.diagnostics.sortedByLocation()
    return updated
  }
}
