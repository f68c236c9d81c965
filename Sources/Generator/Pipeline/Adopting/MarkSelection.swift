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
  private struct Failure {
    var sample: Sample
    var errors: [Diagnostic]

    func has(_ ids: Set<Diagnostic.ID>) -> Bool { errors.contains { ids.contains($0.id) } }

    /// Whether it uses what the page doesn't declare or import, which is no error that a page explains.
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

  /// Begins the session again at each block that declares a name which the session has since its
  /// last beginning.
  private func reset(_ failures: [Failure], of blocks: [Sample], in document: inout AdoptedDocument)
  {
    func index(_ line: Int?) -> Int? {
      line.flatMap { line in blocks.lastIndex { $0.range.start.line <= line } }
    }
    var start = 0
    var declared: [String: Int] = [:]
    for failure in failures {
      guard let own = blocks.firstIndex(where: { $0.id == failure.sample.id }) else { continue }
      for error in failure.errors where error.id == .redeclaration {
        let first = index(error.notes.first?.location?.range?.start.line) ?? 0
        if max(declared[error.message.text] ?? 0, first) >= start, own > start {
          document.marks[failure.sample.line, default: FenceMarks()].isReset = true
          start = own
        }
        declared[error.message.text] = own
      }
    }
  }

  private func markCompilation(
    _ failure: Failure, of blocks: [Sample], in document: inout AdoptedDocument
  ) {
    let sample = failure.sample
    var marks = document.marks[sample.line] ?? FenceMarks()
    let text = failure.errors[0].message.text
    if let error = failure.errors.first(where: { $0.id == .mainTypeInSession }) {
      isolateMainType(error, of: blocks, in: &document)
      return
    }
    if sample.languageMode == 6, failure.errors.allSatisfy({ $0.message.text.isAboutConcurrency }) {
      // The mode is that of the whole session.
      document.marks[blocks[0].line, default: FenceMarks()].isInMode5 = true
      return
    }
    if independent.contains(sample.id), !marks.isReset, sample.id != blocks[0].id {
      marks.isReset = true
    } else if sample.expectation == .success, sample.comments.contains(Self.compileWords),
      !failure.lacksNames
    {
      marks.kind = .expecting("compile-error")
      marks.reason = text
    } else {
      marks.kind = .shown
      marks.reason = text
    }
    document.marks[sample.line] = marks
  }

  /// Begins the session again before and after the block with `@main`.
  private func isolateMainType(
    _ error: Diagnostic, of blocks: [Sample], in document: inout AdoptedDocument
  ) {
    let line = error.notes.first?.location?.range?.start.line
    guard let main = blocks.firstIndex(where: { $0.line == line }) else { return }
    for index in [main, main + 1] where index > 0 && blocks.indices.contains(index) {
      document.marks[blocks[index].line, default: FenceMarks()].isReset = true
    }
  }

  private func markRun(_ failure: Failure, in document: inout AdoptedDocument) {
    let sample = failure.sample
    var marks = document.marks[sample.line] ?? FenceMarks()
    let error = failure.errors[0]
    marks.reason = error.message.text
    switch error.id {
    case .outputDiffers:
      // The author's own block is updated by 'docgen build --update'.
      guard sample.expectedOutput == nil, let outcome = outcomes[sample.id] else { return }
      marks.output = outcome.outputLines
      if marks.output == nil { marks.kind = .shown }
    case .sampleCrashed, .sampleThrew:
      let isMeant =
        sample.comments.contains(Self.crashWords)
        || ["fatalError(", "preconditionFailure(", "precondition("]
          .contains { sample.code.contains($0) }
      marks.kind = isMeant && marks.kind == nil ? .expecting("crash") : unrun(sample)
    default:
      marks.kind = unrun(sample)
    }
    document.marks[sample.line] = marks
  }

  /// Returns how a block is verified that fails when it runs, which may need a server, a file or a user.
  private func unrun(_ sample: Sample) -> FenceMarks.Kind {
    independent.contains(sample.id) ? .compiled : .shown
  }

  private static var compileWords: Regex<Substring> {
    /(?i)\berrors?\b|not allowed|n't allowed|n't compile|not compile|illegal|invalid/
      .wordBoundaryKind(.simple)
  }

  private static var crashWords: Regex<Substring> {
    /(?i)error|crash|trap|fatal|fail/
  }
}

extension Sample {
  /// The line of its opening fence.
  var line: Int { range.start.line }

  /// The texts of its comments at the ends of lines.
  fileprivate var comments: String {
    lines.compactMap { line in
      line.text.firstRange(of: "//").map { line.text[$0.upperBound...] }
    }.joined(separator: "\n")
  }
}

extension SampleOutcome {
  /// The lines of its output without empty ones at the end; `nil` if there are none.
  var outputLines: [String]? {
    var lines = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    return lines.isEmpty ? nil : lines
  }
}

extension String {
  /// Whether a message is about concurrency, where the language mode 5 only warns.
  fileprivate var isAboutConcurrency: Bool {
    ["concurrency-safe", "actor-isolated", "non-Sendable", "data race", "Sendable"]
      .contains { contains($0) }
  }
}
