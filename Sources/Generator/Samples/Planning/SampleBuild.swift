import DocModel
import Foundation
import Processes

/// One build's way through the cache, the compiler, the linker and the runs.
struct SampleBuild: Sendable {
  let cache: SampleCache
  let compiler: SampleCompiler
  /// What compiles several samples in a process, where the toolchain can.
  var shared: SharedCompiler?
  let linker: SampleLinker
  let runner: SampleRunner
  let keys: SampleKeys
  let jobs: Int
  let clock: any Clock<Duration>
  let onEvent: (@Sendable (SampleEvent) -> Void)?
  private let folder: TemporaryFolder
  private let rerunning: Set<SampleID>

  /// How many values are fetched from another machine at a time.
  private static let fetches = 16

  init(
    environment: SampleEnvironment, processes: any ProcessLauncher, clock: any Clock<Duration>,
    cache: SampleCache, rerunning: Set<SampleID>, onEvent: (@Sendable (SampleEvent) -> Void)?
  ) async throws {
    guard let host = await cache.digest(ofFileAt: environment.host) else {
      throw EnvironmentError.noHost(path: environment.host)
    }
    if let bare = environment.bareHost, !FileManager.default.isExecutableFile(atPath: bare) {
      throw EnvironmentError.noHost(path: bare)
    }
    let toolchain = try await SampleToolchain.locate(
      for: environment, cache: cache, processes: processes)
    folder = try TemporaryFolder(forBuildIn: environment.temporaryFolder)
    var environment = environment
    environment.temporaryFolder = folder.path
    self.cache = cache
    self.rerunning = rerunning
    self.onEvent = onEvent
    jobs = environment.jobs
    self.clock = clock
    // With the cache, unless that can't be written.
    let ownFolder = await cache.isOpen ? environment.cacheFolder : folder.path
    compiler = SampleCompiler(
      toolchain: toolchain, environment: environment,
      modules: await ModuleInterfaces(
        folders: environment.moduleFolders, maps: environment.moduleMaps, cache: cache),
      processes: processes,
      moduleCache: ModuleCache(
        environment.sharedModules(for: toolchain) ?? "\(ownFolder)/modules",
        spare: "\(folder.path)/modules"))
    shared = toolchain.compilerLibrary.map { [compiler] in
      SharedCompiler(compiler: compiler, library: $0)
    }
    linker = SampleLinker(toolchain: toolchain, environment: environment, processes: processes)
    let sandbox = try await Sandbox.find(
      for: environment, toolchain, cache: cache, processes: processes)
    runner = SampleRunner(
      environment: environment, processes: processes, sandbox: sandbox,
      symbolizer: Symbolizer(toolchain: toolchain, processes: processes))
    keys = SampleKeys(
      compiler: compiler, host: host, confinement: sandbox.confinement, environment: environment)
  }

  /// Takes what earlier builds did; of a group of shell programs all or nothing.
  func lookUp(_ works: [SampleWork], shells: [ShellGroup]) async throws -> [SampleWork] {
    let width = await cache.isShared ? Self.fetches : jobs
    var known = try await concurrently(works, atOnce: width) { work in
      work.isShell ? work : await lookUp(work)
    }
    let groups = try await concurrently(shells, atOnce: width) { [known] group in
      await lookUpShells(group.indices.map { known[$0] })
    }
    for (group, works) in zip(shells, groups) {
      for (index, work) in zip(group.indices, works) { known[index] = work }
    }
    return known
  }

  private func lookUp(_ work: SampleWork) async -> SampleWork {
    var work = work
    work.key = keys.compilation(of: work.source)
    guard
      let compiled: CompiledSample = await cache.value(in: .samples, for: work.key),
      isCurrent(compiled)
    else { return work }
    guard work.program.isRun, let digest = compiled.objectDigest else {
      work.compiled = compiled
      return work
    }
    let runKey = keys.run(of: work.program, compiled, compilation: work.key)
    let run: SampleRun? = isRerun(work) ? nil : await cache.value(in: .runs, for: runKey)
    if let run, run.firstLine == work.source.firstLine || run.isIndependentOfPosition(work.source) {
      work.compiled = compiled
      work.run = run
    } else if compiled.firstLine == work.source.firstLine,
      let object = await cache.object(digest)
    {
      work.compiled = compiled
      work.compiled?.object = object
    }
    return work
  }

  /// Whether a program is run whatever is known of it.
  func isRerun(_ work: SampleWork) -> Bool {
    work.program.blocks.contains { rerunning.contains($0.id) }
  }

  private func isCurrent(_ compiled: CompiledSample) -> Bool {
    if !compiled.succeeded { return compiled.dependencies == compiler.modules.hashes }
    return compiled.dependencies.allSatisfy { compiler.modules.hashes[$0.key] == $0.value }
  }

  /// Works on several items at a time and gives the results in the items' order.
  func concurrently<Item: Sendable, Result: Sendable>(
    _ items: [Item], atOnce width: Int, _ body: @escaping @Sendable (Item) async throws -> Result
  ) async throws -> [Result] {
    try await withThrowingTaskGroup(of: (Int, Result).self) { group in
      var results = [Result?](repeating: nil, count: items.count)
      var next = 0
      while next < min(width, items.count) {
        let index = next
        group.addTask { (index, try await body(items[index])) }
        next += 1
      }
      while let (index, result) = try await group.next() {
        results[index] = result
        try Task.checkCancellation()
        guard next < items.count else { continue }
        let following = next
        group.addTask { (following, try await body(items[following])) }
        next += 1
      }
      return results.compactMap { $0 }
    }
  }
}
