import DocgenGround
import DocgenHashing
import DocgenProcesses
import Foundation

extension Toolchain {
  /// Finds the toolchain and its properties, which may be cached.
  ///
  /// - Throws: `EnvironmentError` when there is none or it lacks a program.
  static func locate(
    for environment: SampleEnvironment, cache: ResultCache, processes: any ProcessLauncher
  ) async throws -> Toolchain {
    let folder = try programFolder(environment)
    for program in ["swift-frontend", "clang", "llvm-symbolizer"] + extractor {
      guard FileManager.default.isExecutableFile(atPath: "\(folder)/\(program)") else {
        throw EnvironmentError.incompleteToolchain(missing: program)
      }
    }
    let compiler = "\(folder)/swift-frontend"
    // Hashing hundreds of megabytes would take longer than asking the compiler.
    let state = FileState(compiler)?.description
    let key = ContentHash.of(["toolchain", folder, state ?? ""])
    if let known: Information = await cache.value(in: .toolchains, for: key) {
      return Toolchain(folder: folder, information: known)
    }
    let result = try await processes.run(
      Command(
        .inquiry, executable: compiler, arguments: [compiler, "-print-target-info"],
        environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"], directory: "/"))
    guard result.succeeded,
      let information = try? JSONDecoder().decode(Information.self, from: Data(result.output))
    else {
      throw EnvironmentError.toolFailed(
        tool: compiler, reason: "it doesn't say which machine it compiles for")
    }
    await cache.store(information, in: .toolchains, for: key)
    return Toolchain(folder: folder, information: information)
  }

  /// The program that lists the libraries an ELF object requires; Mach-O linkers need none.
  static var extractor: [String] {
    #if canImport(Darwin)
      []
    #else
      ["swift-autolink-extract"]
    #endif
  }

  private static func programFolder(_ environment: SampleEnvironment) throws -> String {
    let found = Command.programs(named: "swiftc", in: environment.searchPath)
      .map { URL(filePath: $0).resolvingSymlinksInPath().deletingLastPathComponent().path }
    guard !found.isEmpty else { throw EnvironmentError.noCompiler }
    return found.first { FileManager.default.isExecutableFile(atPath: "\($0)/swift-frontend") }
      ?? found[0]
  }
}
