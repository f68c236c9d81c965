import DocModel

extension SampleBuild {
  /// Compiles what is still to be compiled among some samples, in the given order: many of them in
  /// few processes, and those that are left by a compiler each.
  func compile(_ order: [Int], of works: inout [SampleWork]) async throws {
    var open = order.filter { works[$0].compiled == nil }
    let together = open.filter { works[$0].program.expectation != .compileError }
    if together.count >= Self.fewestTogether {
      try await compileTogether(together, of: &works)
      open = open.filter { works[$0].compiled == nil }
    }
    let wereTogether = together.count >= Self.fewestTogether ? Set(together) : []
    let jobs = open.map { (work: works[$0], wasTogether: wereTogether.contains($0)) }
    let results = try await concurrently(jobs, atOnce: self.jobs) { job in
      var work = job.work
      let folder = try WorkingFolder(in: compiler.environment.temporaryFolder, named: "compile")
      let start = ContinuousClock.now
      let compiled = try await compiler.compile(work.source, in: folder)
      // Nothing is said, so there was no need for it.
      if job.wasTogether, compiled.messages.isEmpty { work.isCompiledAlone = true }
      return await finished(work, compiled, in: ContinuousClock.now - start)
    }
    for (index, result) in zip(open, results) { works[index] = result }
  }

  /// For fewer, a compiler each takes no longer.
  private static let fewestTogether = 4

  private func compileTogether(_ indices: [Int], of works: inout [SampleWork]) async throws {
    // Until it is known that nobody has failed in them.
    for index in indices { works[index].isCompiledAlone = true }
    guard let shared else { return }
    let sources = indices.map { works[$0].source }
    try await compiler.readHeaders(
      for: sources, atOnce: { _ = try await concurrently($0, atOnce: jobs, $1) })
    let readImports: @Sendable () async throws -> ImportedModules = {
      try await ImportedModules(
        of: sources, compiler, atOnce: { try await concurrently($0, atOnce: jobs, $1) })
    }
    try await shared.compile(sources, readImports, atOnce: min(jobs, indices.count)) {
      place, result in
      let index = indices[place]
      works[index].isCompiledAlone = false
      if case .compiled(let compiled, let time) = result {
        works[index] = await finished(works[index], compiled, in: time)
      }
    }
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
