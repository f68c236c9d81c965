import DocModel
import Foundation

/// Compares what happened in a run with what the author promised.
struct RunJudgement: Sendable {
  let program: SampleProgram
  let source: SampleSource
  let run: SampleRun

  /// What the author must be told of a block; empty when everything is as promised.
  func diagnostics(of index: Int) -> [Diagnostic] {
    var result: [Diagnostic] = []
    let ending = endingDiagnostic
    if index == endingBlock {
      result += [ending].compactMap { $0 }
      result += run.invalidStreams.map { stream in
        Diagnostic(.notUTF8(stream), at: source.start(of: program.blocks[index]))
      }
      if ending == nil { result += [errorDiagnostic(of: index)].compactMap { $0 } }
    }
    // What is missing after a crash is the crash's fault.
    if ending == nil || index < endingBlock {
      result += [outputDiagnostic(of: index)].compactMap { $0 }
    }
    return result
  }

  /// Whether the run came to a block before it failed.
  func reaches(_ index: Int) -> Bool { endingDiagnostic == nil || index <= endingBlock }

  /// What a failure that a block promised said; empty without one.
  func promisedFailure(of index: Int) -> String {
    guard endingDiagnostic == nil, index == endingBlock, program.expectation == .crash else {
      return ""
    }
    return failureText ?? ""
  }

  /// The block that was running when the run ended.
  var endingBlock: Int { min(run.outputs.count, program.blocks.count) - 1 }

  private var endingDiagnostic: Diagnostic? {
    let start = source.start(of: program.blocks[endingBlock])
    switch (run.ending, program.expectation) {
    case (.exited(let status), .crash):
      return Diagnostic(.didNotCrash(status), at: start, notes: outputNotes)
    case (.exited(let status), _):
      guard status != promisedStatus || isCutShort else { return nil }
      return Diagnostic(
        isCutShort && status == promisedStatus
          ? .endedEarly(status) : .exited(status, promised: promisedStatus),
        at: firstPlace ?? start, notes: outputNotes)
    case (.crashed, .crash), (.threw, .crash): return nil
    case (.crashed(let signal), _):
      return Diagnostic(
        .crashed(signal: signal, reason: reason), at: firstPlace ?? start,
        notes: callNotes + outputNotes)
    case (.threw(let error), _):
      return Diagnostic(
        .threw(error), at: firstPlace ?? start,
        notes: callNotes + (isWholeStory(error) ? printedNotes : outputNotes))
    case (.timedOut, _):
      return Diagnostic(
        .timedOut(program.timeout), at: firstPlace ?? start, notes: callNotes + outputNotes)
    case (.wroteTooMuch, _):
      return Diagnostic(
        .wroteTooMuch(SampleRunner.outputLimit), at: firstPlace ?? start, notes: outputNotes)
    case (.startedTooMany, _):
      return Diagnostic(
        .startedTooMany(SampleRunner.processLimit), at: firstPlace ?? start, notes: outputNotes)
    case (.notLoaded(let reason), _):
      let isShell = program.lead.language == .shell
      return Diagnostic(isShell ? .serversFailed(reason) : .notLinked(reason), at: start)
    }
  }

  /// Whether a session ended well, but before its last block.
  private var isCutShort: Bool { run.outputs.count < program.blocks.count }

  private func outputDiagnostic(of index: Int) -> Diagnostic? {
    let block = program.blocks[index]
    guard let promised = block.expectedOutput else { return nil }
    let texts = promised.lines.map(\.text)
    let outputs = run.outputs
    let printed = RunJudgement.lines(outputs.indices.contains(index) ? outputs[index] : "")
    guard !OutputPattern(texts).matches(printed) else { return nil }
    let difference = OutputDifference(promised: texts, printed: printed)
    return Diagnostic(
      .outputDiffers, at: SourceLocation(file: block.id.file, range: promised.range),
      notes: [Diagnostic.Note(difference.description)] + (index == endingBlock ? errorNotes : []))
  }

  /// Holds the words of a promised failure against those that the author quotes.
  private func errorDiagnostic(of index: Int) -> Diagnostic? {
    let block = program.blocks[index]
    guard let promised = block.expectedError, index == program.blocks.count - 1 else { return nil }
    let said = [failureText].compactMap { $0 } + RunJudgement.lines(run.errorOutput)
    return PromisedText(promised: promised).diagnostic(
      in: OutputPattern.trimmed(said), of: "the sample's message", file: block.id.file)
  }

  private var promisedStatus: Int {
    if case .exit(let status) = program.expectation { status } else { 0 }
  }

  private var firstPlace: SourceLocation? {
    let place = namedByRuntime ?? run.places.first ?? namedByShell
    return place.map { source.location(of: $0) }
  }

