import CSampleHost
import Foundation
import SampleHosting

/// Runs samples with no file system but their own and no network but a loopback of their own, by
/// means of bubblewrap, where that is installed and works.
struct Confinement: Sendable {
  /// Whether runs are confined, and why not.
  enum State: Sendable, Hashable {
    /// By this program.
    case active(program: String)
    /// It is not installed.
    case missing
    /// It is installed and doesn't work here, as in most containers; in its own words.
    case refused(String)
  }

  let state: State
  let processes: any ProcessLauncher
  /// What a host reads beside the system's own folders: itself and the Swift runtime.
  let readable: [String]

  /// What the folder of a run is called inside, the same at each run.
  ///
  /// So whatever a sample makes of its path, such as the digest of a document, is the same too.
  static let place = "/home"

  /// Whether runs are confined.
  var isActive: Bool { if case .active = state { true } else { false } }

  /// Looks for bubblewrap and tries it, unless an earlier build did so on this very system.
  static func find(
    for environment: SampleEnvironment, _ toolchain: SampleToolchain, cache: SampleCache,
    processes: any ProcessLauncher
  ) async throws -> Confinement {
    let readable =
      SampleHost.Kind.allCases.map(environment.path)
      + [toolchain.information.paths.runtimeResourcePath]
    func confinement(_ state: State) -> Confinement {
      Confinement(state: state, processes: processes, readable: readable)
    }
    let candidates = environment.searchPath.split(separator: ":").map { "\($0)/\(Bubblewrap.name)" }
    guard let program = candidates.first(where: FileManager.default.isExecutableFile) else {
      return confinement(.missing)
    }
    let system = ProcessInfo.processInfo.operatingSystemVersionString
    let digest = await cache.digest(ofFileAt: program) ?? ""
    let key = ContentHash.of(["confinement", program, digest, system, kernel])
    if let known: Trial = await cache.value(in: .toolchains, for: key) {
      return confinement(known.complaint.map { .refused($0) } ?? .active(program: program))
    }
    let attempt = confinement(.active(program: program))
    let result = try await attempt.run(
      Command(
        .inquiry, executable: "/usr/bin/true", arguments: ["true"],
        environment: ["PATH": "/usr/bin:/bin"], directory: "/", timeout: 20))
    let said = String(decoding: result.errorOutput, as: UTF8.self)
    let complaint =
      result.ending == .exited(0)
      ? nil : said.split(separator: "\n").first.map(String.init) ?? "\(result.ending)"
    await cache.store(Trial(complaint: complaint), in: .toolchains, for: key)
    return complaint.map { confinement(.refused($0)) } ?? attempt
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

  /// What the user should know.
  ///
  /// - Parameter filtersCalls: whether the kernel filters system calls, as most do.
  func remarks(whereKernelFiltersCalls filtersCalls: Bool = csamplehost_filters_calls() != 0)
    -> [String]
  {
    var remarks: [String] = []
    if case .refused(let reason) = state {
      remarks.append(
        "bubblewrap is installed but can't be used, so samples run without it: \(reason)")
    }
    #if os(Linux)
      if !isActive, !filtersCalls {
        remarks.append(
          "this kernel filters no system calls (seccomp), so a sample can end docgen, or leave "
            + "processes behind; install bubblewrap")
      }
    #endif
    return remarks
  }

  /// Runs a program, confined to its folders if that can be had.
  ///
  /// - Parameters:
  ///   - command: the host, or a program of the system's folders that no other comes of.
  ///   - own: the folder that is its own. Its path in the command is exchanged for the one it has inside.
  ///   - visible: further files and folders that it may read.
  /// - Throws: `EnvironmentError` when it can't be started.
  func run(
    _ command: Command, own: String? = nil, visible: [String] = []
  ) async throws -> CommandResult {
    guard case .active(let program) = state else {
      return try await processes.run(supervised(command))
    }
    let command = own.map { Self.moved(command, from: $0) } ?? command
    var confined = command
    // `SampleLab` then has the same ports at each run.
    confined.environment["DOCGEN_OWN_NETWORK"] = "yes"
    if let limit = command.processLimit { confined.processLimit = limit + Self.ownProcesses }
    confined.executable = program
    var arguments = [Bubblewrap.name] + Bubblewrap.isolation
    arguments += Self.system + Bubblewrap.ownFolders
    for path in readable + visible { arguments += ["--ro-bind", path, path] }
    if let own { arguments += ["--bind", own, Self.place] }
    // Through a shell, for bubblewrap before 0.9 can't tell a program its name; of the variables
    // that the two add, the host removes the one that the shell can't.
    let start = #"unset PWD OLDPWD; exec -a "$0" "$@""#
    arguments += ["--chdir", command.directory, "/bin/bash", "-c", start]
    confined.arguments =
      arguments + [command.arguments[0], command.executable] + command.arguments.dropFirst()
    confined.directory = "/"
    var result = try await processes.run(confined)
    result.ending = Self.ending(result)
    return result
  }

  /// The same with a folder where it is inside.
  private static func moved(_ command: Command, from folder: String) -> Command {
    var command = command
    func inside(_ text: String) -> String { text.replacing(folder, with: place) }
    command.arguments = command.arguments.map(inside)
    command.environment = command.environment.mapValues(inside)
    command.directory = inside(command.directory)
    return command
  }

  /// The processes of bubblewrap itself: one outside, and the first one inside, with whose end
  /// everything inside ends.
  private static let ownProcesses = 2

  /// The same with a supervisor, for without a system of its own a program's descendants can leave
  /// its session.
  private func supervised(_ command: Command) -> Command {
    var command = command
    command.isSupervised = true
    command.environment[SampleProcess.supervision] = "yes"
    if let limit = command.processLimit { command.processLimit = limit + 1 }
    return command
  }

  /// What ended the program itself.
  ///
  /// Bubblewrap adds 128 to a signal, as shells do. Whoever ended with
  /// such a status by itself says so in its report.
  private static func ending(_ result: CommandResult) -> CommandResult.Ending {
    guard case .exited(let status) = result.ending, (129...192).contains(status) else {
      return result.ending
    }
    let report = String(decoding: result.report, as: UTF8.self)
    let hasExited = report.split(separator: "\n").contains { $0 == "exit \(status)" }
    return hasExited ? result.ending : .signalled(status - 128)
  }

  /// The system's programs and libraries, and the few settings that they read.
  private static var system: [String] {
    var arguments = ["--ro-bind", "/usr", "/usr"]
    for name in ["bin", "sbin", "lib", "lib32", "lib64"] {
      if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/\(name)") {
        arguments += ["--symlink", target, "/\(name)"]
      } else {
        arguments += ["--ro-bind-try", "/\(name)", "/\(name)"]
      }
    }
    // Programs such as awk are links to where Debian's alternatives lead.
    let files = [
      "alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "hosts", "nsswitch.conf", "ssl",
    ]
    for file in files {
      arguments += ["--ro-bind-try", "/etc/\(file)", "/etc/\(file)"]
    }
    return arguments
  }
}
