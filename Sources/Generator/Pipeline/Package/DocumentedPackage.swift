import DocgenDocModel
import DocgenGround
import DocgenProcesses
public import DocgenSamples
public import Foundation

/// The Swift package that a site documents: samples import the modules of its library products.
///
/// The package manager builds these products, with everything they depend on, into one dynamic
/// library, and each by itself into another, so that a sample loads no more than it needs. For
/// that, docgen writes a package with such a product into the site's cache; the documented package
/// and its build folder stay as they are.
public struct DocumentedPackage: Sendable {
  /// The package's folder.
  public let folder: URL
  let wrapper: URL
  /// The traits to build it with, besides its default ones.
  let traits: [String]
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
    self.folder = folder.resolved
    wrapper = root.resolved
      .appending(path: ".build/docgen/package")
    traits = SiteConfiguration(ofSiteAt: root)?.traits.map(\.path) ?? []
    swift = try PackageManifest.swiftProgram()
  }

  /// Whether a folder has a package's manifest, of another package than docgen.
  public static func exists(at folder: URL) -> Bool {
    let folder = folder.resolved
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
    // The same sources give the same bytes, so samples don't run again after an edit that is
    // undone: incremental code generation writes a hash of more than the code into each object, and
    // the debug information on a C module is different in each build.
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

  func manifest() async throws -> PackageManifest {
    try await .of(folder, cachedIn: wrapper)
  }
}
