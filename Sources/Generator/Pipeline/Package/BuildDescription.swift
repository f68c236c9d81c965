import DocgenProcesses
import DocgenSamples
import Foundation

/// The package manager's description of a build: how it compiles each target.
///
/// It knows where the modules, the C headers and the macros of all dependencies are.
struct BuildDescription: Decodable {
  private struct SwiftCommand: Decodable {
    var moduleName: String
    /// The folder of compiled modules.
    var importPath: String
    var otherArguments: [String]
  }

  private var swiftCommands: [String: SwiftCommand]

  /// Returns the dynamic library with the modules that a target imports.
  ///
  /// - Parameters:
  ///   - name: the name of the library and of the target.
  ///   - products: the folder of built products.
  /// - Throws: `EnvironmentError` when the package manager described nothing.
  static func library(named name: String, in products: URL) throws -> ModuleLibrary {
    let products = products.resolvingSymlinksInPath()
    let file = products.appending(path: "description.json").path
    guard let data = FileManager.default.contents(atPath: file),
      let description = try? JSONDecoder().decode(BuildDescription.self, from: data),
      let target = description.swiftCommands.values.first(where: { $0.moduleName == name })
    else {
      throw EnvironmentError.toolFailed(
        tool: "swift build", reason: "'\(file)' doesn't say how it compiles '\(name)'")
    }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: products.path)) ?? []
    #if canImport(Darwin)
      let (ending, resources) = ("dylib", "bundle")
    #else
      let (ending, resources) = ("so", "resources")
    #endif
    let library = "lib\(name).\(ending)"
    // Products of the package may be dynamic libraries themselves.
    let readable = names.filter {
      $0 != library && ($0.hasSuffix(".\(ending)") || $0.hasSuffix(".\(resources)"))
    }
    return ModuleLibrary(
      path: "\(products.path)/\(library)",
      arguments: ["-I", target.importPath] + clientArguments(target.otherArguments),
      resources: readable.sorted().map { "\(products.path)/\($0)" })
  }

  /// Options that every client of the same modules needs, each followed by a value.
  private static let shared: Set = [
    "-I", "-F", "-Xcc", "-load-plugin-executable", "-load-plugin-library", "-plugin-path",
  ]
  /// Options for clang that concern only the code of the target.
  private static let own: Set = ["-g", "-fPIC", "-fno-omit-frame-pointer"]

  /// Returns the arguments that a client of the same modules needs.
  private static func clientArguments(_ arguments: [String]) -> [String] {
    var result: [String] = []
    // docgen calls the frontend itself.
    var rest = arguments.filter { $0 != "-Xfrontend" }[...]
    while let option = rest.popFirst() {
      if option.hasPrefix("-cxx-interoperability-mode=") { result.append(option) }
      guard shared.contains(option), let value = rest.popFirst() else { continue }
      if !own.contains(value) { result += [option, value] }
    }
    return result
  }
}
