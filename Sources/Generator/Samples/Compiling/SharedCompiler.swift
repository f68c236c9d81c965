import DocModel
import Foundation
import Processes

/// Compiles many samples in few processes.
///
/// It gives the very objects that a compiler of their own would, but answers only for samples about
/// which there is nothing to say: what is said names places, and is read from the compiler itself.
struct SharedCompiler: Sendable {
  let compiler: SampleCompiler
  /// The toolchain's library with the compiler in it.
  let library: String

  /// What came of one sample.
  enum Result: Sendable {
    /// What the compiler made of it in this time: an object without a word, or nothing because its
    /// time was over, as it would be the next time.
    case compiled(CompiledSample, Duration)
    /// The compiler has something to say, or the modules that it depends on are not known.
    case unclear
    /// The process ended in it, or refused it.
    case lost
  }

  /// Compiles samples, in their order as far as several processes keep one.
  ///
  /// - Parameters:
  ///   - readImports: finds what the samples depend on, meanwhile.
  ///   - starts: when to start processes.
  ///   - onEnd: called from any thread when one of them has ended, with whether it leaves something to
  ///     others.
  ///   - receive: called with a sample's place and what came of it, as soon as that is known; not for
  ///     those that no process took.
  /// - Throws: `EnvironmentError` when the host can't be started.
  func compile(
    _ sources: [SampleSource], _ readImports: @Sendable () async throws -> ImportedModules,
    starts: CompilerStarts,
    onEnd: @escaping @Sendable (CompilerStarts.Start, Bool) -> Void,
    _ receive: (Int, Result) async -> Void
  ) async throws {
    let folder = try TemporaryFolder(
      in: compiler.environment.temporaryFolder, named: "compilations")
    try write(sources, await compiler.moduleCache.folder, to: folder)
    let (words, continuation) = AsyncStream.makeStream(of: CompilerHost.Word.self)
    async let imports = readImports()
    async let work: Void = serve(starts, in: folder, continuation, onEnd)
    for await word in words where sources.indices.contains(word.index) {
      let source = sources[word.index]
      switch word.kind {
      case .began: break
      case .silent:
        let path = CompilerHost.path(of: word.index, in: folder.path)
        let object = FileManager.default.contents(
          atPath: "\(path)/\(SampleCompiler.objectName)")
        let dependencies = try await imports.dependencies(of: source)
        await receive(word.index, result(of: source, word.time, object, dependencies))
      case .spoke: await receive(word.index, .unclear)
      case .refused, .crashed: await receive(word.index, .lost)
      case .overran: await receive(word.index, .compiled(compiler.timedOut(source), word.time))
      }
    }
    try await work
  }

  private func write(
    _ sources: [SampleSource], _ cacheFolder: String, to folder: TemporaryFolder
  ) throws {
    let request = CompilerHost.Request(
      library: library, arguments: arguments(cacheFolder),
      compilations: sources.map { source in
        CompilerHost.Compilation(
          file: source.compiledPath, text: source.text,
          arguments: ["-Xfrontend", "-entry-point-function-name", "-Xfrontend", source.entryPoint]
            + compiler.inputArguments(source))
      }, timeout: compiler.environment.compileTimeout)
    try folder.write(Array(try JSONEncoder().encode(request)), to: CompilerHost.Request.name)
  }

  private func result(
    of source: SampleSource, _ time: Duration, _ object: Data?, _ dependencies: [String: String]?
  ) -> Result {
    guard let object, let dependencies else { return .unclear }
    return .compiled(
      CompiledSample(Array(object), of: source, dependencies: dependencies), time)
  }

  /// Starts processes until no more are asked for, and waits for them.
  private func serve(
    _ starts: CompilerStarts, in folder: TemporaryFolder,
    _ words: AsyncStream<CompilerHost.Word>.Continuation,
    _ onEnd: @escaping @Sendable (CompilerStarts.Start, Bool) -> Void
  ) async throws {
    defer { words.finish() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for await start in starts.requests {
        group.addTask {
          do {
            onEnd(start, try await runHost(start, in: folder, words))
          } catch {
            // Else nobody would learn of it before the last one is asked for.
            starts.finish()
            throw error
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// Runs one process to its end.
  ///
  /// - Returns: whether others are to take what it has left: it has done its part, or a sample ended it.
  private func runHost(
    _ start: CompilerStarts.Start, in folder: TemporaryFolder,
    _ words: AsyncStream<CompilerHost.Word>.Continuation
  ) async throws -> Bool {
    let command = Command(
      .compilations, executable: compiler.environment.host,
      arguments: ["docgen", "\(start.reach)", "\(start.limit)"],
      environment: folder.environment.merging(SampleCompiler.variables) { $1 }
        .merging([CompilerHost.variable: folder.path]) { $1 },
      // It looks at each sample's time itself.
      directory: folder.path, timeout: (start.reach + 1) * compiler.environment.compileTimeout)
    let result = try await compiler.processes.run(command) { line in
      if let word = CompilerHost.Word(line) { words.yield(word) }
    }
    let said = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
    guard case .signalled(let signal) = result.ending,
      let last = said.last.flatMap(CompilerHost.Word.init), last.kind == .began
    else { return result.ending == .exited(Int(CompilerHost.leavesRest)) }
    let limit = Duration.seconds(compiler.environment.compileTimeout)
    words.yield(
      signal == SIGALRM
        ? CompilerHost.Word(.overran, last.index, limit) : CompilerHost.Word(.crashed, last.index))
    return true
  }

  /// The compiler's flags in the words of `swiftc`, which hands on to it those that it doesn't know.
  private func arguments(_ cacheFolder: String) -> [String] {
    let known: Set = ["-c", "-target", "-swift-version", "-Onone", "-gline-tables-only"]
    var arguments: [String] = []
    var isKnown = false
    for flag in compiler.codeFlags {
      if flag.hasPrefix("-") { isKnown = known.contains(flag) }
      arguments += isKnown ? [flag] : ["-Xfrontend", flag]
    }
    arguments += compiler.searchArguments(cacheFolder)
    for argument in compiler.pluginArguments { arguments += ["-Xfrontend", argument] }
    return arguments
  }
}
