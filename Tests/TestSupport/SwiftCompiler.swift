public import Foundation
import Testing

/// Compiles Swift in a test: code of this package that is for another system, against stand-ins for what
/// it finds there.
public enum SwiftCompiler {
  /// The language as this package's manifest sets it.
  private static let language = [
    "-swift-version", "6", "-enable-upcoming-feature", "ExistentialAny",
    "-enable-upcoming-feature", "InternalImportsByDefault", "-enable-upcoming-feature",
    "MemberImportVisibility",
  ]

  /// Runs `swiftc`; a program that does not compile is the test's failure.
  ///
  /// - Parameters:
  ///   - module: the module's name.
  ///   - sources: what to compile.
  ///   - arguments: all else.
  public static func run(
    module: String, _ sources: [URL], _ arguments: [String]
  ) async throws {
    let run = try await ProgramRun.run(
      URL(filePath: "/usr/bin/env"),
      ["swiftc", "-module-name", module] + language + arguments + sources.map(\.path))
    try #require(run.status == 0, "\(run.errorOutput)\(run.output)")
  }

  /// Where the modules of this package are found, and the module map that one of them needs.
  public static func imports(needing libraries: String...) -> [String] {
    let folders =
      [BuiltProducts.folder.appending(path: "Modules")]
      + libraries.map { BuiltProducts.packageRoot.appending(path: "Sources/C/\($0)") }
    return folders.flatMap { ["-I", $0.path] }
  }

  /// The compiled files of a module of this package; those of files that are gone lie beside them.
  public static func objects(of module: String) throws -> [String] {
    let map = BuiltProducts.folder.appending(path: "\(module).build/output-file-map.json")
    let files = try JSONDecoder().decode([String: Outputs].self, from: Data(contentsOf: map))
    return files.values.compactMap(\.object).sorted()
  }

  private struct Outputs: Decodable {
    let object: String?
  }
}
