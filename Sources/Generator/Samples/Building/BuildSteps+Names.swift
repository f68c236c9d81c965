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
      let found = try await concurrently(open, atOnce: slots) { job in
        let names = try await pool.names(in: job.source)
        if let names {
          await cache.store(
            names, in: .names, for: keys.names(in: job.source, modules: compiler.modules))
        }
        return (job.program.lead.id, names)
      }
      for (id, found) in found { names[id] = found }
      group.cancelAll()
    }
    return names
  }
}
