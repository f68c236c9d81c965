import DocgenGround
import DocgenProcesses
public import DocgenSamples
public import Foundation

/// The Swift package that a site documents: samples import the modules of its library products.
///
/// The package manager builds these products, with everything they depend on, into one dynamic library,
/// and each by itself into another, so that a sample loads no more than it needs. For that, docgen
/// writes a package with such a product into the site's cache; the documented package
/// and its build folder stay as they are.
public struct DocumentedPackage: Sendable {
  /// The package's folder.
  public let folder: URL
  private let wrapper: URL
  private let swift: String

  /// The name of docgen's package, and of its product and its target with all libraries.
  static let wrapperName = "DocgenLibraries"

  /// Creates the package of a site.
  ///
  /// - Parameters:
  ///   - folder: the package's folder, with `Package.swift`.
  ///   - root: the site's folder; the library is in its `.build/docgen`.
  /// - Throws: `EnvironmentError` when there is no Swift toolchain.
  public init(at folder: URL, forSiteAt root: URL) throws {
    self.folder = folder.standardizedFileURL.resolvingSymlinksInPath()
    wrapper = root.standardizedFileURL.resolvingSymlinksInPath()
      .appending(path: ".build/docgen/package")
    swift = try PackageManifest.swiftProgram()
  }

