public import Foundation
import Highlighting
public import Processes
import Samples

extension SiteBuilder {
  /// A builder of a site whose samples may import the modules of a package.
  ///
  /// - Parameters:
  ///   - options: what is asked for.
  ///   - package: the modules, and the program that samples run in.
  ///   - jobs: how many processes may run at once; `nil` for one per processor.
  ///   - remoteCache: the address of a cache that machines share; `nil` for none.
  ///   - confinement: which confinement of samples is asked for.
  /// - Throws: when the package's modules or the highlighter's language files are missing.
  public init(
    options: Options, package: LabPackage, jobs: Int? = nil, remoteCache: URL? = nil,
    confinement: ConfinementPolicy = .auto
  ) throws {
    var environment = try package.environment(forSiteAt: options.root, jobs: jobs)
    environment.remoteCache = remoteCache
    environment.confinement = confinement
    self.init(
      options: options, engine: SampleEngine(environment: environment),
      highlighter: try Highlighter(sourcekit: Self.sourcekitLibrary()),
      fixtures: LabPackage.fixtures,
      cacheFolder: URL(filePath: environment.cacheFolder))
  }

  /// The toolchain's parser, beside the compiler that stands first in `PATH`.
  private static func sourcekitLibrary() -> URL? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").map { URL(filePath: "\($0)/swiftc") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
      .map { compiler in
        let toolchain = compiler.resolvingSymlinksInPath()
          .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return Highlighter.sourcekitLibrary(inToolchain: toolchain)
      }
  }
}
