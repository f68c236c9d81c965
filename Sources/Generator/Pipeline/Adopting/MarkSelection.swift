import DocgenDocModel
import DocgenGround

/// Selects the marks of a page's next round from the outcomes of its blocks.
///
/// A session is one program, so one mistake hides others. Each round therefore marks only the first
/// kind of problem that a session has: names declared twice, then code that doesn't compile, then
/// runs that fail.
struct MarkSelection {
  let outcomes: [SampleID: SampleOutcome]
  /// The blocks that compile without their session.
  let independent: Set<SampleID>

  /// A block with its errors.
  struct Failure {
    var sample: Sample
    var errors: [Diagnostic]

    func has(_ ids: Set<Diagnostic.ID>) -> Bool { errors.contains { ids.contains($0.id) } }

    /// Whether it uses what the page doesn't declare or import, which is no error that a page
    /// explains.
    var lacksNames: Bool {
      errors.contains { error in
        ["cannot find ", "no such module "].contains { error.message.text.hasPrefix($0) }
      }
    }
  }

  private static let compilation: Set<Diagnostic.ID> = [.compileError, .mainTypeInSession]

  /// Whether a failed block may compile without its session.
  static func mayBeIndependent(_ outcome: SampleOutcome) -> Bool {
    let errors = outcome.diagnostics.filter { $0.severity == .error }
    return !errors.isEmpty
      && !errors.contains {
        [.redeclaration, .outputDiffers].contains($0.id)
          || $0.message.text.hasPrefix("cannot find ")
      }
  }

  /// Adds the marks of a round and returns whether there are new ones.
  func mark(_ samples: [Sample], in document: inout AdoptedDocument) -> Bool {
    let before = document.marks
    for blocks in sessions(of: samples) {
      let failures = blocks.compactMap { sample in
        let errors = outcomes[sample.id]?.diagnostics.filter { $0.severity == .error } ?? []
        return errors.isEmpty ? nil : Failure(sample: sample, errors: errors)
      }
      if failures.contains(where: { $0.has([.redeclaration]) }) {
        reset(failures, of: blocks, in: &document)
      } else if let last = failures.first(where: {
        $0.lacksNames && document.marks[$0.sample.line]?.isReset == true
      }) {
        // Without it, the blocks after it belong to the session before.
        document.marks[last.sample.line] = FenceMarks()
        document.marks[last.sample.line]?.kind = .shown
        document.marks[last.sample.line]?.reason = last.errors[0].message.text
      } else if failures.contains(where: { $0.has(Self.compilation) }) {
        for failure in failures where failure.has(Self.compilation) {
          markCompilation(failure, of: blocks, in: &document)
        }
      } else {
        for failure in failures { markRun(failure, in: &document) }
      }
    }
    // These words of an author allow no other.
    for sample in samples
    where document.file.line(sample.line).contains(/\b(runnable|compile-only)\b/) {
      document.marks[sample.line]?.kind = nil
      document.marks[sample.line]?.reason = nil
    }
    return document.marks != before
  }

  private func sessions(of samples: [Sample]) -> [[Sample]] {
    var order: [String] = []
    var sessions: [String: [Sample]] = [:]
    for sample in samples {
      let name = sample.session ?? "# \(sample.id.name)"
      if sessions[name] == nil { order.append(name) }
      sessions[name, default: []].append(sample)
    }
    return order.map { sessions[$0] ?? [] }
  }
}