  /// Whether a folder has a package's manifest, of another package than docgen.
  public static func exists(at folder: URL) -> Bool {
    let folder = folder.standardizedFileURL.resolvingSymlinksInPath()
    return FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path)
      && folder.path != LabPackage.ofThisProgram.folder.resolvingSymlinksInPath().path
  }

  /// Whether the library has been built before, which then takes less time.
  public var isBuilt: Bool {
    FileManager.default.fileExists(atPath: wrapper.appending(path: ".build/debug").path)
  }

  /// Builds the library, unless it is up to date.
  ///
  /// - Returns: the library; `nil` for a package without library products.
  /// - Throws: `BuildFailure` when the package doesn't build; `EnvironmentError`.
  public func build() async throws -> ModuleLibrary? {
    let manifest = try await manifest()
    let products = Self.libraries(of: manifest).map(\.product)
    guard !products.isEmpty else { return nil }
    try writeWrapper(of: products, macOS: manifest.macOS)
    // The same sources give the same bytes, so samples don't run again after an edit that is undone:
    // incremental code generation writes a hash of more than the code into each object, and the debug
    // information on a C module is different in each build.
    let reproducible = ["-disable-incremental-llvm-codegen", "-no-clang-module-breadcrumbs"]
      .flatMap { ["-Xswiftc", "-Xfrontend", "-Xswiftc", $0] }
    let result = try await SystemProcesses().run(
      Command(
        .inquiry, executable: swift,
        arguments: [swift, "build", "--build-system", "native", "--disable-index-store"]
          // A cached plan lacks new files of the package, and has removed ones.
          + ["--disable-build-manifest-caching"] + reproducible,
        environment: PackageManifest.environment, directory: wrapper.path, timeout: 3600))
    guard result.ending == .exited(0) else {
      let text = String(decoding: result.output + result.errorOutput, as: UTF8.self)
      throw BuildFailure(package: folder.path, output: text)
    }
    return try BuildDescription.library(
      named: Self.wrapperName, parts: Self.parts(of: products).map(\.name),
      in: wrapper.appending(path: ".build/debug"))
  }

  /// The library as the last build left it, whose modules may be old or missing; `nil` before the
  /// first build.
  public var lastLibrary: ModuleLibrary? {
    try? BuildDescription.library(
      named: Self.wrapperName, in: wrapper.appending(path: ".build/debug"))
  }

  /// The error for a package that doesn't build.
  public struct BuildFailure: Error, CustomStringConvertible {
    /// The package's folder.
    public let package: String
    let output: String

    /// The problems, with excerpts.
    public var description: String {
      let text = DiagnosticText(files: sources)
      return "the package '\(package)' doesn't build:\n"
        + diagnostics.map { text.text(of: $0) }.joined().dropLast()
    }
  }

  /// Returns the package's library products, each with the names of its modules, that with the package's
  /// name first.
  ///
  /// A dynamic library of the same modules as another product would contain them twice, so it is left
  /// out.
  ///
  /// - Throws: `BuildFailure` when the manifest is invalid; `EnvironmentError`.
  public func libraries() async throws -> [(product: String, modules: [String])] {
    let manifest = try await manifest()
    let libraries = Self.libraries(of: manifest)
    let main = libraries.firstIndex { Self.isMain($0.product, of: manifest) }
    return main.map { [libraries[$0]] + libraries[..<$0] + libraries[($0 + 1)...] } ?? libraries
  }

  /// Returns the product with the package's name, such as `HTTPTypes` of `swift-http-types`; else the
  /// package's name.
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

  private static func libraries(
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
    return names.map(String.init).sorted()
      .filter(
        Set(
          manifest.targetNames.subtracting(manifest.libraries.flatMap(\.targets))
            .map(BuildDescription.module)
        ).contains
      )
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

  private func manifest() async throws -> PackageManifest {
    try await .of(folder, cachedIn: wrapper)
  }

  /// Returns the libraries with one product each; none where that would be the same as all.
  private static func parts(of products: [String]) -> [(name: String, products: [String])] {
    guard products.count > 1 else { return [] }
    return products.enumerated().map { ("\(wrapperName)\($0 + 1)", [$1]) }
  }

  /// Writes the files of docgen's package that differ, so that an unchanged one isn't read again.
  private func writeWrapper(of products: [String], macOS: String?) throws {
    // The package manager identifies a package by the name of its folder.
    let identity = folder.lastPathComponent.lowercased()
    let name = Self.wrapperName
    let parts = [(name: name, products: products)] + Self.parts(of: products)
    let libraries = parts.map {
      ".library(name: \"\($0.name)\", type: .dynamic, targets: [\"\($0.name)\"]),"
    }
    let targets = parts.map { part in
      let dependencies = part.products.map { ".product(name: \"\($0)\", package: \"\(identity)\")" }
      return
        ".target(name: \"\(part.name)\", dependencies: [\(dependencies.joined(separator: ", "))]),"
    }
    let dependency = ".package(path: \(folder.path.debugDescription))"
    // A build folder that has moved with its package contains the old paths.
    if let old = try? String(
      contentsOf: wrapper.appending(path: "Package.swift"), encoding: .utf8),
      !old.contains(dependency)
    {
      try? FileManager.default.removeItem(at: wrapper.appending(path: ".build"))
    }
    let platform = macOS.map { "\n  platforms: [.macOS(\"\($0)\")]," } ?? ""
    try write(
      """
      // swift-tools-version: 5.9
      import PackageDescription

      let package = Package(
        name: "\(name)",\(platform)
        products: [
          \(libraries.joined(separator: "\n    "))
        ],
        dependencies: [\(dependency)],
        targets: [
          \(targets.joined(separator: "\n    "))
        ])

      """, to: "Package.swift")
    for part in parts {
      try write(
        "// docgen links libraries of the package with this file.\n",
        to: "Sources/\(part.name)/Empty.swift")
    }
    // The same versions of dependencies as the package itself has.
    let resolved = folder.appending(path: "Package.resolved")
    if let text = try? String(contentsOf: resolved, encoding: .utf8),
      try write(text, to: "Package.resolved.original")
    {
      try write(text, to: "Package.resolved")
    }
  }

  /// Writes a file unless it has this content, and returns whether it was written.
  @discardableResult
  private func write(_ text: String, to path: String) throws -> Bool {
    let file = wrapper.appending(path: path)
    let data = Data(text.utf8)
    guard FileManager.default.contents(atPath: file.path) != data else { return false }
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: file)
    } catch {
      throw EnvironmentError.unwritable(what: "'\(file.path)'", reason: error.systemReason)
    }
    return true
  }
}
