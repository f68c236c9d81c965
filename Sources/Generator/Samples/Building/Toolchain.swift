import Foundation
import Processes

/// The compiler, the linker and the Swift runtime that samples are made with.
struct Toolchain: Sendable, Hashable {
  /// The folder with `swift-frontend` and the other programs.
  let folder: String
  /// What the compiler says about itself and this machine.
  let information: Information

  /// The parts used here of what `swift-frontend -print-target-info` prints.
  struct Information: Sendable, Hashable, CachedValue {
    struct Target: Sendable, Hashable, Codable {
      var triple: String
      var arch: String
    }

    struct Paths: Sendable, Hashable, Codable {
      var runtimeLibraryPaths: [String]
      var runtimeResourcePath: String
    }

    var compilerVersion: String
    var target: Target
    var paths: Paths
  }

  /// The path of a program of the toolchain.
  func program(_ name: String) -> String { "\(folder)/\(name)" }

  /// The object file that registers a library's types with the Swift runtime, where there is one.
  var runtimeObject: String? {
    information.paths.runtimeLibraryPaths
      .map { "\($0)/\(information.target.arch)/swiftrt.o" }
      .first { FileManager.default.fileExists(atPath: $0) }
  }

  /// The library with the compiler in it, where there is one.
  var compilerLibrary: String? {
    #if canImport(Darwin)
      let name = "sourcekitdInProc.framework/sourcekitdInProc"
    #else
      let name = "libsourcekitdInProc.so"
    #endif
    // The compiler puts the path that it finds its modules by into objects.
    let path = URL(filePath: folder).deletingLastPathComponent().appending(path: "lib/\(name)").path
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  /// The folders with compiler plug-ins, which hold macros.
  var pluginFolders: [String] {
    ["\(folder)/../lib/swift/host/plugins", "\(folder)/../local/lib/swift/host/plugins"]
  }

  /// The library through which the compiler calls macros in its own process, where there is one.
  var pluginServer: String? {
    let path = "\(folder)/../lib/swift/host/libSwiftInProcPluginServer.so"
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }
}

extension Toolchain {
  /// Finds the toolchain and learns about it, from the cache if it was asked before.
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

  /// The program that finds which libraries an ELF object asks for; Mach-O linkers do it alone.
  static var extractor: [String] {
    #if canImport(Darwin)
      []
    #else
      ["swift-autolink-extract"]
    #endif
  }

  private static func programFolder(_ environment: SampleEnvironment) throws -> String {
    let candidates =
      environment.compiler.map { [$0] }
      ?? environment.searchPath.split(separator: ":").map { "\($0)/swiftc" }
    let found = candidates.filter { FileManager.default.isExecutableFile(atPath: $0) }
      .map { URL(filePath: $0).resolvingSymlinksInPath().deletingLastPathComponent().path }
    guard !found.isEmpty else {
      throw EnvironmentError.noCompiler(
        searched: environment.compiler.map { "'\($0)'" } ?? "the folders of PATH")
    }
    return found.first { FileManager.default.isExecutableFile(atPath: "\($0)/swift-frontend") }
      ?? found[0]
  }

  /// Tells one compiler from another by its size and both its ends, for hashing hundreds of
  /// megabytes at every build would cost more than asking it.
  private static func fingerprint(of compiler: String) throws -> String {
    let piece = 1 << 20
    do {
      let file = try FileHandle(forReadingFrom: URL(filePath: compiler))
      defer { try? file.close() }
      let size = try file.seekToEnd()
      try file.seek(toOffset: size > UInt64(piece) ? size - UInt64(piece) : 0)
      let end = try file.read(upToCount: piece) ?? Data()
      try file.seek(toOffset: 0)
      let start = try file.read(upToCount: piece) ?? Data()
      return ContentHash.of([
        String(size), ContentHash.of(Array(start)), ContentHash.of(Array(end)),
      ])
    } catch {
      throw EnvironmentError.toolFailed(tool: compiler, reason: error.localizedDescription)
    }
  }
}
