import DocgenProcesses
import Foundation

/// The library products of a package, and their modules.
extension DocumentedPackage {
  /// Returns the names of the modules in library products, those of the product with the package's
  /// name first.
  ///
  /// - Throws: `BuildFailure` when the manifest is invalid; `EnvironmentError`.
  public func modules() async throws -> [String] {
    let manifest = try await manifest()
    let libraries = Self.libraries(of: manifest)
    let sorted =
      libraries.filter { Self.isMain($0.product, of: manifest) }
      + libraries.filter { !Self.isMain($0.product, of: manifest) }
    var names: Set<String> = []
    return sorted.flatMap(\.modules).filter { names.insert($0).inserted }
  }

  /// Returns the product with the package's name, such as `HTTPTypes` of `swift-http-types`; else
  /// the package's name.
  ///
  /// - Throws: `BuildFailure` when the manifest is invalid; `EnvironmentError`.
  public func title() async throws -> String {
    let manifest = try await manifest()
    return Self.libraries(of: manifest).first { Self.isMain($0.product, of: manifest) }?.product
      ?? manifest.name
  }

  private static func isMain(_ product: String, of manifest: PackageManifest) -> Bool {
    let name = manifest.name.lowercased()
    let own = name.hasPrefix("swift-") ? name.dropFirst("swift-".count) : name[...]
    return product.lowercased().filter { $0 != "-" } == own.filter { $0 != "-" }
  }

  /// Returns the library products, without dynamic ones of the same modules as another, which would
  /// contain them twice.
  static func libraries(
    of manifest: PackageManifest
  ) -> [(product: String, modules: [String])] {
    let others = Set(manifest.libraries.filter { !$0.isDynamic }.flatMap(\.targets))
    return manifest.libraries.filter { !$0.isDynamic || !others.isSuperset(of: $0.targets) }
      .map { ($0.name, $0.targets.map(BuildDescription.module)) }
  }

  /// Returns a note on each module that a sample can't import because it is in no library product.
  ///
  /// - Parameter texts: what is said of samples.
  public func remarks(on texts: [String]) async throws -> [String] {
    let names = Set(texts.compactMap { $0.firstMatch(of: /\bno such module '(\w+)'/)?.1 })
    guard !names.isEmpty else { return [] }
    let manifest = try await manifest()
    let others = manifest.targetNames.subtracting(manifest.libraries.flatMap(\.targets))
    return names.map(String.init).sorted().filter(Set(others.map(BuildDescription.module)).contains)
      .map { "'\($0)' is in no library product of the package; samples import modules of products" }
  }

  /// Returns the library products that have some modules, one for each module.
  func products(with modules: [String]) async throws -> [String] {
    let libraries = try await manifest().libraries
    let products = modules.compactMap { module in
      let found = libraries.filter { $0.targets.map(BuildDescription.module).contains(module) }
      return (found.first { !$0.isDynamic } ?? found.first)?.name
    }
    return Set(products).sorted()
  }
}
