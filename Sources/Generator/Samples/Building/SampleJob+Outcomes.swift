import DocModel
import Ground

extension SampleJob {
  /// What came of each of its blocks.
  var outcomes: [SampleOutcome] {
    if program.expectation == .compileError {
      return [
        FailureJudgement(program: program, source: source, compiled: compiled).outcome(origin)
      ]
    }
    let said = messagesByBlock
    let judgement = run.map { RunJudgement(program: program, source: source, run: $0) }
    let outputs = judgement?.outputs ?? []
    let transcripts = run?.transcriptsByBlock ?? []
    return program.blocks.indices.map { index in
      let diagnostics = said[index] + (judgement?.diagnostics(of: index) ?? [])
      let hasFailed =
        diagnostics.containsError || judgement?.reaches(index) == false
        || !isShell && compiled?.succeeded != true
      return SampleOutcome(
        id: program.blocks[index].id,
        result: hasFailed ? .failed : program.isRun ? .passed : .compiled,
        output: outputs.indices.contains(index) ? outputs[index] : "",
        // Nobody can tell which block wrote it; most of it is about the end.
        errorOutput: judgement?.endingBlock == index ? run?.errorOutput ?? "" : "",
        failure: judgement?.promisedFailure(of: index) ?? "",
        transcript: transcripts.indices.contains(index) ? transcripts[index] : Transcript(),
        origin: origin,
        isLinkedAlone: run?.isLinkedAlone ?? false,
        diagnostics: diagnostics.naming(program.blocks[index].id))
    }
  }

  /// What is to be said of each block's code; what the compiler said without a place, of the first.
  private var messagesByBlock: [[Diagnostic]] {
    var result = program.blocks.map { _ in [Diagnostic]() }
    for message in compiled?.messages ?? [] {
      let place = message.place?.absolute(in: source)
      let index = place.flatMap { source.blockIndex(of: $0) } ?? 0
      result[index].append(
        message.diagnostic(in: source, start: source.start(of: program.blocks[index])))
    }
    guard compiled?.succeeded == true else { return result }
    for (index, diagnostic) in UnexecutedCodeCheck(program: program, source: source).diagnostics {
      result[index].append(diagnostic)
    }
    return result
  }
}

extension [Diagnostic] {
  /// The same as problems of a sample.
  func naming(_ sample: SampleID) -> [Diagnostic] {
    map { diagnostic in
      var diagnostic = diagnostic
      diagnostic.sample = sample
      return diagnostic
    }
  }
}

extension SampleReport {
  /// Sums up a build.
  ///
  /// What was not selected counts when an earlier build found it right.
  ///
  /// - Parameter judged: all works, with what came of their blocks; nothing for those that were
  ///   neither selected nor known.
  init(
    _ judged: [(work: SampleJob, outcomes: [SampleOutcome])], order: [SampleID],
    selected: Set<SampleID>
  ) {
    var made: [(work: SampleJob, outcomes: [SampleOutcome])] = []
    var left: Set<SampleID> = []
    for (work, outcomes) in judged {
      let isKnown = !outcomes.isEmpty && !outcomes.contains { $0.result == .failed }
      if selected.contains(work.program.lead.id) || isKnown {
        made.append((work, outcomes))
      } else {
        left.formUnion(work.program.blocks.map(\.id))
      }
    }
    let byID = Dictionary(
      made.flatMap(\.outcomes).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    self.init(
      outcomes: order.compactMap { byID[$0] }, summary: Summary(),
      skipped: order.filter { left.contains($0) })
    for (work, outcomes) in made {
      // Blocks of one program are counted one by one, as the page shows them.
      if work.compileTime != nil { summary.compiled += outcomes.count }
      if work.runTime != nil { summary.run += outcomes.count }
      if work.origin == .cached { summary.cached += outcomes.count }
      summary.failed += outcomes.count { $0.result == .failed }
      if work.isCompiledAlone { summary.compiledAlone += outcomes.count }
      summary.linkedAlone += outcomes.filter(\.isLinkedAlone).map(\.id)
      summary.overlapping += outcomes.count(where: \.transcript.isOverlapping)
      if work.compileTime != nil || work.runTime != nil {
        summary.times[work.program.lead.id] = work.times
      }
    }
  }
}
