import Foundation
import Ground
import Processes

/// Compiles samples in a few processes, each of which compiles one after another.
///
/// The objects are the very ones that `SwiftFrontend` makes. But the pool answers only for samples about
/// which there is nothing to say: messages are read from the compiler itself.
actor CompilerPool {
  /// What came of a sample.
  enum Result: Sendable {
    /// An object without a message, or nothing because the sample took too long, as it would the next
    /// time; with the time that it took.
    case compiled(CompiledSample, Duration)
    /// The compiler has something to say, or the modules that the sample depends on are not known.
    case unclear
    /// The process ended in it, or refused it.
    case lost
  }

  private let compiler: SwiftFrontend
  /// The path of the toolchain's library with the compiler in it.
  private let library: String
  /// The names of the modules that samples can import.
  private let moduleNames: Set<String>
  /// What some imports bring along; the compiler is asked once for each set of them.
  private var inquiries: [Set<String>: Task<[String: String]?, any Error>] = [:]
  private var idle: [CompilerProcess] = []
  private let (started, starts) = AsyncStream.makeStream(of: CompilerProcess.self)

  /// A pool without processes.
  init(_ compiler: SwiftFrontend, library: String) {
    self.compiler = compiler
    self.library = library
    moduleNames = compiler.modules.moduleNames
  }

  /// Runs the pool's processes until its task is cancelled, and then ends them.
  ///
  /// - Throws: `EnvironmentError` when one can't be started.
  func run() async throws {
    defer { for inquiry in inquiries.values { inquiry.cancel() } }
    try await withThrowingDiscardingTaskGroup { group in
      for await process in started { group.addTask { try await process.run() } }
    }
  }

  /// Compiles a sample in an idle process, or in a new one if there is none.
  ///
  /// It waits for ever unless `run` is at work.
  ///
  /// - Throws: `EnvironmentError` when the machine doesn't allow to go on.
  func compile(_ source: SampleSource) async throws -> Result {
    try Task.checkCancellation()
    let imports = inquiry(about: source)
    let folder = try TemporaryFolder(in: compiler.environment.temporaryFolder, named: "compile")
    try folder.write(Array(source.text.utf8), to: source.compiledPath)
    let request = CompilerWorker.Request(
      directory: folder.path,
      arguments: compiler.driverArguments(for: source, await compiler.moduleCache.folder),
      timeout: compiler.environment.compileTimeout)
    let process = try idle.popLast() ?? start()
    switch try await process.answer(request) {
    case .ended(.signalled(Int(SIGALRM))):
      return .compiled(compiler.timedOut(source), .seconds(request.timeout))
    case .ended: return .lost
    case .responded(let response):
      idle.append(process)
      switch response.verdict {
      case .refused: return .lost
      case .spoke: return .unclear
      case .silent:
        let path = "\(folder.path)/\(SwiftFrontend.objectName)"
        guard let object = FileManager.default.contents(atPath: path),
          let dependencies = try await imports.value
        else { return .unclear }
        let cModules = ImportedModules.cModules(of: source, among: compiler.modules)
        return .compiled(
          CompiledSample(
            Array(object), of: source, dependencies: dependencies.merging(cModules) { $1 }),
          response.time)
      }
    }
  }

  private func start() throws -> CompilerProcess {
    let folder = try TemporaryFolder(in: compiler.environment.temporaryFolder, named: "compiler")
    let process = CompilerProcess(
      Command(
        .compilations, executable: compiler.environment.host, arguments: ["docgen"],
        environment: folder.environment.merging(SwiftFrontend.variables) { $1 }
          .merging([CompilerWorker.variable: library]) { $1 },
        directory: folder.path, timeout: Self.lifetime),
      in: folder, compiler.processes)
    starts.yield(process)
    return process
  }

  /// The seconds for which a process may live, more than any build takes: it limits the time of each
  /// compilation itself.
  private static let lifetime = 7 * 24 * 3600

  private func inquiry(about source: SampleSource) -> Task<[String: String]?, any Error> {
    let names = ImportedModules.imports(source, among: moduleNames)
    if let inquiry = inquiries[names] { return inquiry }
    let inquiry = Task { [compiler] in
      names.isEmpty ? [:] : try await compiler.dependencies(ofImporting: names)
    }
    inquiries[names] = inquiry
    return inquiry
  }
}

extension SwiftFrontend {
  /// A compilation's arguments as `swiftc` takes them, which hands on to the compiler those that it
  /// doesn't know.
  fileprivate func driverArguments(for source: SampleSource, _ cacheFolder: String) -> [String] {
    let known: Set = ["-c", "-target", "-swift-version", "-Onone", "-gline-tables-only"]
    var arguments: [String] = []
    var isKnown = false
    for flag in codeFlags {
      if flag.hasPrefix("-") { isKnown = known.contains(flag) }
      arguments += isKnown ? [flag] : ["-Xfrontend", flag]
    }
    arguments += searchArguments(cacheFolder)
    for argument in pluginArguments + ["-entry-point-function-name", source.entryPoint] {
      arguments += ["-Xfrontend", argument]
    }
    return arguments + inputArguments(source)
  }
}
