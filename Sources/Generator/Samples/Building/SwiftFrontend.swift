import DocgenGround
import DocgenProcesses
import Foundation

/// Compiles a sample into an object, as a separate module.
struct SwiftFrontend: Sendable {
  let toolchain: Toolchain
  let environment: SampleEnvironment
  let modules: ModuleInterfaces
  let processes: any ProcessLauncher
  /// The folder for compiled C modules.
  let moduleCache: String

  /// The environment variables of a compiler, in addition to the folder's.
  ///
  /// With these of glibc's tunables, it allocates memory once and in large pages, which saves a
  /// tenth of the time; other systems ignore the variable. Expanded macros go into the working
  /// folder, because their path is in the object.
  static let variables = [
    "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1:glibc.malloc.top_pad=67108864:"
      + "glibc.malloc.mmap_threshold=1073741824:glibc.malloc.trim_threshold=4294967295",
    "TMPDIR": ".",
  ]

  /// The arguments that determine the object, without paths and anything about a particular sample.
  var flags: [String] { ["-frontend"] + codeFlags + Self.messageFlags }

  /// The arguments that determine the code.
  ///
  /// The compiler doesn't verify its own code, which would take a fifteenth of the time.
  var codeFlags: [String] {
    [
      "-c", "-target", toolchain.information.target.triple, "-disable-objc-interop",
      "-swift-version", "6", "-Onone", "-gline-tables-only", "-no-clang-module-breadcrumbs",
      "-file-compilation-dir", ".", "-disable-llvm-verify",
    ]
  }

  /// The arguments that determine the format of messages.
  private static let messageFlags = ["-diagnostic-style", "llvm", "-no-color-diagnostics"]

  /// The object's name in the folder.
  ///
  /// The compiler writes it into the object, so it must not include the folder.
  static let objectName = "sample.o"

  /// Compiles a sample in a working folder.
  ///
  /// - Throws: `EnvironmentError` when the compiler can't be used at all.
  func compile(_ source: SampleSource, in folder: TemporaryFolder) async throws -> CompiledSample {
    let path = "\(folder.path)/\(source.compiledPath)"
    try folder.write(source.text.utf8, to: source.compiledPath)
    let object = "\(folder.path)/\(Self.objectName)"
    let rule = "\(folder.path)/sample.d"
    let compiler = toolchain.program("swift-frontend")
    let result = try await processes.run(
      Command(
        .compilation, executable: compiler,
        arguments: [compiler] + flags
          + ["-entry-point-function-name", source.entryPoint, "-emit-dependencies-path", rule]
          + inputArguments(source) + searchArguments + pluginArguments,
        environment: folder.environment(adding: Self.variables),
        directory: folder.path, timeout: environment.compileTimeout, outputLimit: 4 << 20))
    if let reason = complaint(in: result, about: moduleCache) {
      throw EnvironmentError.unwritable(
        what: "the compiler's cache of C modules '\(moduleCache)'",
        reason: "\(reason); if that is damaged, remove the folder")
    }
    let bytes = result.succeeded ? FileManager.default.contents(atPath: object) : nil
    var messages = CompilerMessage.parse(result.errorText, in: source)
    if bytes == nil { try folder.checkSpace() }
    if bytes == nil, !messages.contains(where: \.isError) {
      messages.append(compilerFailed(result, hiding: [path, folder.path]))
    }
    let hasEnded = if case .exited = result.ending { true } else { false }
    guard let bytes else {
      return CompiledSample(
        failingWith: messages, source: source, dependencies: modules.hashes, isRepeatable: hasEnded)
    }
    return CompiledSample(
      Array(bytes), of: source, saying: messages,
      dependencies: ImportedModules.dependencies(
        of: source, on: modules.hashes(of: dependencies(inFile: rule) ?? []), among: modules),
      isRepeatable: hasEnded)
  }

  /// Returns the message of a failed compiler about a file in a folder that isn't the author's.
  private func complaint(in result: CommandResult, about folder: String) -> String? {
    // After a crash the compiler lists its arguments, including the folder's path.
    guard case .exited(let status) = result.ending, status != 0 else { return nil }
    return result.errorText.split(separator: "\n")
      .first { $0.contains("error: ") && $0.contains(folder) }
      .map { String($0).replacing(folder + "/", with: "").replacing("<unknown>:0: ", with: "") }
  }

  /// Returns the result for a sample whose compilation took too long.
  func timedOut(_ source: SampleSource) -> CompiledSample {
    CompiledSample(
      failingWith: [compilerFailed(CommandResult(ending: .timedOut), hiding: [])], source: source,
      dependencies: modules.hashes, isRepeatable: false)
  }

  /// Returns the files named in the compiler's dependency file; `nil` when there is none.
  func dependencies(inFile path: String) -> [String]? {
    FileManager.default.contents(atPath: path).map {
      ModuleInterfaces.dependencies(in: String(decoding: $0, as: UTF8.self))
    }
  }

  /// Returns the arguments for a particular sample.
  ///
  /// It is compiled as a whole module, which is less work for the compiler than a single file.
  func inputArguments(_ source: SampleSource) -> [String] {
    [source.compiledPath, "-module-name", source.module, "-o", Self.objectName]
      + (source.hasMainType ? ["-parse-as-library"] : [])
      + (source.program.languageMode == 6
        ? [] : ["-swift-version", String(source.program.languageMode)])
      + importArguments(source)
  }

  /// The arguments for the modules that a sample imports.
  func importArguments(_ source: SampleSource) -> [String] {
    environment.library.map {
      $0.arguments(ofImporting: ImportedModules.imports(source, among: $0.cxxModules))
    } ?? []
  }

  /// The arguments for finding and caching modules.
  var searchArguments: [String] {
    ["-module-cache-path", moduleCache] + environment.moduleArguments
  }

  /// The arguments for finding macros.
  var pluginArguments: [String] {
    (toolchain.pluginServer.map { ["-in-process-plugin-server-path", $0] } ?? [])
      + toolchain.pluginFolders.flatMap { ["-plugin-path", $0] }
  }

  /// Returns the message for a compiler that ended without one: it crashed, or took too long.
  private func compilerFailed(_ result: CommandResult, hiding paths: [String]) -> CompilerMessage {
    let reason =
      switch result.ending {
      case .exited(let status): "ended with status \(status)"
      case .signalled(let signal): "was ended by signal \(signal)"
      case .timedOut:
        "did not end within \(environment.compileTimeout.counting("second"))"
      case .wroteTooMuch: "wrote too many messages"
      case .startedTooMany: "started too many processes"
      }
    let words = paths.reduce(result.errorText) { text, path in
      text.replacing(path, with: "sample")
    }
    let last = words.split(separator: "\n").suffix(10).joined(separator: "\n")
    return CompilerMessage(
      isError: true, position: nil, text: "the compiler itself \(reason)",
      notes: last.isEmpty ? [] : [CompilerMessage.Note(position: nil, text: last)])
  }
}