  /// The line that the Swift runtime itself names, where the trap has none: that of a value which is
  /// unwrapped unseen (`T!`) belongs to no line of its own.
  private var namedByRuntime: SampleRun.Place? {
    guard case .crashed = run.ending, let place = runtimeWords?.place else { return nil }
    let file = place.file.split(separator: "/").last
    let line = place.line
    guard place.file.hasPrefix("\(source.module)/"),
      !run.places.contains(where: { $0.line == line })
    else { return nil }
    if let setup = program.setup, file == setup.file.split(separator: "/").last {
      return SampleRun.Place(line: line, column: 1, isInSetup: true)
    }
    guard file == source.path.split(separator: "/").last else { return nil }
    let text = source.line(at: SampleRun.Place(line: line, column: 1))
    let indentation = text.utf8.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    return SampleRun.Place(line: line, column: indentation.count + 1)
  }

  /// The line that a shell itself names: the last of which it says something, such as
  /// `name: line 26: a: unbound variable`, or the first at which it could not read on, as in
  /// `name: -c: line 26: syntax error: …`.
  private var namedByShell: SampleRun.Place? {
    guard program.lead.language == .shell else { return nil }
    let name = "\(program.lead.file): "
    let said = RunJudgement.lines(run.errorOutput).filter { $0.hasPrefix(name) }
      .compactMap { $0.dropFirst(name.count).prefixMatch(of: #/(-c: )?line ([0-9]+): /#)?.output }
    let line = (said.first { $0.1 != nil } ?? said.last).flatMap { Int($0.2) }
    return line.map { SampleRun.Place(line: $0, column: 1) }
  }
}

extension RunJudgement {
  /// Why the program crashed, or which error nobody caught.
  private var failureText: String? {
    switch run.ending {
    case .crashed: reason
    case .threw(let error): "Fatal error: Error raised at top level: \(error)"
    default: nil
    }
  }

  private var reason: String? { (run.trapReason ?? lastWords).map(Self.withoutAddresses) }

  /// A text without addresses, which are others at each run.
  private static func withoutAddresses(_ text: String) -> String {
    text.replacing(/0x[0-9a-f]{6,}/, with: "0x…")
  }

  /// What stands last on standard error: what the Swift runtime says, or else the last line, unless the
  /// process died without a word of its own.
  private var lastWords: String? {
    if let words = runtimeWords { return words.text }
    let dumb = [SIGSEGV, SIGBUS, SIGKILL, SIGXCPU, SIGXFSZ]
    if case .crashed(let signal) = run.ending, dumb.contains(Int32(signal)) { return nil }
    return OutputPattern.trimmed(RunJudgement.lines(run.errorOutput)).last
  }

  /// Why the Swift runtime traps, in as many lines as it takes to say so, and the place that it names:
  /// the author's, or one in the runtime's own source.
  private var runtimeWords: (text: String, place: (file: Substring, line: Int))? {
    let lines = OutputPattern.trimmed(RunJudgement.lines(run.errorOutput))
    for index in lines.indices.reversed() {
      guard let match = lines[index].prefixMatch(of: #/([^ :]+):([0-9]+): (?=Fatal error|[A-Z])/#),
        let line = Int(match.2)
      else { continue }
      let text = [String(lines[index][match.range.upperBound...])] + lines[(index + 1)...]
      return (text.joined(separator: "\n"), (match.1, line))
    }
    return nil
  }

  /// The lines from which the first place was reached.
  private var callNotes: [Diagnostic.Note] {
    var lines: Set<SampleRun.Place> = []
    return run.places.filter { place in
      let line = SampleRun.Place(line: place.line, column: 1, isInSetup: place.isInSetup)
      return lines.insert(line).inserted
    }.dropFirst().map { Diagnostic.Note("called from here", at: source.location(of: $0)) }
  }

  private var errorNotes: [Diagnostic.Note] {
    note("standard error", Self.withoutAddresses(run.errorOutput))
  }

  private var outputNotes: [Diagnostic.Note] { printedNotes + errorNotes }

  private var printedNotes: [Diagnostic.Note] {
    note("standard output", run.outputs.joined())
  }

  /// Whether standard error holds nothing but an error that the message quotes in full.
  private func isWholeStory(_ error: String) -> Bool {
    !error.contains("\n") && error.count <= 160
      && OutputPattern.trimmed(RunJudgement.lines(run.errorOutput)).count == 1
  }

  /// The last lines of a stream.
  private func note(_ name: String, _ text: String) -> [Diagnostic.Note] {
    let lines = OutputPattern.trimmed(RunJudgement.lines(text))
    guard !lines.isEmpty else { return [] }
    let shown = lines.suffix(20).map(Abridgement.problem.line)
    let heading = shown.count < lines.count ? "the end of \(name):" : "\(name):"
    return [Diagnostic.Note(([heading] + shown).joined(separator: "\n"))]
  }

  private static func lines(_ text: String) -> [String] { OutputPattern.lines(of: text) }
}
