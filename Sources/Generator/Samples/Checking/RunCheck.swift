import DocgenDocModel
import DocgenGround
import Foundation

/// Compares a run with what the author expects.
struct RunCheck: Sendable {
  let source: SampleSource
  let run: SampleRun
  /// The output of each block that was reached.
  let outputs: [String]
  /// The diagnostic of an unexpected end.
  private var ending: Diagnostic?

  init(source: SampleSource, run: SampleRun) {
    self.source = source
    self.run = run
    outputs = Array(run.outputs.dropFirst(source.program.before.count))
    ending = outputs.isEmpty ? nil : endingDiagnostic
  }

  var program: SampleProgram { source.program }

  /// Returns the diagnostics of a block; empty when everything is as expected.
  func diagnostics(of index: Int) -> [Diagnostic] {
    // Code before the block ended the program, which is reported there.
    if outputs.isEmpty { return [] }
    var result: [Diagnostic] = []
    if index == endingBlock {
      result += [ending].compactMap { $0 }
      result += run.invalidStreams.map { stream in
        Diagnostic(.notUTF8(stream), at: source.start(of: program.blocks[index]))
      }
      if ending == nil { result += [errorDiagnostic(of: index)].compactMap { $0 } }
    }
    result += openHereDocuments.filter { source.blockIndex(of: $0) == index }.map {
      Diagnostic(.openHereDocument, at: source.location(of: $0))
    }
    // After a crash, missing output results from the crash.
    if ending == nil || index < endingBlock {
      result += [outputDiagnostic(of: index)].compactMap { $0 } + promiseDiagnostics(of: index)
    }
    return result
  }

  /// Whether the run reached a block before it failed.
  func reaches(_ index: Int) -> Bool {
    !outputs.isEmpty && (ending == nil || index <= endingBlock)
  }

  /// Returns the message of a block's expected failure; empty when it expects none.
  func expectedFailure(of index: Int) -> String {
    guard ending == nil, index == endingBlock, program.expectation == .crash else {
      return ""
    }
    return failureText ?? ""
  }

  /// The block that was running when the run ended.
  ///
  /// For a program with `@main` it is unknown, and the value is the last block, which has the
  /// expectation.
  var endingBlock: Int {
    isAnywhere ? program.blocks.count - 1 : min(outputs.count, program.blocks.count) - 1
  }

  /// Whether an expected failure may be in any block.
  private var isAnywhere: Bool { source.hasMainType && program.expectation == .crash }

  private var endingDiagnostic: Diagnostic? {
    let start = source.start(of: program.blocks[endingBlock])
    switch (run.ending, program.expectation) {
    case (.exited(let status), .crash):
      return Diagnostic(.didNotCrash(status), at: start, notes: outputNotes)
    case (.exited(let status), _):
      guard status != expectedStatus || isCutShort else { return nil }
      return Diagnostic(
        isCutShort && status == expectedStatus
          ? .endedEarly(status, isInSetup: isInSetup) : .exited(status, expected: expectedStatus),
        at: firstLocation ?? (status == 0 ? nil : lastCommand) ?? start, notes: outputNotes)
    case (.crashed, .crash) where !isCutShort, (.threw, .crash) where !isCutShort: return nil
    case (.crashed(let signal), _):
      return Diagnostic(
        .crashed(signal: signal, reason: reason), at: firstLocation ?? start,
        notes: callNotes + outputNotes)
    case (.threw(let error), _):
      return Diagnostic(
        .threw(error, namesMockPort: namesMockPort), at: firstLocation ?? start,
        notes: callNotes + printedNotes + (isQuotedCompletely(error) ? [] : errorNotes)
          + refusalNotes(in: run.transcripts))
    case (.timedOut, _):
      return Diagnostic(
        .timedOut(program.timeout, isRefused: endsRefused), at: firstLocation ?? start,
        notes: callNotes + outputNotes)
    case (.wroteTooMuch, _):
      return Diagnostic(
        .wroteTooMuch(SampleRun.outputLimit), at: firstLocation ?? start, notes: outputNotes)
    case (.startedTooMany, _):
      return Diagnostic(
        .startedTooMany(SampleRun.processLimit), at: firstLocation ?? start, notes: outputNotes)
    case (.notLoaded(let reason), _):
      let isShell = program.lead.language == .shell
      return Diagnostic(isShell ? .serversFailed(reason) : .notLinked(reason), at: start)
    }
  }

  /// Whether Swift code names a port that the mocks have for shell blocks only.
  private var namesMockPort: Bool {
    program.lead.language == .swift
      && [":4984", ":4985", ":9090"].contains { source.text.contains(bytesOf: $0) }
  }

