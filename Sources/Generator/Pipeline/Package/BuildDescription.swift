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
  /// The targets that each target depends on, directly or not.
  private var targetDependencyMap: [String: Set<String>]?

  /// Returns the dynamic library with the modules that a target imports.
  ///
  /// - Parameters:
  ///   - name: the name of the library and of the target.
  ///   - parts: the names of libraries with fewer of the same modules.
  ///   - products: the folder of built products.
  /// - Throws: `EnvironmentError` when the package manager described nothing.
  static func library(
    named name: String, parts: [String] = [], in products: URL
  ) throws -> ModuleLibrary {
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
    let libraries = ([name] + parts).map { "lib\($0).\(ending)" }
    // Products of the package may be dynamic libraries themselves.
    let readable = names.filter {
      !libraries.contains($0) && ($0.hasSuffix(".\(ending)") || $0.hasSuffix(".\(resources)"))
    }.sorted()
    let all = description.modules(of: name) ?? []
    func part(_ name: String, of modules: Set<String>) -> ModuleLibrary.Part {
      // The name of a target's bundle ends with that of the target.
      func isOf(_ modules: Set<String>, bundle: String) -> Bool {
        modules.contains { bundle.hasSuffix("_\($0).\(resources)") }
      }
      return ModuleLibrary.Part(
        path: "\(products.path)/lib\(name).\(ending)", modules: modules,
        resources: readable.filter { isOf(modules, bundle: $0) || !isOf(all, bundle: $0) }
          .map { "\(products.path)/\($0)" })
    }
    return ModuleLibrary(
      part(name, of: all),
      parts: parts.compactMap { name in
        description.modules(of: name).map { part(name, of: $0) }
      }, arguments: ["-I", target.importPath] + clientArguments(target.otherArguments),
      cxxModules: description.cxxModules)
  }

  /// Returns the modules in a target's library; `nil` when the package manager doesn't say.
  private func modules(of target: String) -> Set<String>? {
    targetDependencyMap?[target].map { Set($0.map(Self.module)) }
  }

  /// Returns the name of a target's module.
  static func module(ofTarget name: String) -> String {
    name.replacing(/[^A-Za-z0-9_]/, with: "_")
  }

  /// The modules with `interoperabilityMode(.Cxx)`.
  private var cxxModules: Set<String> {
    let commands = swiftCommands.values.filter { command in
      command.otherArguments.contains { $0.hasPrefix("-cxx-interoperability-mode=") }
    }
    return Set(commands.map(\.moduleName))
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
      guard shared.contains(option), let value = rest.popFirst() else { continue }
      if !own.contains(value) { result += [option, value] }
    }
    return result
  }
}
