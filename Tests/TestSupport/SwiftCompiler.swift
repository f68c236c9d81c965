public import Foundation
import Testing

/// Compiles Swift in a test: this package's code for another system, with stand-ins for that
/// system's modules.
public enum SwiftCompiler {
  /// The language settings of this package's manifest.
  private static let language = [
    "-swift-version", "6", "-enable-upcoming-feature", "ExistentialAny",
    "-enable-upcoming-feature", "InternalImportsByDefault", "-enable-upcoming-feature",
    "MemberImportVisibility",
  ]

  /// Runs `swiftc`; fails the test if the program doesn't compile.
  ///
  /// - Parameters:
  ///   - module: the module's name.
  ///   - sources: the files to compile.
  ///   - arguments: all other arguments.
  public static func run(
    module: String, _ sources: [URL], _ arguments: [String]
  ) async throws {
    let run = try await RunningProgram.run(
      URL(filePath: "/usr/bin/env"),
      ["swiftc", "-module-name", module] + language + arguments + sources.map(\.path))
    try #require(run.status == 0, "\(run.errorOutput)\(run.output)")
  }

  /// Returns the options to find this package's modules, and the module maps of libraries they
  /// need.
  public static func imports(needing libraries: String...) -> [String] {
    let folders =
      [BuiltProducts.folder.appending(path: "Modules")]
      + libraries.map { BuiltProducts.packageRoot.appending(path: "Sources/C/\($0)") }
    return folders.flatMap { ["-I", $0.path] }
  }

  /// Returns the object files of a module of this package, read from its file map because the
  /// folder may contain those of removed files.
  public static func objects(of module: String) throws -> [String] {
    let map = BuiltProducts.folder.appending(path: "\(module).build/output-file-map.json")
    let files = try JSONDecoder().decode([String: Outputs].self, from: Data(contentsOf: map))
    return files.values.compactMap(\.object).sorted()
  }

  private struct Outputs: Decodable {
    let object: String?
  }
}
