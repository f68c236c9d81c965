import DocumentParsing
public import Foundation
import Ground
import MockHTTP
import OpenIDProviderMock
public import Samples
import SyncGatewayMock

/// The package whose modules samples import without any configuration: docgen's own, with the Lab.
public struct LabPackage: Sendable {
  /// Why the package's modules cannot be offered to samples.
  public struct Incomplete: Error, CustomStringConvertible {
    /// What is missing.
    public let path: String

    /// The sentence shown to people.
    public var description: String {
      "docgen's own modules are not where they were built: there is no '\(path)'; build docgen again"
    }
  }

  private let products: URL
  private let sources: URL
  private var host: URL
  private var bareHost: URL?

  /// The package as it was built.
  ///
  /// - Parameters:
  ///   - products: the folder that holds the executables `docgen` and `docgen-host`, and `Modules`.
  ///   - sources: the package's `Sources` folder.
  public init(products: URL, sources: URL) {
    self.products = products
    self.sources = sources
    host = products.appending(path: "docgen")
    bareHost = products.appending(path: "docgen-host")
  }

  /// The same with another program for all samples to run in, which holds what they import.
  public func hosted(by program: URL) -> LabPackage {
    var package = self
    package.host = program
    package.bareHost = nil
    return package
  }

  /// The package that the running program was built in, beside which `docgen` lies.
  public static var ofThisProgram: LabPackage {
    let program = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    // This file lies two rooms below `Sources`.
    let sources = (1...3).reduce(URL(filePath: #filePath)) { url, _ in
      url.deletingLastPathComponent()
    }
    return LabPackage(
      products: program.resolvingSymlinksInPath().deletingLastPathComponent(), sources: sources)
  }

  /// What compiling and running the samples of a site needs.
  ///
  /// What the compiler makes of C headers is kept beside the products, for all sites: to read them takes
  /// longer than a small site.
  ///
  /// - Parameters:
  ///   - root: the site's folder; the cache lies in its `.build/docgen`.
  ///   - jobs: how many processes may run at once; `nil` for one per processor.
  /// - Throws: `Incomplete`.
  public func environment(forSiteAt root: URL, jobs: Int?) throws(Incomplete) -> SampleEnvironment {
    let modules = products.appending(path: "Modules")
    for needed in [modules, host, bareHost].compactMap({ $0 })
    where !FileManager.default.fileExists(atPath: needed.path) {
      throw Incomplete(path: needed.path)
    }
    return SampleEnvironment(
      host: host.path, bareHost: bareHost?.path,
      cacheFolder: root.appending(path: ".build/docgen").path,
      sharedModules: products.appending(path: "docgen-modules").path,
      moduleFolders: [modules.path], moduleMaps: moduleMaps(), jobs: jobs)
  }

  /// The maps of the C modules below the Lab: a client of a module needs those too.
  ///
  /// Those of system libraries lie in the sources, those of C targets are made by the build.
  private func moduleMaps() -> [String] {
    let systemLibraries = folders(in: sources.appending(path: "C"))
    let builtTargets = folders(in: products).filter { $0.pathExtension == "build" }
    return (systemLibraries + builtTargets).map { $0.appending(path: "module.modulemap").path }
      .filter { FileManager.default.fileExists(atPath: $0) }
  }

  private func folders(in folder: URL) -> [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().map { folder.appending(path: $0) }
  }

  /// What `fixture=` may name: the configurations of the two mocks, checked by the mocks themselves.
  public static let fixtures: [String: FixtureCheck] = [
    "gateway": { GatewayConfiguration.check($0).compactMap { FixtureProblem($0) } },
    "provider": { ProviderConfiguration.check($0).compactMap { FixtureProblem($0) } },
  ]
}

extension FixtureProblem {
  /// A problem as its author must be told of it; what only stands in a gateway's log is none.
  fileprivate init?(_ problem: ConfigurationProblem) {
    let severity: Diagnostic.Severity
    switch problem.severity {
    case .refusal: severity = .error
    case .warning: severity = .warning
    case .note: return nil
    }
    self.init(
      line: problem.line, column: problem.column, message: problem.message, severity: severity)
  }
}
