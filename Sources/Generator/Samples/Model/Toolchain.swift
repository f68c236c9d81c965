import Foundation

/// The compiler, the linker and the Swift runtime for building samples.
struct Toolchain: Sendable, Hashable {
  /// The folder with `swift-frontend` and the other programs.
  let folder: String
  /// The compiler's description of itself and this machine.
  let information: Information

  /// The parts of `swift-frontend -print-target-info` that docgen uses.
  struct Information: Sendable, Hashable, Codable {
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

  /// The language and its version, such as `Swift 6.3`.
  var languageVersion: String {
    let version = information.compilerVersion.firstMatch(of: /\d+\.\d+(?:-\w+)?/)
    return version.map { "Swift \($0.output)" } ?? "Swift"
  }

  /// Returns the path of a program of the toolchain.
  func program(_ name: String) -> String { "\(folder)/\(name)" }

  /// The object file that registers a library's types with the Swift runtime, if there is one.
  var runtimeObject: String? {
    information.paths.runtimeLibraryPaths
      .map { "\($0)/\(information.target.arch)/swiftrt.o" }
      .first { FileManager.default.fileExists(atPath: $0) }
  }

  /// The library that contains the compiler, if there is one.
  var compilerLibrary: String? {
    #if canImport(Darwin)
      let name = "sourcekitdInProc.framework/sourcekitdInProc"
    #else
      let name = "libsourcekitdInProc.so"
    #endif
    // Without `..`, because the compiler writes the path of its modules into objects.
    let path = URL(filePath: folder).deletingLastPathComponent().appending(path: "lib/\(name)").path
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  /// The folders of compiler plug-ins, which contain macros.
  var pluginFolders: [String] {
    ["\(folder)/../lib/swift/host/plugins", "\(folder)/../local/lib/swift/host/plugins"]
  }

  /// The library that runs macros in the compiler's process, if there is one.
  var pluginServer: String? {
    let path = "\(folder)/../lib/swift/host/libSwiftInProcPluginServer.so"
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }
}
