/// Modules that samples may import and that no host contains, such as those of the package that a
/// site documents.
public struct ModuleLibrary: Sendable, Hashable {
  /// A dynamic library with some of the modules, and everything they depend on.
  public struct Part: Sendable, Hashable {
    /// The library's path.
    public var path: String
    /// The names of the modules in it.
    public var modules: Set<String>
    /// The files and folders that its code reads, such as resource bundles.
    public var resources: [String]

    /// Creates a part from absolute paths.
    public init(path: String, modules: Set<String> = [], resources: [String] = []) {
      self.path = path
      self.modules = modules
      self.resources = resources
    }
  }

  /// The part with all modules.
  public var whole: Part
  /// Parts with fewer modules, which a sample loads instead if it needs no others.
  public var parts: [Part]
  /// The compiler arguments of a client: where its modules, C headers and macros are.
  public var arguments: [String]

  /// The Swift modules that import C++, as all their clients must.
  public var cxxModules: Set<String>

  /// Creates a library from absolute paths.
  public init(
    _ whole: Part, parts: [Part] = [], arguments: [String], cxxModules: Set<String> = []
  ) {
    self.whole = whole
    self.parts = parts
    self.arguments = arguments
    self.cxxModules = cxxModules
  }

  /// Returns the compiler arguments of a client that imports some modules.
  func arguments(ofImporting modules: Set<String>) -> [String] {
    modules.isDisjoint(with: cxxModules) ? [] : ["-cxx-interoperability-mode=default"]
  }

  /// The part with all modules, and the others.
  var allParts: [Part] { [whole] + parts }

  /// Returns the smallest part with some modules, or parts that share no module, because a process
  /// mustn't contain one twice; none without modules.
  func parts(with modules: Set<String>) -> [Part] {
    if modules.isEmpty { return [] }
    let sorted = parts.sorted { $0.modules.count < $1.modules.count }
    if let part = sorted.first(where: { $0.modules.isSuperset(of: modules) }) { return [part] }
    var chosen: [Part] = []
    for module in modules.sorted() where !chosen.contains(where: { $0.modules.contains(module) }) {
      guard let part = sorted.first(where: { $0.modules.contains(module) }),
        chosen.allSatisfy({ $0.modules.isDisjoint(with: part.modules) })
      else { return [whole] }
      chosen.append(part)
    }
    return chosen
  }

  /// The folders with `.swiftmodule` files (`-I`).
  var moduleFolders: [String] {
    zip(arguments, arguments.dropFirst()).filter { $0.0 == "-I" }.map(\.1)
      .filter { $0 != "-Xcc" }
  }

  /// The module maps of its C modules (`-fmodule-map-file=`).
  var moduleMaps: [String] {
    arguments.filter { $0.hasPrefix(Self.mapOption) }.map {
      String($0.dropFirst(Self.mapOption.count))
    }
  }

  /// The beginning of the names of a library's modules among a sample's dependencies.
  static let prefix = "l/"

  /// Returns the names of a library's modules among a sample's dependencies: Swift modules, and C
  /// modules that it imports.
  static func names(among keys: some Sequence<String>) -> Set<String> {
    Set(
      keys.filter { $0.hasPrefix(prefix) }.compactMap { key in
        let words = key.dropFirst(prefix.count).split(separator: "/")
        if words.first == "c" { return words.last.map(String.init) }
        return words.lazy.compactMap(\.swiftModuleName).first
      })
  }

  /// The programs that expand its macros (`-load-plugin-executable PROGRAM#MODULES`).
  var macros: [String] {
    zip(arguments, arguments.dropFirst()).filter { $0.0 == "-load-plugin-executable" }
      .map { String($0.1.prefix { $0 != "#" }) }
  }

  private static let mapOption = "-fmodule-map-file="
}

extension StringProtocol {
  /// The name of the module in a file or folder of this name; `nil` if it holds none.
  var swiftModuleName: String? {
    hasSuffix(".swiftmodule") ? String(dropLast(".swiftmodule".count)) : nil
  }
}

/// The program and the libraries that a compiled sample needs when it runs.
///
/// Only samples with the same needs share a library: what a sample doesn't import can't affect it.
struct RunNeeds: Sendable, Hashable {
  /// The program that it runs in.
  var host: SampleHost.Kind
  /// The parts of the environment's library.
  var libraries: [ModuleLibrary.Part] = []
}
