import DocgenDocModel
import DocgenGround
import DocgenProcesses
import Foundation

/// Compiles samples in a few processes, each of which compiles one sample after another.
///
/// The objects are identical to those of `SwiftFrontend`. But the pool returns results only for
/// samples without messages, which are read from the compiler itself.
actor CompilerPool {
  /// The result for a sample.
  enum Result: Sendable {
    /// An object without a message, or none because the sample took too long, as it would again;
    /// with its time.
    case compiled(CompiledSample, Duration)
    /// The compiler has messages, or the modules that the sample depends on are unknown.
    case unclear
    /// The process ended during the compilation, or refused it.
    case lost
  }

  private let compiler: SwiftFrontend
  /// The path of the toolchain's library with the compiler in it.
  private let library: String
  /// The names of the modules that samples can import.
  private let moduleNames: Set<String>
  /// The dependencies of sets of imports; the compiler is asked once for each set.
  private var inquiries: [Set<String>: Task<[String: String]?, any Error>] = [:]
  private var idle: [CompilerProcess] = []
  private let (started, starts) = AsyncStream.makeStream(of: CompilerProcess.self)

  /// Creates a pool without processes.
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
  /// It never returns unless `run` is running.
  ///
  /// - Throws: `EnvironmentError` when the machine prevents compilation.
  func compile(_ source: SampleSource) async throws -> Result {
    try Task.checkCancellation()
    let imports = inquiry(about: source)
    let folder = try TemporaryFolder(in: compiler.environment.temporaryFolder, named: "compile")
    try folder.write(source.text.utf8, to: source.compiledPath)
    let request = CompilerWorker.Request(
      directory: folder.path,
      arguments: compiler.driverArguments(for: source),
      timeout: compiler.environment.compileTimeout)
    let process = try idle.popLast() ?? start()
    switch try await process.response(to: request) {
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
        let all = ImportedModules.dependencies(
          of: source, on: dependencies, among: compiler.modules)
        return .compiled(
          CompiledSample(Array(object), of: source, dependencies: all), response.time)
      }
    }
  }

  /// Returns the types in a file, in an idle process or a new one; `nil` if the process ended or
  /// took too long.
  ///
  /// It never returns unless `run` is running.
  ///
  /// - Throws: `EnvironmentError` when the machine prevents it.
  func types(in programs: TypedPrograms) async throws -> CompilerWorker.Types? {
    try Task.checkCancellation()
    let process = try idle.popLast() ?? start()
    // All under one name: sourcekitd keeps what it parsed of a file until the same one changes.
    try process.folder.write(programs.text.utf8, to: CompilerWorker.typedFile)
    let request = CompilerWorker.Request(
      wantsTypes: true, directory: process.folder.path,
      arguments: compiler.typeArguments(for: programs),
      timeout: compiler.environment.compileTimeout)
    guard case .responded(let response) = try await process.response(to: request) else {
      return nil
    }
    idle.append(process)
    return response.types
  }

  private func start() throws -> CompilerProcess {
    let folder = try TemporaryFolder(in: compiler.environment.temporaryFolder, named: "compiler")
    let process = CompilerProcess(
      Command(
        .compilations, executable: compiler.environment.host, arguments: ["docgen"],
        environment: folder.environment(
          adding: SwiftFrontend.variables, compiler.environment.hostVariables,
          [CompilerWorker.variable: library]),
        directory: folder.path, timeout: Self.lifetime, outputLimit: 1 << 30),
      in: folder, processes: compiler.processes)
    starts.yield(process)
    return process
  }

  /// The time limit of a process in seconds, longer than any build: the process limits each
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
  /// Returns the arguments for the types in programs, without their names, which don't matter for
  /// them.
  fileprivate func typeArguments(for programs: TypedPrograms) -> [String] {
    ["-target", toolchain.information.target.triple, "-swift-version", "6"]
      + ["-module-name", "sample"] + searchArguments + importArguments(programs.jobs[0].source)
      + pluginArguments.flatMap { ["-Xfrontend", $0] }
      + (programs.jobs[0].source.hasMainType ? ["-parse-as-library"] : [])
      + [CompilerWorker.typedFile]
  }

  /// Returns a compilation's arguments for `swiftc`; those that it doesn't know are marked as the
  /// frontend's.
  fileprivate func driverArguments(for source: SampleSource) -> [String] {
    let known: Set = ["-c", "-target", "-swift-version", "-Onone", "-gline-tables-only"]
    var arguments: [String] = []
    var isKnown = false
    for flag in codeFlags {
      if flag.hasPrefix("-") { isKnown = known.contains(flag) }
      arguments += isKnown ? [flag] : ["-Xfrontend", flag]
    }
    arguments += searchArguments
    for argument in pluginArguments + ["-entry-point-function-name", source.entryPoint] {
      arguments += ["-Xfrontend", argument]
    }
    return arguments + inputArguments(source)
  }
}
