import Foundation

/// The compiler, the linker and the Swift runtime that samples are made with.
struct Toolchain: Sendable, Hashable {
  /// The folder with `swift-frontend` and the other programs.
  let folder: String
  /// What the compiler says about itself and this machine.
  let information: Information

  /// The parts used here of what `swift-frontend -print-target-info` prints.
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
