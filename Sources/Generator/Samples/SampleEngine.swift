public import DocgenDocModel
public import DocgenGround
import DocgenHashing
public import DocgenProcesses
import Foundation

/// Compiles and runs the samples of a site, unless an earlier build has done so.
public struct SampleEngine: Sendable {
  let environment: SampleEnvironment
  let processes: any ProcessLauncher

  /// Creates an engine that starts all its processes through `processes`.
  public init(
    environment: SampleEnvironment, processes: any ProcessLauncher = SystemProcesses()
  ) {
    self.environment = environment.withAbsolutePaths
    self.processes = processes
  }

  /// Compiles and runs samples, several at a time.
  ///
  /// - Parameters:
  ///   - samples: samples with different ids, with lines in ascending order.
  ///   - selection: which of them to work on, and which first.
  ///   - rerunning: those to run even if a run is cached.
  ///   - withNames: whether to find the types of names, too.
  ///   - onEvent: called on an arbitrary thread as results arrive.
  /// - Returns: the outcome of each, in the same order, with a diagnostic for each mistake.
  /// - Throws: `EnvironmentError` when the machine prevents the build.
  public func run(
    _ samples: [Sample], selection: BuildSelection = BuildSelection(),
    rerunning: Set<SampleID> = [], withNames: Bool = false,
    onEvent: (@Sendable (SampleEvent) -> Void)? = nil
  ) async throws -> SampleReport {
    guard !samples.isEmpty else { return SampleReport(outcomes: [], summary: .init()) }
    let cache = ResultCache(
      folder: environment.cacheFolder, remote: environment.remoteCache.map { RemoteCache($0) })
    await cache.open()
    let history = await cache.history()
    let steps = try await steps(with: cache, rerunning: rerunning, onEvent: onEvent)
    let programs = SampleProgram.programs(of: samples)
    let selected = selection.selected(from: programs, history: history)
    let all = programs.map { program in
      SampleJob(SampleSource(program), isSelected: selected.contains(program.lead.id))
    }
    let groups = ShellGroup.groups(of: all)
    let jobs = try await steps.lookUp(all, shells: groups)
    async let names = steps.names(in: withNames ? jobs.filter(\.hasResult) : [])
    let open = selection.order(of: programs, history: history).filter { index in
      jobs[index].isOpen && jobs[index].isSelected
    }
    let compilations = open.count { !jobs[$0].isShell && jobs[$0].compiled == nil }
    onEvent?(.planned(steps: compilations + open.count { jobs[$0].program.isRun }))
    let urgent = open.count { selection.urgency(of: jobs[$0].program, history: history) != nil }
    var loop = BuildLoop(steps, jobs: jobs, open: open, urgent: urgent, groups: groups)
    try await loop.run()
    let judged = loop.jobs.map { (job: $0, outcomes: $0.hasResult ? $0.outcomes : []) }
    await remember(judged, since: history, isShard: selection.shard != nil, in: cache)
    var report = SampleReport(judged, order: samples.map(\.id))
    if withNames { try await report.add(names, of: loop.jobs) }
    await cache.close()
    report.summary.linkTime = loop.linkTime
    report.summary.remarks +=
      await cache.remarks + steps.runner.sandbox.remarks()
    report.summary.confinement = steps.runner.sandbox.confinement
    report.summary.toolchain = steps.compiler.toolchain.languageVersion
    if let shard = selection.shard {
      let fingerprint = BuildSelection.fingerprint(of: programs, history: history)
      report.summary.remarks.append(
        "shard \(shard) of the division \(fingerprint); all shards must say the same")
    }
    return report
  }

  /// Returns the steps of a build, with the tools of this environment.
  ///
  /// - Throws: `EnvironmentError` when a tool is missing.
  func steps(
    with cache: ResultCache, rerunning: Set<SampleID> = [],
    onEvent: (@Sendable (SampleEvent) -> Void)? = nil
  ) async throws -> BuildSteps {
    var hostDigests: [String] = []
    for path in [environment.host] + environment.hostLibraries {
      guard let digest = await cache.digest(ofFileAt: path) else {
        throw EnvironmentError.noHost(path: path)
      }
      hostDigests.append(digest)
    }
    if let bare = environment.bareHost, !FileManager.default.isExecutableFile(atPath: bare) {
      throw EnvironmentError.noHost(path: bare)
    }
    var libraries: [ModuleLibrary.Part: String] = [:]
    for part in environment.library?.allParts ?? [] {
      libraries[part] = try await part.digest(cache)
    }
    let toolchain = try await Toolchain.locate(
      for: environment, cache: cache, processes: processes)
    let folder = try TemporaryFolder(forBuildIn: environment.temporaryFolder)
    var environment = environment
    environment.temporaryFolder = folder.path
    // In the cache's folder, unless that can't be written.
    let ownFolder = await cache.isOpen ? environment.cacheFolder : folder.path
    let compiler = SwiftFrontend(
      toolchain: toolchain, environment: environment,
      modules: await ModuleInterfaces(of: environment, cache: cache),
      processes: processes,
      moduleCache: environment.sharedFolder(for: toolchain) ?? "\(ownFolder)/modules")
    let sandbox = try await Sandbox.find(
      for: environment, toolchain: toolchain, cache: cache, processes: processes)
    return BuildSteps(
      cache: cache, compiler: compiler,
      pool: toolchain.compilerLibrary.map { CompilerPool(compiler, library: $0) },
      linker: Linker(toolchain: toolchain, environment: environment, processes: processes),
      runner: SampleRunner(
        environment: environment, sandbox: sandbox,
        symbolizer: Symbolizer(toolchain: toolchain, processes: processes)),
      keys: CacheKeys(
        compiler: compiler, host: ContentHash.of(hostDigests), libraries: libraries,
        confinement: sandbox.confinement,
        environment: environment),
      folder: folder, rerunning: rerunning, onEvent: onEvent)
  }

  /// Records the results that determine the order and the division of the next build.
  ///
  /// A shard doesn't change the recorded times, so that the other shards divide in the same way.
  private func remember(
    _ judged: [(job: SampleJob, outcomes: [SampleOutcome])],
    since history: [String: SampleHistory], isShard: Bool,
    in cache: ResultCache
  ) async {
    var changes: [(id: SampleID, time: Duration?, hasFailed: Bool)] = []
    for (job, outcomes) in judged where job.isSelected {
      let isWhole =
        (job.isShell || job.compileTime != nil) && (!job.program.isRun || job.runTime != nil)
      for outcome in outcomes {
        let isLead = outcome.id == job.program.lead.id
        let newTime = isLead && isWhole && !isShard ? job.times.total : nil
        let hasFailed = outcome.result == .failed
        guard newTime != nil || history[outcome.id.description]?.hasFailed != hasFailed else {
          continue
        }
        changes.append((outcome.id, newTime, hasFailed))
      }
    }
    await cache.remember(changes)
  }
}
