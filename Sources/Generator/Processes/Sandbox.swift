import CSampleHost
import Foundation

/// Runs programs with no file system but their own and no network but a loopback of their own, by
/// means of bubblewrap, where that is installed and works.
package struct Sandbox: Sendable {
  /// Whether programs are confined, and why not.
  package enum State: Sendable, Hashable {
    /// By this program.
    case active(program: String)
    /// It is not installed.
    case missing
    /// It is installed and doesn't work here, as in most containers; in its own words.
    case refused(String)
  }

  private let state: State
  private let processes: any ProcessLauncher
  /// What every program reads beside the system's own folders.
  private let readable: [String]

  /// What the folder of a run is called inside, the same at each run.
  ///
  /// So whatever a program makes of its path, such as the digest of a document, is the same too.
  package static let home = "/home"

  /// Confinement as it was found, for programs that read some files beside the system's own.
  package init(_ state: State, processes: any ProcessLauncher, readable: [String]) {
    self.state = state
    self.processes = processes
    self.readable = readable
  }

  /// Whether programs are confined.
  package var isActive: Bool { if case .active = state { true } else { false } }

  /// Runs a program that does nothing.
  ///
  /// - Returns: why that doesn't work, in bubblewrap's own words; `nil` when it does.
  /// - Throws: `EnvironmentError` when it can't be started.
  package func complaint() async throws -> String? {
    let result = try await run(
      Command(
        .inquiry, executable: "/usr/bin/true", arguments: ["true"],
        environment: ["PATH": "/usr/bin:/bin"], directory: "/", timeout: 20))
    if result.ending == .exited(0) { return nil }
    return String(decoding: result.errorOutput, as: UTF8.self)
      .split(separator: "\n").first.map(String.init) ?? "\(result.ending)"
  }

  /// What the user should know.
  ///
  /// - Parameter filtersCalls: whether the kernel filters system calls, as most do.
  package func remarks(
    whereKernelFiltersCalls filtersCalls: Bool = csamplehost_filters_calls() != 0
  )
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
  package func run(
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
    var arguments = [Self.bubblewrap] + Self.isolation
    arguments += Self.systemFolders + Self.ownFolders
    for path in readable + visible { arguments += ["--ro-bind", path, path] }
    if let own { arguments += ["--bind", own, Self.home] }
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
    func inside(_ text: String) -> String { text.replacing(folder, with: home) }
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
    command.environment[CSAMPLEHOST_SUPERVISION] = "yes"
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
}
