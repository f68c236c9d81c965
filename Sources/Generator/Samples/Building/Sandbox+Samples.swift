import DocgenHashing
import DocgenProcesses
import Foundation

extension Sandbox {
  /// Returns the confinement of an environment's samples.
  ///
  /// It finds and tries bubblewrap, unless an earlier build did so on the same system.
  ///
  /// - Throws: `EnvironmentError` when it can't be started, or when samples must be confined and
  ///   can't be.
  static func find(
    for environment: SampleEnvironment, toolchain: Toolchain, cache: ResultCache,
    processes: any ProcessLauncher
  ) async throws -> Sandbox {
    let readable =
      SampleHost.Kind.allCases.map(environment.path)
      + environment.hostLibraries + [toolchain.information.paths.runtimeResourcePath]
    func sandbox(_ bubblewrap: Bubblewrap) throws -> Sandbox {
      let sandbox = Sandbox(
        environment.confinement, bubblewrap: bubblewrap, processes: processes, readable: readable)
      try sandbox.check()
      return sandbox
    }
    guard environment.confinement != .off,
      let program = Command.programs(named: bubblewrapName, in: environment.searchPath).first
    else { return try sandbox(.missing) }
    let system = ProcessInfo.processInfo.operatingSystemVersionString
    let digest = await cache.digest(ofFileAt: program) ?? ""
    let key = ContentHash.of(["bubblewrap", program, digest, system, kernel])
    if let known: Bubblewrap = await cache.value(in: .toolchains, for: key) {
      return try sandbox(known)
    }
    let complaint = try await sandbox(.working(program: program)).complaint()
    let found = complaint.map(Bubblewrap.refused) ?? .working(program: program)
    await cache.store(found, in: .toolchains, for: key)
    return try sandbox(found)
  }

  private static var kernel: String {
    var name = utsname()
    uname(&name)
    return withUnsafeBytes(of: &name.release) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
