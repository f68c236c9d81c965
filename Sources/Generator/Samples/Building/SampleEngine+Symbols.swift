import DocgenGround
import DocgenProcesses
import Foundation

extension SampleEngine {
  /// Whether samples can import modules that aren't docgen's.
  public var hasLibrary: Bool { environment.library != nil }

  /// Whether a module is in the library, in Swift or another language.
  public func libraryContains(_ module: String) -> Bool {
    environment.library?.whole.modules.contains(module) == true
  }

  /// The names of the modules that samples may import from this environment's folders.
  public var moduleNames: [String] {
    environment.allModuleFolders.flatMap { folder in
      ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
        .compactMap(\.swiftModuleName)
    }.sorted()
  }

  /// Returns a text that changes when a module is compiled again; `nil` if there is no such module.
  public func state(ofModule name: String) -> String? {
    for folder in environment.allModuleFolders {
      let states = ["swiftmodule", "swiftdoc", "swiftsourceinfo"].map { ending in
        FileState("\(folder)/\(name).\(ending)")?.description ?? ""
      }
      if !states[0].isEmpty { return states.joined(separator: " ") }
    }
    return nil
  }

  /// Returns the public symbols of a module with their doc comments, as a JSON array of what
  /// `swift-symbolgraph-extract` writes: the module's own, and its extensions of each other module.
  ///
  /// - Throws: `EnvironmentError` when the toolchain can't extract them.
  public func symbolGraph(ofModule name: String) async throws -> String {
    let cache = ResultCache(folder: environment.cacheFolder)
    await cache.open()
    let toolchain = try await Toolchain.locate(
      for: environment, cache: cache, processes: processes)
    await cache.close()
    let tool = toolchain.program("swift-symbolgraph-extract")
    guard FileManager.default.isExecutableFile(atPath: tool) else {
      throw EnvironmentError.incompleteToolchain(missing: "swift-symbolgraph-extract")
    }
    var modules = environment.moduleArguments
    // The tool expands no macros, and knows no options for them.
    while let plugin = modules.firstIndex(where: { $0.hasPrefix("-load-plugin-") }) {
      modules.removeSubrange(plugin..<min(plugin + 2, modules.count))
    }
    let folder = try TemporaryFolder(forBuildIn: environment.temporaryFolder)
    let arguments =
      [
        tool, "-module-name", name, "-target", toolchain.information.target.triple,
        "-minimum-access-level", "public", "-skip-synthesized-members", "-output-dir", folder.path,
      ]
      + modules + (environment.library?.arguments(ofImporting: [name]) ?? [])
    let result = try await processes.run(
      Command(
        .inquiry, executable: tool, arguments: arguments,
        environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"], directory: folder.path))
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let own = "\(name).symbols.json"
    guard result.succeeded, files.contains(own) else {
      throw EnvironmentError.failure(of: tool, result)
    }
    let extensions = files.filter { $0.hasPrefix("\(name)@") }.sorted()
    let graphs = try ([own] + extensions).map {
      try String(contentsOfFile: "\(folder.path)/\($0)", encoding: .utf8)
    }
    return "[\(graphs.joined(separator: ","))]"
  }
}
