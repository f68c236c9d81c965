import Foundation
import Processes

extension Sandbox {
  /// Looks for bubblewrap and tries it, unless an earlier build did so on this very system.
  ///
  /// - Throws: `EnvironmentError` when it can't be started.
  static func find(
    for environment: SampleEnvironment, _ toolchain: SampleToolchain, cache: SampleCache,
    processes: any ProcessLauncher
  ) async throws -> Sandbox {
    let readable =
      SampleHost.Kind.allCases.map(environment.path)
      + [toolchain.information.paths.runtimeResourcePath]
    func sandbox(_ state: State) -> Sandbox {
      Sandbox(state, processes: processes, readable: readable)
    }
    let candidates = environment.searchPath.split(separator: ":").map { "\($0)/\(bubblewrap)" }
    guard let program = candidates.first(where: FileManager.default.isExecutableFile) else {
      return sandbox(.missing)
    }
    let system = ProcessInfo.processInfo.operatingSystemVersionString
    let digest = await cache.digest(ofFileAt: program) ?? ""
    let key = ContentHash.of(["confinement", program, digest, system, kernel])
    if let known: Trial = await cache.value(in: .toolchains, for: key) {
      return sandbox(known.complaint.map { .refused($0) } ?? .active(program: program))
    }
    let attempt = sandbox(.active(program: program))
    let complaint = try await attempt.complaint()
    await cache.store(Trial(complaint: complaint), in: .toolchains, for: key)
    return complaint.map { sandbox(.refused($0)) } ?? attempt
  }

  /// What a trial of bubblewrap gave, as the cache keeps it.
  private struct Trial: CachedValue, Sendable {
    /// Its words when it didn't work.
    var complaint: String?
  }

  private static var kernel: String {
    var name = utsname()
    uname(&name)
    return withUnsafeBytes(of: &name.release) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
