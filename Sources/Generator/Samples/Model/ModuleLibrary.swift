/// A dynamic library with modules that samples may import and that no host contains, such as those of
/// the package that a site documents.
public struct ModuleLibrary: Sendable, Hashable {
  /// The library's path.
  public var path: String
  /// The compiler arguments of a client: where its modules, C headers and macros are.
  public var arguments: [String]
  /// The folders that its code reads, such as resource bundles.
  public var resources: [String]

  /// Creates a library from absolute paths.
  public init(path: String, arguments: [String], resources: [String] = []) {
    self.path = path
    self.arguments = arguments
    self.resources = resources
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

  /// Returns the beginning of the names of a library's modules among a sample's dependencies.
  static func prefix(of number: Int) -> String { "l\(number)/" }

  /// The programs that expand its macros (`-load-plugin-executable PROGRAM#MODULES`).
  var macros: [String] {
    zip(arguments, arguments.dropFirst()).filter { $0.0 == "-load-plugin-executable" }
      .map { String($0.1.prefix { $0 != "#" }) }
  }

  private static let mapOption = "-fmodule-map-file="
}

/// The program and the libraries that a compiled sample needs when it runs.
///
/// Only samples with the same needs share a library: what a sample doesn't import can't affect it.
struct RunNeeds: Sendable, Hashable {
  /// The program that it runs in.
  var host: SampleHost.Kind
  /// The numbers of the environment's libraries, in ascending order.
  var libraries: [Int] = []
}
