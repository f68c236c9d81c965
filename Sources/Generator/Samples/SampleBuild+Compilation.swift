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
    let results = try await concurrently(open.map { works[$0] }, atOnce: jobs) { work in
      let folder = try WorkingFolder(in: compiler.environment.temporaryFolder, named: "compile")
      let start = ContinuousClock.now
      let compiled = try await compiler.compile(work.source, in: folder)
      return await finished(work, compiled, in: ContinuousClock.now - start)
    }
    for (index, result) in zip(open, results) { works[index] = result }
  }

  /// For fewer, a compiler each takes no longer.
  private static let fewestTogether = 4

  private func compileTogether(_ indices: [Int], of works: inout [SampleWork]) async throws {
    guard let shared else {
      for index in indices { works[index].isCompiledAlone = true }
      return
    }
    let sources = indices.map { works[$0].source }
    try await compiler.readHeaders(for: sources)
    let imports = try await ImportedModules(
      of: sources, compiler,
      atOnce: { try await concurrently($0, atOnce: jobs, $1) })
    let batches = Self.batches(of: indices, workers: jobs)
    let results = try await concurrently(batches.map { $0.map { works[$0] } }, atOnce: jobs) {
      batch in
      var batch = batch
      let results = try await shared.compile(batch.map(\.source), imports)
      for (index, result) in results.enumerated() {
        switch result {
        case .compiled(let compiled, let time):
          batch[index] = await finished(batch[index], compiled, in: time)
        case .unclear: break
        case .lost: batch[index].isCompiledAlone = true
        }
      }
      return batch
    }
    for (index, result) in zip(batches.joined(), results.joined()) { works[index] = result }
  }

  /// Divides samples among processes: first larger parts, then smaller ones, so that all processes
  /// end at about the same time.
  static func batches(of indices: [Int], workers: Int) -> [ArraySlice<Int>] {
    var rest = indices[...]
    var batches: [ArraySlice<Int>] = []
    while !rest.isEmpty {
      // Starting a process takes as long as compiling a sample; more samples in one, and results
      // would be long in coming.
      let count = min(max(2 * rest.count / (3 * workers), 4), 16)
      batches.append(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    return batches
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
