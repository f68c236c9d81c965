public import Foundation
public import Processes
public import SampleHosting

/// What compiling and running samples needs from outside.
public struct SampleEnvironment: Sendable, Hashable {
  /// The path of `swiftc` or `swift-frontend`; `nil` searches the folders of `searchPath`.
  public var compiler: String?
  /// The folders searched for `swiftc`, as in the variable `PATH`.
  public var searchPath: String
  /// The folders with the `.swiftmodule` files that samples may import (`-I`).
  public var moduleFolders: [String]
  /// The module maps of C modules that those modules use inside (`-fmodule-map-file=`).
  public var moduleMaps: [String]
  /// Further arguments for the linker driver, such as `-L` (with an absolute path) and `-l` of
  /// libraries that the host doesn't hold.
  public var linkArguments: [String]
  /// The program that calls `SampleHost.runIfRequested` and holds the imported modules' code; it
  /// must have been linked with `--export-dynamic`.
  public var host: String
  /// A program that calls `SampleProcess.runIfRequested` and holds nothing, for samples that import
  /// none of the modules, linked like `host`; `nil` where they run in `host` too.
  public var bareHost: String?
  /// The folder that the cache lies in; made if it isn't there.
  public var cacheFolder: String
  /// The folder in which the compiler keeps, for all sites, what it makes of C modules.
  ///
  /// It is made if it isn't there. With `nil`, or where it can't be written, each site has its own in
  /// `cacheFolder`.
  public var sharedModules: String?
  /// The folder in which working folders are made, and removed again.
  public var temporaryFolder: String
  /// How many processes may run at a time.
  public var jobs: Int
  /// One process more than there are processors: while one starts or waits for a file, another works.
  public static var defaultJobs: Int { ProcessInfo.processInfo.activeProcessorCount + 1 }
  /// The seconds after which the compiler is taken to be lost in a sample.
  public var compileTimeout = 120
  /// What each run may use, beside its time.
  public var limits: RunLimits
  /// Which confinement of samples is asked for.
  public var confinement = ConfinementPolicy.auto
  /// The address of a cache that machines share through HTTP `GET` and `PUT`; `nil` for none.
  public var remoteCache: URL?

  /// An environment; unless told otherwise, the compiler is searched in this process's `PATH`, and the
  /// system's temporary folder and `defaultJobs` are used.
  public init(
    host: String, bareHost: String? = nil, cacheFolder: String, sharedModules: String? = nil,
    moduleFolders: [String] = [], moduleMaps: [String] = [], linkArguments: [String] = [],
    compiler: String? = nil, searchPath: String? = nil, temporaryFolder: String? = nil,
    jobs: Int? = nil, limits: RunLimits = RunLimits()
  ) {
    self.host = host
    self.bareHost = bareHost
    self.cacheFolder = cacheFolder
    self.sharedModules = sharedModules
    self.moduleFolders = moduleFolders
    self.moduleMaps = moduleMaps
    self.linkArguments = linkArguments
    self.compiler = compiler
    self.searchPath = searchPath ?? ProcessInfo.processInfo.environment["PATH"] ?? ""
    self.temporaryFolder = temporaryFolder ?? NSTemporaryDirectory()
    self.jobs = max(1, jobs ?? Self.defaultJobs)
    self.limits = limits
  }
}

extension SampleEnvironment {
  /// The program that a compiled sample runs in.
  func host(of compiled: CompiledSample) -> SampleHost.Kind {
    bareHost != nil && !compiled.dependsOnModules ? .bare : .full
  }

  /// The path of a kind of program.
  func path(of kind: SampleHost.Kind) -> String {
    switch kind {
    case .bare: bareHost ?? host
    case .full: host
    }
  }

  /// The same with absolute paths, for programs are started in other folders than this one.
  var withAbsolutePaths: SampleEnvironment {
    var result = self
    result.compiler = compiler.map(SampleEnvironment.absolute)
    result.moduleFolders = moduleFolders.map(SampleEnvironment.absolute)
    result.moduleMaps = moduleMaps.map(SampleEnvironment.absolute)
    result.host = SampleEnvironment.absolute(host)
    result.bareHost = bareHost.map(SampleEnvironment.absolute)
    result.cacheFolder = SampleEnvironment.absolute(cacheFolder)
    result.sharedModules = sharedModules.map(SampleEnvironment.absolute)
    result.temporaryFolder = SampleEnvironment.absolute(temporaryFolder)
    return result
  }

  private static func absolute(_ path: String) -> String {
    URL(filePath: path).standardizedFileURL.path
  }
}
