import DocgenDocModel
import DocgenGround

/// The marks that each kind of failure asks for.
extension MarkSelection {
  /// Begins the session again at each block that declares a name which the session has since its
  /// last beginning.
  func reset(_ failures: [Failure], of blocks: [Sample], in document: inout AdoptedDocument) {
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

  func markCompilation(
    _ failure: Failure, of blocks: [Sample], in document: inout AdoptedDocument
  ) {
    let sample = failure.sample
    var marks = document.marks[sample.line] ?? FenceMarks()
    // What the compiler says of lines without their manifest helps nobody.
    let text =
      sample.isOfManifest ? "it is a part of 'Package.swift'" : failure.errors[0].message.text
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
    } else if sample.expectation == .success, !failure.lacksNames,
      sample.comments(near: failure.errors).contains(Self.compileWords)
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

  func markRun(_ failure: Failure, in document: inout AdoptedDocument) {
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
    case .sampleCrashed:
      let isMeant =
        sample.comments().contains(Self.crashWords)
        || ["fatalError(", "preconditionFailure(", "precondition("]
          .contains { sample.code.contains($0) }
      marks.kind = isMeant && marks.kind == nil ? .expecting("crash") : unrun(sample)
    default:
      marks.kind = unrun(sample)
    }
    document.marks[sample.line] = marks
  }

  /// Returns how a block is verified that fails when it runs, which may need a server, a file or a
  /// user.
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

  /// Whether it shows a package's manifest, or lines of one, as most READMEs do.
  fileprivate var isOfManifest: Bool {
    ["import PackageDescription", ".package(", ".product(name:"].contains { code.contains($0) }
  }

  /// The texts of its comments at the ends of lines, but those for documentation.
  ///
  /// - Parameter errors: if given, only comments within three lines of one, of which they may speak.
  fileprivate func comments(near errors: [Diagnostic]? = nil) -> String {
    let places = errors?.compactMap { $0.location.range?.start.line }
    return lines.compactMap { line in
      guard places?.contains(where: { abs($0 - line.number) <= 3 }) != false,
        let start = line.text.firstRange(of: "//")?.upperBound,
        !line.text[start...].hasPrefix("/")
      else { return nil }
      return String(line.text[start...])
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
