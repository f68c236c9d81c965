public import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround
import DocgenHighlighting
public import DocgenProcesses
public import DocgenSamples
public import Foundation

extension SiteBuilder {
  /// Creates a builder of a site whose samples may import the modules of a package.
  ///
  /// - Parameters:
  ///   - options: the options of the build.
  ///   - package: docgen's modules, and the program that samples run in.
  ///   - library: the modules of the package that the site documents; `nil` for none.
  ///   - jobs: the most processes to run at once; `nil` for one more than the processors.
  ///   - remoteCache: the address of a shared cache; `nil` for none.
  ///   - confinement: the confinement of samples.
  /// - Throws: when the package's modules or the highlighter's language files are missing.
  public init(
    options: Options, package: LabPackage, library: ModuleLibrary? = nil, jobs: Int? = nil,
    remoteCache: URL? = nil,
    confinement: ConfinementPolicy = .auto
  ) throws {
    var environment = try package.environment(forSiteAt: options.root, jobs: jobs)
    environment.library = library
    environment.remoteCache = remoteCache
    environment.confinement = confinement
    self.init(
      options: options, engine: SampleEngine(environment: environment),
      highlighter: try Highlighter(),
      fixtures: LabPackage.fixtures,
      cacheFolder: URL(filePath: environment.cacheFolder), package: package.folder)
  }
}

extension SiteBuilder.Options {
  /// Whether a build needs the modules of the package that the site documents: for samples, or for the
  /// reference.
  public var needsLibrary: Bool {
    runsSamples || SiteConfiguration(ofSiteAt: root)?.reference.isEmpty == false
  }
}

extension SiteConfiguration {
  /// Reads a site's `site.yml`, whose problems a build reports; `nil` when it can't be read or isn't there.
  public init?(ofSiteAt root: URL) {
    var problems: [Diagnostic] = []
    guard let file = try? SiteReader(root: root).configuration(&problems) else { return nil }
    self = SiteConfigurationReader.read(file).configuration
  }
}
