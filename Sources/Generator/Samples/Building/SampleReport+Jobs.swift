import DocModel
import Ground

extension SampleReport {
  /// Sums up a build.
  ///
  /// What was not selected counts when an earlier build found it right.
  ///
  /// - Parameter judged: all jobs, with what came of their blocks; nothing for those that were
  ///   neither selected nor known.
  init(
    _ judged: [(job: SampleJob, outcomes: [SampleOutcome])], order: [SampleID],
    selected: Set<SampleID>
  ) {
    var made: [(job: SampleJob, outcomes: [SampleOutcome])] = []
    var left: Set<SampleID> = []
    for (job, outcomes) in judged {
      let isKnown = !outcomes.isEmpty && !outcomes.contains { $0.result == .failed }
      if selected.contains(job.program.lead.id) || isKnown {
        made.append((job, outcomes))
      } else {
        left.formUnion(job.program.blocks.map(\.id))
      }
    }
    let byID = Dictionary(
      made.flatMap(\.outcomes).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    self.init(
      outcomes: order.compactMap { byID[$0] }, summary: Summary(),
      skipped: order.filter { left.contains($0) })
    for (job, outcomes) in made {
      // Blocks of one program are counted one by one, as the page shows them.
      if job.compileTime != nil { summary.compiled += outcomes.count }
      if job.runTime != nil { summary.run += outcomes.count }
      if job.origin == .cached { summary.cached += outcomes.count }
      summary.failed += outcomes.count { $0.result == .failed }
      if job.isCompiledAlone { summary.compiledAlone += outcomes.count }
      summary.linkedAlone += outcomes.filter(\.isLinkedAlone).map(\.id)
      summary.overlapping += outcomes.count(where: \.transcript.isOverlapping)
      if job.compileTime != nil || job.runTime != nil {
        summary.times[job.program.lead.id] = job.times
      }
    }
  }
}
