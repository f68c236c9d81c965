public import DocgenProcesses
import DocgenSampleHosting
public import Foundation

/// The tools, folders and limits for compiling and running samples.
public struct SampleEnvironment: Sendable, Hashable {
  /// The folders searched for `swiftc`, as in the variable `PATH`.
  public var searchPath = ProcessInfo.processInfo.environment["PATH"] ?? ""
  /// The folders with the `.swiftmodule` files that samples may import (`-I`).
  public var moduleFolders: [String]
  /// The module maps of C modules that those modules use inside (`-fmodule-map-file=`).
  public var moduleMaps: [String]
  /// The library with modules that the host doesn't contain, which come before others of the same
  /// name.
  public var library: ModuleLibrary?
  /// The program that calls `SampleHost.runIfRequested` and contains the code of the imported
  /// modules; it must be linked with `--export-dynamic`.
  public var host: String
  /// The libraries that the host itself is linked with and finds only through a variable, as a test
  /// program of Swift Build does; they may contain the modules.
  public var hostLibraries: [String] = []
  /// A program that calls `SampleProcess.runIfRequested` and contains no modules, for samples that
  /// import none.
  ///
  /// It must be linked like `host`. With `nil`, those samples run in `host` too.
  public var bareHost: String?
  /// The folder of the cache, which is created if it doesn't exist.
  public var cacheFolder: String
  /// The folder of compiled C modules for all sites.
  ///
  /// It is created if it doesn't exist. With `nil`, or if it can't be written, each site has its
  /// own in `cacheFolder`.
  public var sharedModules: String?
  /// The folder for temporary working folders.
  public var temporaryFolder = NSTemporaryDirectory()
  /// The most processes to run at a time.
  public var jobs: Int
  /// One more than the number of processors: while one process starts or waits for a file, another
  /// works.
  public static var defaultJobs: Int { ProcessInfo.processInfo.activeProcessorCount + 1 }
  /// The time limit for compiling a sample, in seconds.
  public var compileTimeout = 120
  /// The confinement of samples.
  public var confinement = ConfinementPolicy.auto
  /// The address of a cache shared through HTTP `GET` and `PUT`; `nil` for none.
  public var remoteCache: URL?

  /// Creates an environment with the compiler in this process's `PATH` and the system's temporary
  /// folder; by default with `defaultJobs`.
  public init(
    host: String, bareHost: String? = nil, cacheFolder: String, sharedModules: String? = nil,
    moduleFolders: [String] = [], moduleMaps: [String] = [], jobs: Int? = nil
  ) {
    self.host = host
    self.bareHost = bareHost
    self.cacheFolder = cacheFolder
    self.sharedModules = sharedModules
    self.moduleFolders = moduleFolders
    self.moduleMaps = moduleMaps
    self.jobs = max(1, jobs ?? Self.defaultJobs)
  }
}

extension SampleEnvironment {
  /// Returns the program and the libraries that a compiled sample needs.
  func needs(of compiled: CompiledSample) -> RunNeeds {
    RunNeeds(
      host: bareHost != nil && !compiled.dependsOnHost ? .bare : .full,
      libraries: library?.parts(with: ModuleLibrary.names(among: compiled.dependencies.keys)) ?? [])
  }

  /// The variables with which the host finds its libraries.
  var hostVariables: [String: String] {
    let folders = Set(hostLibraries.map { URL(filePath: $0).deletingLastPathComponent().path })
    return folders.isEmpty ? [:] : ["LD_LIBRARY_PATH": folders.sorted().joined(separator: ":")]
  }

  /// The arguments for finding modules.
  var moduleArguments: [String] {
    (library?.arguments ?? []) + moduleFolders.flatMap { ["-I", $0] }
      + moduleMaps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
  }

  /// The folders with modules, in the order in which the compiler searches them.
  var allModuleFolders: [String] { (library?.moduleFolders ?? []) + moduleFolders }

  /// Returns the path of a kind of program.
  func path(of kind: SampleHost.Kind) -> String {
    switch kind {
    case .bare: bareHost ?? host
    case .full: host
    }
  }

  /// The environment with absolute paths, because programs start in other folders.
  var withAbsolutePaths: SampleEnvironment {
    var result = self
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

/// The entry point for programs that samples run in, which they call first.
public enum SampleHost {
  /// Compiles samples or runs one, and ends the process, if the environment asks for it; otherwise
  /// returns immediately.
  public static func runIfRequested() {
    CompilerWorker.runIfRequested()
    SampleProcess.runIfRequested()
  }

  /// The program that a sample runs in.
  enum Kind: Int, Sendable, CaseIterable {
    /// The one that contains only the Swift runtime, and so starts quickly.
    case bare
    /// The one that contains the modules which samples import.
    case full
  }
}
