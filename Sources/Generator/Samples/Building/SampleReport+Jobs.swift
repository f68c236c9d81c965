import DocgenDocModel
import DocgenGround

extension SampleReport {
  /// Creates the report of a build.
  ///
  /// A sample that wasn't selected counts if it passed in an earlier build.
  ///
  /// - Parameter judged: all jobs, with the outcomes of their blocks; none for those neither
  ///   selected nor known.
  init(
    _ judged: [(job: SampleJob, outcomes: [SampleOutcome])], order: [SampleID]
  ) {
    var counted: [(job: SampleJob, outcomes: [SampleOutcome])] = []
    var remaining: Set<SampleID> = []
    for (job, outcomes) in judged {
      let isKnown = !outcomes.isEmpty && !outcomes.contains { $0.result == .failed }
      if job.isSelected || isKnown {
        counted.append((job, outcomes))
      } else {
        remaining.formUnion(job.program.blocks.map(\.id))
      }
    }
    let failed = Set(counted.flatMap(\.outcomes).filter { $0.result == .failed }.map(\.id))
    for (index, (job, outcomes)) in counted.enumerated() {
      // Nothing else reports what only this program lacks.
      guard job.program.before.contains(where: { !failed.contains($0.id) }),
        let outcome = outcomes.first, outcome.result == .failed,
        !outcome.diagnostics.containsError, job.compiled?.succeeded == false
      else { continue }
      let start = job.source.start(of: job.program.lead)
      counted[index].outcomes[0].diagnostics +=
        [Diagnostic(.needsLaterBlocks, at: start)].naming(outcome.id)
    }
    let byID = counted.flatMap(\.outcomes).byID
    self.init(
      outcomes: order.compactMap { byID[$0] }, summary: Summary(),
      skipped: order.filter { remaining.contains($0) })
    for (job, outcomes) in counted {
      // Each block of a program counts, as the page shows them separately.
      if job.compileTime != nil { summary.compiled += outcomes.count }
      if job.runTime != nil { summary.run += outcomes.count }
      if job.origin == .cached { summary.cached += outcomes.count }
      let failed = outcomes.filter { $0.result == .failed }
      let faulty = failed.count(where: \.diagnostics.containsError)
      // Each block counts where none is at fault.
      summary.failed += faulty == 0 ? failed.count : faulty
      summary.blocked += faulty == 0 ? 0 : failed.count - faulty
      if job.isCompiledAlone { summary.compiledAlone += outcomes.count }
      summary.linkedAlone += outcomes.filter(\.isLinkedAlone).map(\.id)
      summary.overlapping += outcomes.count(where: \.transcript.isOverlapping)
      if job.compileTime != nil || job.runTime != nil {
        summary.times[job.program.lead.id] = job.times
      }
    }
  }

  /// Adds the names in programs to the outcomes of their blocks.
  mutating func add(_ names: [SampleID: [SwiftName]], of jobs: [SampleJob]) {
    let programs = Dictionary(
      jobs.flatMap { job in job.program.blocks.map { ($0.id, job) } }, uniquingKeysWith: { $1 })
    var missing = 0
    for index in outcomes.indices {
      guard let job = programs[outcomes[index].id], job.compiled?.succeeded == true else {
        continue
      }
      outcomes[index].firstLine = job.source.firstLine
      outcomes[index].names = names[job.program.lead.id] ?? []
      if names[job.program.lead.id] == nil { missing += 1 }
    }
    if missing > 0 {
      summary.remarks.append(
        "\(missing) \(missing == 1 ? "sample has" : "samples have") no types on hover, because "
          + "sourcekitd failed")
    }
  }
}

extension Diagnostic.Message {
  fileprivate static let needsLaterBlocks = Self(
    .compileError, .error,
    "the blocks before this one don't compile without those after it; declare first what they use")
}
