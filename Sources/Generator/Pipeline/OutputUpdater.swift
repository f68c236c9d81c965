import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround
import DocgenSamples
import Foundation

/// Updates outdated outputs in the author's files.
///
/// It writes a file only if the new text, parsed and run again, passes.
struct OutputUpdater {
  /// The updates made, and what prevented others.
  struct Result {
    var updates: [OutputUpdate] = []
    var diagnostics: [Diagnostic] = []
  }

  /// A sample with an outdated output.
  struct Drift {
    var sample: Sample
    /// The output on the page.
    var expected: Sample.ExpectedOutput
    /// The output in the file that has it, and the path of that file.
    var block: Sample.ExpectedOutput
    var file: String
    var outcome: SampleOutcome
    var revised: RevisedOutput
  }

  let writer: DocumentWriter
  let parser: DocumentParser
  let engine: SampleEngine
  /// The documents that include files.
  let expanded: [String: ExpandedDocument]
  /// Called with each change before the file is written.
  let onUpdate: @Sendable (OutputUpdate) -> Void

  /// Updates the documents of a site.
  ///
  /// - Parameter misread: the files with other errors, which may be why samples print something
  ///   else; these files don't change.
  /// - Throws: when a file can't be written, or the samples can't run.
  func update(
    _ documents: [ParsedDocument], outcomes: [SampleID: SampleOutcome], misread: Set<String>
  ) async throws -> Result {
    var result = Result()
    // Outputs in doc comments and in included files, which other pages may have too.
    var elsewhere: [String: [SourceRange: Drift]] = [:]
    for document in documents {
      let path = document.file.path
      let drifts = document.samples.compactMap { sample in
        outcomes[sample.id].flatMap { drift(of: sample, outcome: $0) }
      }
      let own = drifts.filter { $0.sample.document == path }
      if misread.contains(path) {
        result.diagnostics += own.map { problem(.otherErrorsFirst, of: $0) }
      } else if expanded[path] == nil, !own.isEmpty {
        try await update(document, drifts: own, result: &result)
      }
      for drift in drifts
      where drift.sample.document != path || expanded[path] != nil && !misread.contains(path) {
        elsewhere[drift.file, default: [:]][drift.block.range] = drift
      }
    }
    for (path, drifts) in elsewhere.sorted(by: { $0.key < $1.key }) {
      try updateParts(of: path, drifts: Array(drifts.values), result: &result)
    }
    return result
  }

  /// Returns the change of a sample whose only problem is its output; `nil` if it printed nothing,
  /// because a failure may be why.
  private func drift(of sample: Sample, outcome: SampleOutcome) -> Drift? {
    let errors = outcome.diagnostics.filter { $0.severity == .error }
    guard let expected = sample.expectedOutput, !errors.isEmpty,
      errors.allSatisfy({ $0.id == .outputDiffers })
    else { return nil }
    let origins = expanded[sample.document]?.origins
    let revised = RevisedOutput(expected, printed: outcome.output)
    if revised.lines.isEmpty { return nil }
    return Drift(
      sample: sample, expected: expected, block: origins?.moved(expected) ?? expected,
      file: origins?[expected.range.start.line]?.file ?? sample.document, outcome: outcome,
      revised: revised)
  }

  func update(of drift: Drift) -> OutputUpdate {
    OutputUpdate(
      sample: drift.sample.id,
      location: SourceLocation(file: drift.file, range: drift.block.range),
      difference: drift.revised.difference)
  }

  func problem(
    _ message: Diagnostic.Message, of drift: Drift, notes: [Diagnostic.Note] = []
  ) -> Diagnostic {
    let location = SourceLocation(file: drift.sample.document, range: drift.expected.range)
    var problem = Diagnostic(message, at: location, notes: notes)
    problem.sample = drift.sample.id
    return problem
  }
}

extension LineOrigins {
  /// Returns an output in its file; lines from other files have no number there.
  fileprivate func moved(_ output: Sample.ExpectedOutput) -> Sample.ExpectedOutput {
    let file = self[output.range.start.line]?.file
    let lines = output.lines.map { line in
      let origin = self[line.number].flatMap { $0.file == file ? $0 : nil }
      return Sample.Line(text: line.text, number: origin?.line ?? 0)
    }
    return Sample.ExpectedOutput(lines: lines, range: moved(output.range))
  }
}
