import DocgenDocModel
import DocgenGround

/// Compares the compilation and the run of a program with what the author expects of each block.
struct Verdict: Sendable {
  let source: SampleSource
  /// The result of the compilation; `nil` for a shell program, or if it wasn't compiled.
  let compiled: CompiledSample?
  /// The run; `nil` if it wasn't run.
  let run: SampleRun?
  let isLinkedAlone: Bool
  let origin: SampleOutcome.Origin

  private var program: SampleProgram { source.program }

  /// The outcome of each block.
  var outcomes: [SampleOutcome] {
    if program.lead.expectation == .compileError {
      return [CompileErrorCheck(source: source, compiled: compiled).outcome(origin)]
    }
    let found = SessionMessages(source: source).diagnostics(of: compiled?.messages ?? [])
    let warnings = program.blocks.indices.map { expectedWarnings(of: $0, among: found) }
    let messages = messagesByBlock(found, warnings: warnings)
    let check = run.map { RunCheck(source: source, run: $0) }
    let outputs = check?.outputs ?? []
    let transcripts = run.map { Array($0.transcriptsByBlock.dropFirst(program.before.count)) } ?? []
    return program.blocks.indices.map { index in
      let diagnostics = messages[index] + (check?.diagnostics(of: index) ?? [])
      let hasFailed =
        diagnostics.containsError || check?.reaches(index) == false
        || program.lead.language != .shell && compiled?.succeeded != true
      return SampleOutcome(
        id: program.blocks[index].id,
        result: hasFailed ? .failed : program.isRun ? .passed : .compiled,
        output: outputs.indices.contains(index) ? outputs[index] : "",
        // The block that wrote it isn't known; most of it is about the end.
        errorOutput: check?.endingBlock == index ? run?.errorOutput ?? "" : "",
        failure: warnings[index]?.map { "warning: \($0)" }.joined(separator: "\n")
          ?? check?.expectedFailure(of: index) ?? "",
        transcript: transcripts.indices.contains(index) ? transcripts[index] : Transcript(),
        origin: origin,
        isLinkedAlone: isLinkedAlone,
        diagnostics: diagnostics.naming(program.blocks[index].id))
    }
  }

  /// Returns the diagnostics of each block's code.
  ///
  /// - Parameters:
  ///   - found: the compiler's messages, each with the number of its block.
  ///   - warnings: for each block that expects one, the compiler's warnings about it.
  private func messagesByBlock(
    _ found: [(block: Int, diagnostic: Diagnostic)], warnings: [[String]?]
  ) -> [[Diagnostic]] {
    var result = program.blocks.map { _ in [Diagnostic]() }
    for (index, diagnostic) in found {
      let block = program.blocks[index]
      if block.expects(diagnostic) { continue }
      if let diagnostic = diagnostic.treated(as: block.warnings) {
        result[index].append(diagnostic)
      }
    }
    guard compiled?.succeeded == true else { return result }
    for (index, block) in program.blocks.enumerated() {
      guard let warnings = warnings[index] else { continue }
      if warnings.isEmpty {
        result[index].append(Diagnostic(.doesNotWarn, at: source.start(of: block)))
      } else if let problem = block.expectedError.flatMap({
        ExpectedMessage(expected: $0).diagnostic(
          in: warnings, of: "the compiler's warning", file: block.document)
      }) {
        result[index].append(problem)
      }
    }
    for (index, diagnostic) in UnexecutedCodeCheck(source: source).diagnostics {
      result[index].append(diagnostic)
    }
    return result
  }
}

extension Verdict {
  /// Returns the compiler's warnings about a block that expects one; `nil` for another block.
  private func expectedWarnings(
    of block: Int, among found: [(block: Int, diagnostic: Diagnostic)]
  ) -> [String]? {
    guard program.blocks[block].expectation == .warning else { return nil }
    return found.filter { $0.block == block && $0.diagnostic.id == .compileWarning }
      .map(\.diagnostic.message.text)
  }
}

extension Sample {
  /// Whether a diagnostic is a warning that the sample expects: any, or one with a quoted line.
  fileprivate func expects(_ diagnostic: Diagnostic) -> Bool {
    guard expectation == .warning, diagnostic.id == .compileWarning else { return false }
    guard let expectedError else { return true }
    let missing = ExpectedMessage(expected: expectedError).missing(in: [diagnostic.message.text])
    return missing.count < expectedError.lines.count
  }
}

extension Diagnostic.Message {
  fileprivate static let doesNotWarn = Self(
    .didNotFail, .error,
    "the sample compiles without a warning, but 'expect=warning' expects one")
}

extension Diagnostic {
  /// Returns a warning of the compiler as the author wants it; `nil` to drop it.
  fileprivate func treated(as warnings: SampleDefaults.Warnings) -> Diagnostic? {
    guard id == .compileWarning, warnings != .show else { return self }
    if warnings == .used { return message.text.contains(Self.unused) ? nil : self }
    var error = self
    error.message.severity = .error
    return warnings == .off ? nil : error
  }

  private static var unused: Regex<(Substring, Substring)> {
    /\b(is unused|was never used|defined but never used)\b/
  }
}

extension [Diagnostic] {
  /// Returns the diagnostics with the id of a sample.
  func naming(_ sample: SampleID) -> [Diagnostic] {
    map { diagnostic in
      var diagnostic = diagnostic
      diagnostic.sample = sample
      return diagnostic
    }
  }
}
