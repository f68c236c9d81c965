import DocModel
import Foundation

/// Compiles one sample into one object, as its own module.
struct SampleCompiler: Sendable {
  let toolchain: SampleToolchain
  let environment: SampleEnvironment
  let modules: ModuleInterfaces
  let processes: any ProcessLauncher
  /// The folder for what the compiler makes of C modules.
  let moduleCache: String

  /// Seconds after which the type checker is taken to be lost.
  private static let timeout = 120

  /// A compiler takes its memory once and in large pages: a tenth less time (glibc's tunables; other
  /// systems don't know the variable).
  private static let memory = [
    "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1:glibc.malloc.top_pad=67108864:"
      + "glibc.malloc.mmap_threshold=1073741824:glibc.malloc.trim_threshold=4294967295"
  ]

  /// The arguments that decide what the object is, free of paths and of anything about one sample.
  var flags: [String] {
    [
      "-frontend", "-c", "-target", toolchain.information.target.triple,
      "-disable-objc-interop", "-swift-version", "6", "-Onone", "-gline-tables-only",
      "-no-clang-module-breadcrumbs", "-file-compilation-dir", ".",
      "-diagnostic-style", "llvm", "-no-color-diagnostics",
    ]
  }

  /// Compiles a sample in a working folder.
  ///
  /// - Throws: `EnvironmentError` when the compiler can't be used at all.
  func compile(_ source: SampleSource, in folder: WorkingFolder) async throws -> CompiledSample {
    let path = "\(folder.path)/\(source.compiledPath)"
    try folder.write(Array(source.text.utf8), to: source.compiledPath)
    let object = "\(folder.path)/sample.o"
    let rule = "\(folder.path)/sample.d"
    let compiler = toolchain.program("swift-frontend")
    let result = try await processes.run(
      Command(
        .compilation, executable: compiler,
        arguments: [compiler] + flags + arguments(source, object: object, rule: rule),
        environment: folder.environment.merging(SampleCompiler.memory) { $1 },
        directory: folder.path, timeout: SampleCompiler.timeout, outputLimit: 4 << 20))
    let bytes = result.ending == .exited(0) ? FileManager.default.contents(atPath: object) : nil
    var messages = CompilerMessage.parse(
      String(decoding: result.errorOutput, as: UTF8.self), in: source)
    if bytes == nil { try folder.checkSpace() }
    if bytes == nil, !messages.contains(where: \.isError) {
      messages.append(compilerFailed(result, hiding: [path, folder.path]))
    }
    let hasEnded = if case .exited = result.ending { true } else { false }
    let dependencies = FileManager.default.contents(atPath: rule).map {
      ModuleInterfaces.dependencies(in: String(decoding: $0, as: UTF8.self))
    }
    let content = bytes.map(Array.init)
    return CompiledSample(
      object: content, objectDigest: content.map { ContentHash.of($0) }, messages: messages,
      firstLine: source.firstLine,
      // What made it fail may be anything that can be imported, or can't yet.
      dependencies: bytes == nil ? modules.hashes : modules.hashes(of: dependencies ?? []),
      mustBeLinkedAlone: content.map { LinkIsolation.isNeeded(source, object: $0) } ?? false,
      isRepeatable: hasEnded)
  }

  private func arguments(_ source: SampleSource, object: String, rule: String) -> [String] {
    var arguments = [
      "-primary-file", source.compiledPath, "-module-name", source.module,
      "-entry-point-function-name", source.entryPoint, "-module-cache-path", moduleCache,
      "-emit-dependencies-path", rule, "-o", object,
    ]
    if source.hasMainType { arguments.append("-parse-as-library") }
    for folder in environment.moduleFolders { arguments += ["-I", folder] }
    for map in environment.moduleMaps { arguments += ["-Xcc", "-fmodule-map-file=\(map)"] }
    if let server = toolchain.pluginServer {
      arguments += ["-in-process-plugin-server-path", server]
    }
    for folder in toolchain.pluginFolders { arguments += ["-plugin-path", folder] }
    return arguments
  }

  /// The compiler ended without a word about the sample: it crashed, or took too long.
  private func compilerFailed(_ result: CommandResult, hiding paths: [String]) -> CompilerMessage {
    let reason =
      switch result.ending {
      case .exited(let status): "ended with status \(status)"
      case .signalled(let signal): "was ended by signal \(signal)"
      case .timedOut: "did not end within \(SampleCompiler.timeout) seconds"
      case .wroteTooMuch: "wrote too many messages"
      case .startedTooMany: "started too many processes"
      }
    let words = paths.reduce(String(decoding: result.errorOutput, as: UTF8.self)) { text, path in
      text.replacing(path, with: "sample")
    }
    let last = words.split(separator: "\n").suffix(10).joined(separator: "\n")
    return CompilerMessage(
      isError: true, place: nil, text: "the compiler itself \(reason)",
      notes: last.isEmpty ? [] : [CompilerMessage.Note(place: nil, text: last)])
  }
}
