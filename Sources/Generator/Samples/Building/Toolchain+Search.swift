import DocgenHashing
import DocgenProcesses
import DocgenGround
import Foundation

extension Toolchain {
  /// Finds the toolchain and its properties, which may be cached.
  ///
  /// - Throws: `EnvironmentError` when there is none or it lacks a program.
  static func locate(
    for environment: SampleEnvironment, cache: ResultCache, processes: any ProcessLauncher
  ) async throws -> Toolchain {
    let folder = try programFolder(environment)
    for program in ["swift-frontend", "clang", "llvm-symbolizer", "llvm-objdump"] + extractor {
      guard FileManager.default.isExecutableFile(atPath: "\(folder)/\(program)") else {
        throw EnvironmentError.incompleteToolchain(missing: program)
      }
    }
    let compiler = "\(folder)/swift-frontend"
    let digest = try await cache.digest(ofFileAt: compiler) { try fingerprint(of: compiler) }
    let key = ContentHash.of(["toolchain", folder, digest ?? ""])
    if let known: Information = await cache.value(in: .toolchains, for: key) {
      return Toolchain(folder: folder, information: known)
    }
    let result = try await processes.run(
      Command(
        .inquiry, executable: compiler, arguments: [compiler, "-print-target-info"],
        environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"], directory: "/"))
    guard result.ending == .exited(0),
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

  /// Returns a hash of a compiler's size, beginning and end: hashing hundreds of megabytes in every
  /// build would take longer than asking the compiler.
  private static func fingerprint(of compiler: String) throws -> String {
    let chunk = 1 << 20
    do {
      let file = try FileHandle(forReadingFrom: URL(filePath: compiler))
      defer { try? file.close() }
      let size = try file.seekToEnd()
      try file.seek(toOffset: size > UInt64(chunk) ? size - UInt64(chunk) : 0)
      let end = try file.read(upToCount: chunk) ?? Data()
      try file.seek(toOffset: 0)
      let start = try file.read(upToCount: chunk) ?? Data()
      return ContentHash.of([
        String(size), ContentHash.of(Array(start)), ContentHash.of(Array(end)),
      ])
    } catch {
      throw EnvironmentError.toolFailed(tool: compiler, reason: error.systemReason)
    }
  }
}
