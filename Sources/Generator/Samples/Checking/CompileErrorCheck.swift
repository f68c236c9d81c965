import DocgenDocModel
import DocgenGround

/// Checks that a sample doesn't compile, with the message that its author expects.
struct CompileErrorCheck: Sendable {
  let source: SampleSource
  let compiled: CompiledSample?

  private var sample: Sample { source.program.lead }

  /// Returns the outcome; expected messages of the compiler aren't problems for the author.
  func outcome(_ origin: SampleOutcome.Origin) -> SampleOutcome {
    let diagnostics = diagnostics
    return SampleOutcome(
      id: sample.id, result: diagnostics.containsError || errors.isEmpty ? .failed : .compiled,
      failure: errors.map { "error: \($0.text)" }.joined(separator: "\n"), origin: origin,
      diagnostics: diagnostics.naming(sample.id))
  }

  /// The errors in the sample itself.
  private var errors: [CompilerMessage] {
    (compiled?.messages ?? []).filter { message in
      guard message.isError, let position = message.position, !position.isInSetup else {
        return false
      }
      return source.blockIndex(of: position.absolute(in: source)) == 0
    }
  }

  private var diagnostics: [Diagnostic] {
    let start = source.start(of: sample)
    guard let compiled, !compiled.succeeded else {
      return [Diagnostic(.compiles, at: start)]
    }
    // Code before the sample fails, which the author doesn't expect; the sample's own errors may
    // result from that. Or the compiler itself failed.
    let reported = compiled.messages.filter { message in
      // Errors of earlier blocks are those of the session's own program.
      message.isError
        && message.position.map {
          $0.isInSetup || source.blockIndex(of: $0.absolute(in: source)) != nil
        } ?? true
    }
    let ofSetup = reported.filter { $0.position?.isInSetup == true }
    if errors.isEmpty || !ofSetup.isEmpty {
      return (ofSetup.isEmpty ? reported : ofSetup).map { $0.diagnostic(in: source, start: start) }
    }
    let texts = errors.flatMap { [$0.text] + $0.notes.map(\.text) }
    let problem = sample.expectedError.flatMap {
      ExpectedMessage(expected: $0).diagnostic(
        in: texts, of: "the compiler's message", file: sample.document)
    }
    return [problem].compactMap { $0 }
  }
}

extension Diagnostic.Message {
  static let compiles = Diagnostic.Message(
    .didNotFail, .error,
    "the sample compiles, but 'expect=compile-error' expects an error")
}
