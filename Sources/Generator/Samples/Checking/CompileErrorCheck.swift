import DocModel
import Ground

/// Checks that a sample does not compile, and that the compiler says what its author expects.
struct CompileErrorCheck: Sendable {
  let program: SampleProgram
  let source: SampleSource
  let compiled: CompiledSample?

  private var sample: Sample { program.lead }

  /// What came of it; the compiler's words are no problem of the author's when they were promised.
  func outcome(_ origin: SampleOutcome.Origin) -> SampleOutcome {
    let diagnostics = diagnostics
    return SampleOutcome(
      id: sample.id, result: diagnostics.containsError ? .failed : .compiled,
      failure: errors.map { "error: \($0.text)" }.joined(separator: "\n"), origin: origin,
      diagnostics: diagnostics.naming(sample.id))
  }

  /// The errors in the sample itself.
  private var errors: [CompilerMessage] {
    (compiled?.messages ?? []).filter { message in
      guard message.isError, let place = message.place, !place.isInSetup else { return false }
      return source.blockIndex(of: place.absolute(in: source)) == 0
    }
  }

  private var diagnostics: [Diagnostic] {
    let start = source.start(of: sample)
    guard let compiled, !compiled.succeeded else {
      return [Diagnostic(.compiles, at: start)]
    }
    // What comes before the sample fails, which nobody has promised: the sample's own errors may follow
    // from it. Or the compiler itself failed.
    let said = compiled.messages.filter(\.isError)
    let ofSetup = said.filter { $0.place?.isInSetup == true }
    if errors.isEmpty || !ofSetup.isEmpty {
      return (ofSetup.isEmpty ? said : ofSetup).map { $0.diagnostic(in: source, start: start) }
    }
    let texts = errors.flatMap { [$0.text] + $0.notes.map(\.text) }
    let problem = sample.expectedError.flatMap {
      ExpectedMessage(promised: $0).diagnostic(
        in: texts, of: "the compiler's message", file: sample.id.file)
    }
    return [problem].compactMap { $0 }
  }
}

extension Diagnostic.Message {
  static let compiles = Diagnostic.Message(
    .didNotFail, .error,
    "the sample compiles, but 'expect=compile-error' promises that it does not")
}
