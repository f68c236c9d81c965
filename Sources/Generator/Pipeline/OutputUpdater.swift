import DocgenDocModel
import DocgenDocumentParsing
public import DocgenGround
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
  private struct Drift {
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
  /// The writer of files outside of `content`, such as those with doc comments.
  let sourceWriter: DocumentWriter
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

  /// Updates outputs in the doc comments of a file, or in one that documents include.
  ///
  /// The comments of the built module stay as they are, so only the next build verifies them.
  private func updateParts(
    of path: String, drifts: [Drift], result: inout Result
  ) throws {
    do {
      let old = try sourceWriter.bytes(of: path)
      var rewriting = OutputRewriting(String(decoding: old, as: UTF8.self))
      var written: [Drift] = []
      for drift in drifts.sorted(by: { $0.block.range.start > $1.block.range.start }) {
        if rewriting.replace(drift.block, with: drift.revised) {
          written.append(drift)
        } else {
          result.diagnostics.append(problem(.notWritable, of: drift))
        }
      }
      let updates = written.reversed().map { update(of: $0) }
      updates.forEach(onUpdate)
      if !updates.isEmpty {
        try sourceWriter.replace(path, from: old, with: Array(rewriting.text.utf8))
      }
      result.updates += updates
    } catch let refusal as DocumentWriter.Refusal {
      result.diagnostics.append(problem(.refused(refusal), of: drifts[0]))
    }
  }

  private func update(of drift: Drift) -> OutputUpdate {
    OutputUpdate(
      sample: drift.sample.id,
      location: SourceLocation(file: drift.file, range: drift.block.range),
      difference: drift.revised.difference)
  }

  private func update(
    _ document: ParsedDocument, drifts: [Drift], result: inout Result
  ) async throws {
    let path = document.file.path
    do {
      let writer = path.hasPrefix("content/") ? writer : sourceWriter
      let old = try writer.bytes(of: path)
      guard let text = String(validating: old, as: UTF8.self),
        SourceFile(path: path, text: text) == document.file
      else { throw DocumentWriter.Refusal.changed }
      // One that can't be written keeps no other from being written.
      var writable = drifts.filter { updated(document, of: text, with: [$0]) != nil }
      let new = updated(document, of: text, with: writable)
      if new == nil { writable = [] }
      let ids = Set(writable.map(\.sample.id))
      for drift in drifts where !ids.contains(drift.sample.id) {
        result.diagnostics.append(problem(.notWritable, of: drift))
      }
      guard let new, !writable.isEmpty else { return }
      let outputs = try await engine.run(new.document.samples, rerunning: ids).outcomes.byID
      let isUnstable = { outputs[$0]?.result == .failed }
      for drift in writable where isUnstable(drift.sample.id) {
        let difference = RevisedOutput.difference(
          between: drift.outcome.output, and: outputs[drift.sample.id]?.output ?? "")
        result.diagnostics.append(
          problem(.unstable, of: drift, notes: [Diagnostic.Note(difference)]))
      }
      let stable = writable.filter { !isUnstable($0.sample.id) }
      guard !stable.isEmpty, let new = updated(document, of: text, with: stable) else { return }
      let updates = stable.map { update(of: $0) }
      updates.forEach(onUpdate)
      try writer.replace(path, from: old, with: Array(new.text.utf8))
      result.updates += updates
    } catch let refusal as DocumentWriter.Refusal {
      result.diagnostics.append(problem(.refused(refusal), of: drifts[0]))
    }
  }

  /// Returns a document with some outputs updated; `nil` if it would have other samples, or expect anything but
  /// what these printed.
  private func updated(
    _ document: ParsedDocument, of text: String, with drifts: [Drift]
  ) -> (text: String, document: ParsedDocument)? {
    var rewriting = OutputRewriting(text)
    for drift in drifts.sorted(by: { $0.expected.range.start > $1.expected.range.start }) {
      guard rewriting.replace(drift.expected, with: drift.revised) else { return nil }
    }
    let new = parser.parse(SourceFile(path: document.file.path, text: rewriting.text)).document
    return drifts.allSatisfy { isKept($0, from: document, in: new) } ? (rewriting.text, new) : nil
  }

  private func problem(
    _ message: Diagnostic.Message, of drift: Drift, notes: [Diagnostic.Note] = []
  ) -> Diagnostic {
    let location = SourceLocation(file: drift.sample.document, range: drift.expected.range)
    var problem = Diagnostic(message, at: location, notes: notes)
    problem.sample = drift.sample.id
    return problem
  }

  /// Whether the new text has the same samples, and expects what this one printed.
  private func isKept(_ drift: Drift, from old: ParsedDocument, in new: ParsedDocument) -> Bool {
    guard old.samples.map(\.id) == new.samples.map(\.id),
      old.samples.map(\.code) == new.samples.map(\.code),
      let expected = new.samples.first(where: { $0.id == drift.sample.id })?.expectedOutput
    else { return false }
    return RevisedOutput.fits(expected, printed: drift.outcome.output)
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

extension Diagnostic.Message {
  static let notWritable = Self(
    .outputNotWritable,
    "what the sample prints can't be written into a Markdown block; print it without control "
      + "characters, or write '…' for it")

  static let otherErrorsFirst = Self(
    .outputNotWritable,
    "this output is not updated, for the page has other errors, which may be why it differs; "
      + "put them right first")

  static let unstable = Self(
    .unstableOutput,
    "the sample printed something else when it was run again; write '…' or '<…>' for what changes")

  static func refused(_ refusal: DocumentWriter.Refusal) -> Self {
    Self(.outputNotWritable, refusal.description)
  }

  static let noSamplesToUpdate = Self(
    .noSamples, "the site has no samples to update; mark blocks with 'runnable'")
}

/// An output block that `--update` rewrites.
public struct OutputUpdate: Sendable, Hashable {
  /// The sample that prints something else.
  public var sample: SampleID
  /// The location of the block.
  public var location: SourceLocation
  /// The change, as a unified diff.
  public var difference: String
}
