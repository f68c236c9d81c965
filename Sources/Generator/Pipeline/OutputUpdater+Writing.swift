import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround
import DocgenSamples

extension OutputUpdater {
  /// Updates outputs of a document whose samples print the same again.
  func update(
    _ document: ParsedDocument, drifts: [Drift], result: inout Result
  ) async throws {
    let path = document.file.path
    do {
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

  /// Returns a document with some outputs updated; `nil` if it would have other samples, or expect
  /// anything but what these printed.
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

  /// Whether the new text has the same samples, and expects what this one printed.
  private func isKept(_ drift: Drift, from old: ParsedDocument, in new: ParsedDocument) -> Bool {
    guard old.samples.map(\.id) == new.samples.map(\.id),
      old.samples.map(\.code) == new.samples.map(\.code),
      let expected = new.samples.first(where: { $0.id == drift.sample.id })?.expectedOutput
    else { return false }
    return RevisedOutput.fits(expected, printed: drift.outcome.output)
  }

  /// Updates outputs in the doc comments of a file, or in one that documents include.
  ///
  /// The comments of the built module stay as they are, so only the next build verifies them.
  func updateParts(
    of path: String, drifts: [Drift], result: inout Result
  ) throws {
    do {
      let old = try writer.bytes(of: path)
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
        try writer.replace(path, from: old, with: Array(rewriting.text.utf8))
      }
      result.updates += updates
    } catch let refusal as DocumentWriter.Refusal {
      result.diagnostics.append(problem(.refused(refusal), of: drifts[0]))
    }
  }
}