  /// Whether the last response that Swift code received has the status 401.
  private var endsRefused: Bool {
    let last = run.transcripts.flatMap(\.exchanges).max { $0.end ?? -1 < $1.end ?? -1 }
    return program.lead.language == .swift && last?.response?.status == 401
  }

  /// Whether a program ended before its last block, and so not as that block expects.
  private var isCutShort: Bool {
    !isAnywhere && outputs.count < program.blocks.count || isInSetup
  }

  /// Whether it ended in its setup.
  private var isInSetup: Bool { source.marksSetup && !run.hasPassedSetup }

  private func outputDiagnostic(of index: Int) -> Diagnostic? {
    let block = program.blocks[index]
    guard let expected = block.expectedOutput else { return nil }
    let texts = expected.lines.map(\.text)
    let printed = OutputPattern.lines(of: outputs.indices.contains(index) ? outputs[index] : "")
    guard !OutputPattern(texts).matches(printed) else { return nil }
    let difference = OutputDiff(expected: texts, printed: printed)
    return Diagnostic(
      .outputDiffers, at: SourceLocation(file: block.document, range: expected.range),
      notes: [Diagnostic.Note(difference.description)] + (index == endingBlock ? errorNotes : [])
        + refusalNotes(in: run.transcriptsByBlock.prefix(program.before.count + index + 1))
        + outputHints(expected: texts, printed: printed))
  }

  /// Notes on mistakes that an output different from the expected one often has.
  private func outputHints(expected: [String], printed: [String]) -> [Diagnostic.Note] {
    if OutputPattern.trimmed(printed).isEmpty {
      let way = "; what nothing awaits, such as a callback, may not have run"
      return [
        Diagnostic.Note(
          "nothing was printed, which '--update' doesn't accept"
            + (program.lead.language == .swift ? way : ""))
      ]
    }
    guard OutputPattern(expected.map(\.withWildcards)).matches(printed) else { return [] }
    return [
      Diagnostic.Note(
        "the wildcards are '…', alone on a line, for any lines, and '<…>' for any text of a line")
    ]
  }

  /// Compares a block's output with its comments, unless the block has an `output` block.
  private func promiseDiagnostics(of index: Int) -> [Diagnostic] {
    let block = program.blocks[index]
    guard block.expectedOutput == nil, outputs.indices.contains(index) else { return [] }
    let lines = OutputPattern.lines(of: outputs[index]).map { $0.trimmed(where: \.isWhitespace) }
    var rest = lines[...]
    return block.expectedPrints.compactMap { line in
      if let found = rest.firstIndex(of: line.text.trimmed(where: \.isWhitespace)) {
        rest = rest[(found + 1)...]
        return nil
      }
      return Diagnostic(
        .printsSomethingElse(line.text),
        at: SourceLocation(file: block.document, range: line.range), notes: printedNotes)
    }
  }

  /// Compares the message of an expected failure with the author's quotation.
  private func errorDiagnostic(of index: Int) -> Diagnostic? {
    let block = program.blocks[index]
    guard let expected = block.expectedError, index == program.blocks.count - 1,
      block.expectation != .warning
    else { return nil }
    let printed = [failureText].compactMap { $0 } + OutputPattern.lines(of: run.errorOutput)
    return ExpectedMessage(expected: expected).diagnostic(
      in: OutputPattern.trimmed(printed), of: "the sample's message", file: block.document)
  }

  private var expectedStatus: Int {
    if case .exit(let status) = program.expectation { status } else { 0 }
  }

  private var firstLocation: SourceLocation? {
    let position = namedByRuntime ?? run.positions.first ?? namedByShell
    return position.map { source.location(of: $0) }
  }

  /// The last line of a shell block, which determines the script's status if no other command ended
  /// it.
  ///
  /// A failing first half of `a && b` ends nothing. A script with traps, or with an `exit` before
  /// its last line, may have ended elsewhere.
  private var lastCommand: SourceLocation? {
    let block = program.blocks[endingBlock]
    guard block.language == .shell else { return nil }
    let commands = block.lines.filter { line in
      line.text.first { !$0.isWhitespace }.map { $0 != "#" } ?? false
    }
    guard let last = commands.last, !commands.contains(where: { $0.text.contains("trap ") }),
      !commands.dropLast().contains(where: { $0.text.contains(/\bexit\b/) })
    else { return nil }
    return source.location(of: source.start(ofLine: last.number))
  }
}
