import DocModel
import Processes

extension SampleBuild {
  /// Compiles many samples in few processes.
  ///
  /// - Parameters:
  ///   - starts: when to start them.
  ///   - onEnd: called from any thread when one has ended, with whether it leaves something to others.
  ///   - tell: called from any thread with what came of each.
  /// - Throws: `EnvironmentError` when the host can't be started.
  func compileTogether(
    _ works: [(index: Int, work: SampleWork)], _ starts: CompilerStarts,
    onEnd: @escaping @Sendable (CompilerStarts.Start, Bool) -> Void,
    _ tell: @escaping @Sendable (SampleRound.Progress) -> Void
  ) async throws {
    guard let shared else { return }
    let sources = works.map(\.work.source)
    try await compiler.readHeaders(
      for: sources, atOnce: { _ = try await concurrently($0, atOnce: jobs, $1) })
    let readImports: @Sendable () async throws -> ImportedModules = {
      try await ImportedModules(
        of: sources, compiler, atOnce: { try await concurrently($0, atOnce: jobs, $1) })
    }
    var open = Set(works.indices)
    try await shared.compile(
      sources, readImports, starts: starts, onEnd: onEnd
    ) { place, result in
      open.remove(place)
      var (index, work) = works[place]
      switch result {
      case .compiled(let compiled, let time):
        tell(.compiled(index, await finished(work, compiled, in: time)))
      case .unclear:
        work.wasUnclear = true
        tell(.left(index, work))
      case .lost: tell(lost(works[place]))
      }
    }
    for place in open.sorted() { tell(lost(works[place])) }
  }

  /// What is told of a sample that shared compilers could not take.
  private func lost(_ place: (index: Int, work: SampleWork)) -> SampleRound.Progress {
    var work = place.work
    work.isCompiledAlone = true
    return .left(place.index, work)
  }

  /// Compiles a sample in a process of its own.
  ///
  /// - Throws: `EnvironmentError` when the compiler can't be used at all.
  func compileAlone(_ work: SampleWork) async throws -> SampleWork {
    var work = work
    let folder = try TemporaryFolder(in: compiler.environment.temporaryFolder, named: "compile")
    let start = ContinuousClock.now
    let compiled = try await compiler.compile(work.source, in: folder)
    // What was unclear is not what is wrong with the sample.
    if work.wasUnclear, compiled.messages.isEmpty || !compiled.isRepeatable {
      work.isCompiledAlone = true
    }
    return await finished(work, compiled, in: ContinuousClock.now - start)
  }

  /// Keeps what the compiler made of a sample, and tells it.
  private func finished(
    _ work: SampleWork, _ compiled: CompiledSample, in time: Duration
  ) async -> SampleWork {
    var work = work
    work.compileTime = time
    work.compiled = compiled
    if compiled.isRepeatable { await cache.store(compiled, for: work.key) }
    onEvent?(.compiled(work.program.lead.id, succeeded: compiled.succeeded))
    if !work.needsRun {
      if work.program.isRun { onEvent?(.planned(compilations: 0, runs: -1)) }
      tellEnd(of: work)
    }
    return work
  }
}
