import DocgenDocModel
import DocgenGround

extension BuildSteps {
  /// The number of values to fetch concurrently from another machine.
  private static let fetches = 16

  /// Looks up the results of earlier builds; a group of shell programs is found completely or not
  /// at all.
  func lookUp(_ jobs: [SampleJob], shells: [ShellGroup]) async throws -> [SampleJob] {
    let width = await cache.isShared ? Self.fetches : slots
    var known = try await concurrently(jobs, atOnce: width) { job in
      job.isShell ? job : await lookUp(job)
    }
    let groups = try await concurrently(shells, atOnce: width) { [known] group in
      await lookUpShells(group.indices.map { known[$0] })
    }
    for (group, jobs) in zip(shells, groups) {
      for (index, job) in zip(group.indices, jobs) { known[index] = job }
    }
    return known
  }

  private func lookUp(_ job: SampleJob) async -> SampleJob {
    var job = job
    job.key = keys.compilation(of: job.source)
    guard
      let compiled: CompiledSample = await cache.value(in: .samples, for: job.key),
      isCurrent(compiled)
    else { return job }
    guard job.program.isRun, let digest = compiled.objectDigest else {
      job.compiled = compiled
      return job
    }
    let runKey = keys.run(of: job.program, compiled: compiled, compilation: job.key)
    let run: SampleRun? = isRerun(job) ? nil : await cache.value(in: .runs, for: runKey)
    if let run, isValid(run, for: job) {
      job.compiled = compiled
      job.run = run
    } else if compiled.firstLine == job.source.firstLine,
      let object = await cache.object(digest)
    {
      job.compiled = compiled
      job.compiled?.object = object
    }
    return job
  }

  private func lookUpShells(_ jobs: [SampleJob]) async -> [SampleJob] {
    guard !jobs.contains(where: isRerun),
      let known: [SampleRun] = await cache.value(in: .runs, for: keys.shellRun(of: jobs)),
      known.count == jobs.count, zip(known, jobs).allSatisfy(isValid)
    else { return jobs }
    return zip(jobs, known).map { job, run in
      var job = job
      job.run = run
      return job
    }
  }

  /// Whether a program runs even if a run is cached.
  private func isRerun(_ job: SampleJob) -> Bool {
    job.program.blocks.contains { rerunning.contains($0.id) }
  }

  /// Whether a cached run is valid for a program at its current position.
  private func isValid(_ run: SampleRun, for job: SampleJob) -> Bool {
    run.firstLine == job.source.firstLine || run.isIndependentOfPosition(job.source)
  }

  private func isCurrent(_ compiled: CompiledSample) -> Bool {
    if !compiled.succeeded { return compiled.dependencies == compiler.modules.hashes }
    return compiled.dependencies.allSatisfy { compiler.modules.hashes[$0.key] == $0.value }
  }

  /// Processes several items at a time and returns the results in the items' order.
  func concurrently<Item: Sendable, Result: Sendable>(
    _ items: [Item], atOnce width: Int, _ body: @escaping @Sendable (Item) async throws -> Result
  ) async throws -> [Result] {
    try await withThrowingTaskGroup(of: (Int, Result).self) { group in
      var results = [Result?](repeating: nil, count: items.count)
      for (index, item) in items.enumerated() {
        if index >= width, let (position, result) = try await group.next() {
          results[position] = result
          try Task.checkCancellation()
        }
        group.addTask { (index, try await body(item)) }
      }
      for try await (position, result) in group { results[position] = result }
      return results.compactMap { $0 }
    }
  }
}
