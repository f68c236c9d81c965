import DocgenDocModel
import DocgenGround

extension BuildSteps {
  /// Returns the names in programs that compile or may, by the id of each program's first sample;
  /// programs are missing for which sourcekitd failed.
  ///
  /// - Throws: `EnvironmentError` when a worker can't be started.
  func names(in jobs: [SampleJob]) async throws -> [SampleID: [SwiftName]] {
    guard let library = compiler.toolchain.compilerLibrary else { return [:] }
    let jobs = jobs.filter { $0.isForPool || $0.compiled?.succeeded == true }
    let known = try await concurrently(jobs, atOnce: slots) { job in
      (
        job.program.lead.id,
        await cache.value(in: .names, for: keys.names(in: job.source, modules: compiler.modules))
          as [SwiftName]?
      )
    }
    var names = known.reduce(into: [:]) { $0[$1.0] = $1.1 }
    let open = jobs.filter { names[$0.program.lead.id] == nil }
    guard !open.isEmpty else { return names }
    let pool = CompilerPool(compiler, library: library)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await pool.run() }
      // The others work for the rest of the build.
      let width = max(1, slots / 2)
      let found = try await concurrently(TypedPrograms.files(of: open), atOnce: width) { file in
        try await self.names(in: file, by: pool)
      }
      for found in found { names.merge(found) { $1 } }
      group.cancelAll()
    }
    return names
  }

  private func names(
    in file: TypedPrograms, by pool: CompilerPool
  ) async throws -> [SampleID: [SwiftName]] {
    var names: [SampleID: [SwiftName]] = [:]
    let types = try await pool.types(in: file).map(file.types)
    for (index, job) in file.jobs.enumerated() {
      var ranges = types?[index]
      if ranges == nil, file.jobs.count > 1 {
        ranges = try await pool.types(in: TypedPrograms(job))?.ranges
      }
      guard let ranges else { continue }
      let found = job.source.names(in: ranges)
      names[job.program.lead.id] = found
      await cache.store(
        found, in: .names, for: keys.names(in: job.source, modules: compiler.modules))
    }
    return names
  }
}
