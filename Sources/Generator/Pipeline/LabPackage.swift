public import DocgenSamples
public import Foundation

/// The package whose modules samples import without configuration: docgen's, with the Lab.
public struct LabPackage: Sendable {
  /// An error for a package without some of its files.
  public struct Incomplete: Error, CustomStringConvertible {
    /// The path of the missing file.
    public let path: String

    /// The message for the user.
    public var description: String {
      "docgen's own modules are missing: there is no '\(path)'; link to the program in its build folder "
        + "instead of copying it, or build docgen again"
    }
  }

  private let products: URL
  private let sources: URL
  private var host: URL
  private var bareHost: URL?

  /// The package's folder.
  public var folder: URL { sources.deletingLastPathComponent() }

  /// Creates a package from its build folder.
  ///
  /// - Parameters:
  ///   - products: the folder with the executables `docgen` and `docgen-host`; the modules are in
  ///     its `Modules`, or with Swift Build in the folder itself.
  ///   - sources: the package's `Sources` folder.
  public init(products: URL, sources: URL) {
    self.products = products
    self.sources = sources
    host = products.appending(path: "docgen")
    bareHost = products.appending(path: "docgen-host")
  }

  /// The package with the running program for all samples to run in, which contains the modules
  /// that they import.
  public static var hostedByThisProgram: LabPackage {
    var package = ofThisProgram
    package.host = program.resolvingSymlinksInPath()
    package.bareHost = nil
    return package
  }

  /// Whether samples run in the running program, which contains the modules that they import.
  public var isHostedByThisProgram: Bool { bareHost == nil }

  private static var program: URL {
    Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
  }

  /// The package of the running program, which is in the same folder as `docgen`.
  public static var ofThisProgram: LabPackage {
    // This file is `Sources/Generator/Pipeline/LabPackage.swift`.
    let sources = (1...3).reduce(URL(filePath: #filePath)) { url, _ in
      url.deletingLastPathComponent()
    }
    return LabPackage(
      products: program.resolvingSymlinksInPath().deletingLastPathComponent(), sources: sources)
  }

  /// Returns the environment that the samples of a site need to compile and run.
  ///
  /// The compiled modules of C headers are next to the products, for all sites: to compile them
  /// takes longer than a small site.
  ///
  /// - Parameters:
  ///   - root: the site's folder; the cache is in its `.build/docgen`.
  ///   - jobs: the most processes to run at once; `nil` for one more than the processors.
  /// - Throws: `Incomplete`.
  public func environment(forSiteAt root: URL, jobs: Int?) throws(Incomplete) -> SampleEnvironment {
    let modules = isOfSwiftBuild ? products : products.appending(path: "Modules")
    for needed in [modules, host, bareHost].compactMap({ $0 })
    where !FileManager.default.fileExists(atPath: needed.path) {
      throw Incomplete(path: needed.path)
    }
    var environment = SampleEnvironment(
      host: host.path, bareHost: bareHost?.path,
      cacheFolder: root.appending(path: ".build/docgen").path,
      sharedModules: products.appending(path: "docgen-modules").path,
      moduleFolders: [modules.path], moduleMaps: moduleMaps(), jobs: jobs)
    if isOfSwiftBuild, bareHost == nil {
      environment.hostLibraries = folders(in: products).filter { $0.pathExtension == "so" }.map(
        \.path)
    }
    return environment
  }

  /// Returns the maps of the C modules below the Lab, which a client of a module also needs.
  ///
  /// Those of system libraries are in the sources; the build creates those of C targets.
  private func moduleMaps() -> [String] {
    let systemLibraries = folders(in: sources.appending(path: "C"))
    let builtTargets = folders(in: products).filter { $0.pathExtension == "build" }
    let maps = (systemLibraries + builtTargets).map { $0.appending(path: "module.modulemap").path }
      .filter(FileManager.default.fileExists)
    return maps + mapsOfSwiftBuild()
  }

  /// Whether Swift Build put the modules next to the programs.
  private var isOfSwiftBuild: Bool {
    folders(in: products).contains { $0.pathExtension == "swiftmodule" }
  }

  /// Returns the maps that Swift Build creates of C targets; those of Swift targets have a header
  /// beside them.
  private func mapsOfSwiftBuild() -> [String] {
    guard isOfSwiftBuild else { return [] }
    let intermediates = products.appending(path: "../../Intermediates.noindex").standardizedFileURL
    let files = folders(in: intermediates)
      .filter { $0.lastPathComponent.hasPrefix("GeneratedModuleMaps") }.flatMap(folders)
    let paths = Set(files.map(\.path))
    return files.filter { $0.pathExtension == "modulemap" }.map(\.path)
      .filter { !paths.contains("\($0.dropLast(".modulemap".count))-Swift.h") }
  }

  /// Returns docgen's library products, each with the Debian packages that its targets need, and
  /// those that they need only with docgen's servers.
  ///
  /// - Parameter root: the site's folder; the cache is in its `.build/docgen`.
  /// - Throws: when docgen's manifest can't be read.
  public func debianPackages(
    forSiteAt root: URL
  ) async throws -> [(product: String, packages: [String], withServers: [String])] {
    let manifest = try await PackageManifest.of(
      folder, cachedIn: root.appending(path: ".build/docgen"))
    return manifest.libraries.map { library in
      let closures = [false, true].map { manifest.closure(of: library.targets, withTraits: $0) }
      let packages = closures.map { Set($0.flatMap(\.debianPackages)) }
      return (library.name, packages[0].sorted(), packages[1].subtracting(packages[0]).sorted())
    }
  }

  private func folders(in folder: URL) -> [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().map { folder.appending(path: $0) }
  }
}
