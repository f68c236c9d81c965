public import DocModel
import Foundation
public import Processes

/// Compiles and runs the samples of a site, as far as no earlier build has done it.
public struct SampleEngine: Sendable {
  let environment: SampleEnvironment
  let processes: any ProcessLauncher
  let clock: any Clock<Duration>

  /// An engine; all its processes are started through `processes`, and `clock` tells it when compiled
  /// samples have waited long enough for others to be linked with.
  public init(
    environment: SampleEnvironment, processes: any ProcessLauncher = SystemProcesses(),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.environment = environment.withAbsolutePaths
    self.processes = processes
    self.clock = clock
  }

  /// Compiles and runs samples, several at a time.
  ///
  /// - Parameters:
  ///   - samples: samples with different ids, whose lines are in ascending order.
  ///   - plan: which of them to work on, and which first.
  ///   - rerunning: those that are run even if an earlier build's run is known.
  ///   - onEvent: called from any thread as results arrive.
  /// - Returns: what came of each, in the same order, with a diagnostic for each mistake.
  /// - Throws: `EnvironmentError` when the machine doesn't allow to go on.
  public func run(
    _ samples: [Sample], plan: SamplePlan = SamplePlan(), rerunning: Set<SampleID> = [],
    onEvent: (@Sendable (SampleEvent) -> Void)? = nil
  ) async throws -> SampleReport {
    guard !samples.isEmpty else { return SampleReport(outcomes: [], summary: .init()) }
    let cache = SampleCache(
      folder: environment.cacheFolder, remote: environment.remoteCache.map { RemoteCache($0) })
    await cache.open()
    let history = await cache.history()
    let build = try await SampleBuild(
      environment: environment, processes: processes, clock: clock, cache: cache,
      rerunning: rerunning, onEvent: onEvent)
    let programs = SampleProgram.programs(of: samples)
    let selection = plan.selection(of: programs, history)
    let names = ModuleNames(samples.map(\.id))
    let all = zip(programs, plan.ranks(of: programs, history)).map { program, rank in
      SampleWork(
        program: program, source: SampleSource(program, module: names[program.lead.id]),
        rank: rank)
    }
    let shells = ShellGroup.groups(of: all)
    let works = try await build.lookUp(all, shells: shells)
    let open = works.indices.filter {
      works[$0].isOpen && selection.contains(works[$0].program.lead.id)
    }
    onEvent?(
      .planned(
        compilations: open.count { !works[$0].isShell && works[$0].compiled == nil },
        runs: open.count { works[$0].program.isRun }))
    let urgent = open.filter { plan.urgency(of: works[$0].program, history) != nil }
    var round = SampleRound(build, works, open, urgent: Set(urgent), shells: shells)
    try await round.finish()
    let judged = round.works.map { work in
      let isSelected = selection.contains(work.program.lead.id)
      return (work: work, outcomes: isSelected || !work.isOpen ? work.outcomes : [])
    }
    await remember(
      judged.filter { selection.contains($0.work.program.lead.id) }, since: history,
      isShard: plan.shard != nil, in: cache)
    await cache.close()
    var report = SampleReport(judged, order: samples.map(\.id), selection: selection)
    report.summary.linkTime = round.linkTime
    report.summary.remarks =
      await cache.remarks + build.compiler.moduleCache.remarks
      + build.runner.sandbox.remarks()
    report.summary.confinement = build.runner.sandbox.confinement
    if let shard = plan.shard {
      let fingerprint = SamplePlan.fingerprint(of: programs, history)
      report.summary.remarks.append(
        "shard \(shard) of the division \(fingerprint); all shards must say the same")
    }
    return report
  }

  /// Keeps what decides the order and the division of the next build.
  ///
  /// A shard leaves the times alone, so that the others divide as it did.
  private func remember(
    _ judged: [(work: SampleWork, outcomes: [SampleOutcome])],
    since history: [String: SampleHistory], isShard: Bool,
    in cache: SampleCache
  ) async {
    var news: [(id: SampleID, time: Duration?, hasFailed: Bool)] = []
    for (work, outcomes) in judged {
      let isWhole =
        (work.isShell || work.compileTime != nil) && (!work.program.isRun || work.runTime != nil)
      for outcome in outcomes {
        let isLead = outcome.id == work.program.lead.id
        let newTime = isLead && isWhole && !isShard ? work.times.total : nil
        let hasFailed = outcome.result == .failed
        guard newTime != nil || history[outcome.id.description]?.hasFailed != hasFailed else {
          continue
        }
        news.append((outcome.id, newTime, hasFailed))
      }
    }
    await cache.remember(news)
  }
}
