import DocgenDocModel
import DocgenGround
import DocgenProcesses

/// The steps of a build for a program: compiling, linking and running it, and storing and reporting
/// the results.
struct BuildSteps: Sendable {
  let cache: ResultCache
  let compiler: SwiftFrontend
  /// Compiles many samples in few processes, if the toolchain supports it.
  let pool: CompilerPool?
  let linker: Linker
  let runner: SampleRunner
  let keys: CacheKeys
  /// The folder of all temporary folders of the build.
  let folder: TemporaryFolder
  /// The programs that run even if a run is cached.
  let rerunning: Set<SampleID>
  let onEvent: (@Sendable (SampleEvent) -> Void)?

  /// The most processes to run at a time.
  var slots: Int { compiler.environment.jobs }

  /// The program and the libraries that a compiled sample needs.
  func needs(of compiled: CompiledSample) -> RunNeeds { compiler.environment.needs(of: compiled) }

  // MARK: Compiling

  /// Compiles a program, in the pool if requested and possible.
  ///
  /// - Throws: `EnvironmentError` when the compiler can't be used at all.
  func compile(_ job: SampleJob, inPool: Bool) async throws -> SampleJob {
    var job = job
    var isUnclear = false
    if inPool {
      switch try await pool?.compile(job.source) {
      case .compiled(let compiled, let time):
        return await finished(job, compiled: compiled, in: time)
      case .unclear: isUnclear = true
      case .lost, nil: job.isCompiledAlone = true
      }
    }
    let folder = try TemporaryFolder(in: compiler.environment.temporaryFolder, named: "compile")
    let start = ContinuousClock.now
    let compiled = try await compiler.compile(job.source, in: folder)
    // The reason wasn't a message about the sample.
    if isUnclear, compiled.messages.isEmpty || !compiled.isRepeatable {
      job.isCompiledAlone = true
    }
    return await finished(job, compiled: compiled, in: ContinuousClock.now - start)
  }

  /// Stores and reports the result of a compilation.
  private func finished(
    _ job: SampleJob, compiled: CompiledSample, in time: Duration
  ) async -> SampleJob {
    var job = job
    job.compileTime = time
    job.compiled = compiled
    if compiled.isRepeatable { await cache.store(compiled, for: job.key) }
    onEvent?(.done(steps: job.program.isRun && !job.needsRun ? 2 : 1))
    if !job.needsRun { reportEnd(of: job) }
    return job
  }

  // MARK: Linking

  /// Returns the library that programs with the same needs share; `nil` when one of them breaks it,
  /// so that each must be linked separately to find which.
  func link(_ compiled: [CompiledSample]) async throws -> SampleLibrary? {
    let objects = compiled.compactMap(\.object)
    let isForOne = objects.count == 1
    guard
      let library = try await linker.link(
        objects, isForOne: isForOne, needs: needs(of: compiled[0])
      )
      .library
    else { return nil }
    // With one program, its run checks the library.
    if isForOne { return library }
    return try await runner.isComplete(library) ? library : nil
  }

  // MARK: Running

  /// Runs a program in a shared library, or in one with only this program.
  func run(_ job: SampleJob, in shared: SampleLibrary?) async throws -> SampleJob {
    var job = job
    let start = ContinuousClock.now
    let run =
      if let shared {
        try await runner.run(job.source, in: shared)
      } else {
        try await runAlone(&job)
      }
    job.run = run
    if let compiled = job.compiled, run.isRepeatable {
      await cache.store(
        run, in: .runs, for: keys.run(of: job.program, compiled: compiled, compilation: job.key))
    }
    job.runTime = ContinuousClock.now - start - (job.linkTime ?? .zero)
    onEvent?(.done(steps: 1))
    reportEnd(of: job)
    return job
  }

  private func runAlone(_ job: inout SampleJob) async throws -> SampleRun {
    let start = ContinuousClock.now
    let (library, complaint) = try await linker.link(
      (job.compiled?.object).map { [$0] } ?? [], isForOne: true,
      needs: job.compiled.map(needs) ?? RunNeeds(host: .full))
    job.linkTime = ContinuousClock.now - start
    guard let library else {
      return SampleRun(
        ending: .notLoaded(complaint), output: "", errorOutput: "",
        firstLine: job.source.firstLine)
    }
    return try await runner.run(job.source, in: library)
  }

  /// Runs a group of shell programs with their own servers.
  func runShells(_ jobs: [SampleJob]) async throws -> [SampleJob] {
    let start = ContinuousClock.now
    let shell = ShellRunner(environment: runner.environment, sandbox: runner.sandbox)
    let runs = try await shell.run(jobs.map(\.source))
    let time = ContinuousClock.now - start
    if runs.allSatisfy(\.isRepeatable) {
      await cache.store(runs, in: .runs, for: keys.shellRun(of: jobs))
    }
    return zip(jobs, runs).map { job, run in
      var job = job
      job.run = run
      job.runTime = time
      onEvent?(.done(steps: 1))
      reportEnd(of: job)
      return job
    }
  }

  /// Reports the outcomes of a program's blocks.
  private func reportEnd(of job: SampleJob) {
    guard let onEvent else { return }
    for outcome in job.outcomes { onEvent(.finished(outcome)) }
  }
}
