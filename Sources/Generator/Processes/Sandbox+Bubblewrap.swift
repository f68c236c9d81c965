import Foundation

extension Sandbox {
  /// The name of bubblewrap's program.
  package static let bubblewrapName = "bwrap"

  /// The options that hide the machine's other processes, network and users.
  package static let isolation = [
    "--unshare-all", "--die-with-parent", "--cap-drop", "ALL", "--hostname", "localhost",
  ]

  /// The folders that it creates, after those that are shared.
  package static let ownFolders = ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]

  /// The path of a run's folder inside the sandbox, the same in every run.
  ///
  /// So everything that a program derives from its path, such as the digest of a document, is also
  /// the same.
  package static let home = "/home"

  /// The folders of the system's programs and libraries.
  static let systemFolders = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64"]

  /// The few settings that they read.
  ///
  /// Programs such as awk are links into Debian's alternatives.
  static let systemSettings = [
    "alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "hosts", "nsswitch.conf",
    "ssl/certs", "ssl/openssl.cnf",
  ].map { "/etc/\($0)" }

  /// Tries bubblewrap with a program that does nothing.
  ///
  /// - Returns: bubblewrap's message if it fails; `nil` when it works.
  /// - Throws: `EnvironmentError` when it can't be started.
  package func complaint() async throws -> String? {
    let result = try await run(
      Command(
        .inquiry, executable: "/usr/bin/true", arguments: ["true"],
        environment: ["PATH": "/usr/bin:/bin"], directory: "/", timeout: 20))
    if result.succeeded { return nil }
    return result.errorText.split(separator: "\n").first.map(String.init) ?? "\(result.ending)"
  }

  /// Returns the command that runs another through bubblewrap.
  func wrapped(
    _ command: Command, by program: String, own: String?, visible: [String]
  ) -> Command {
    let command = own.map { Self.moved(command, from: $0) } ?? command
    var confined = command
    // `SampleLab` then uses the same ports in every run.
    confined.environment["DOCGEN_OWN_NETWORK"] = "yes"
    if let limit = command.processLimit { confined.processLimit = limit + Self.ownProcesses }
    confined.executable = program
    var arguments = [Self.bubblewrapName] + Self.isolation
    arguments += Self.systemBinds + Self.ownFolders
    // First, because the other paths may be in a user's home.
    if let own { arguments += ["--bind", own, Self.home] }
    for path in readable + visible { arguments += ["--ro-bind", path, path] }
    // A shell sets the program's name, because bubblewrap before 0.9 can't. Both add variables; the
    // host removes the one that the shell can't.
    let start = #"unset PWD OLDPWD; exec -a "$0" "$@""#
    arguments += ["--chdir", command.directory, "/bin/bash", "-c", start]
    confined.arguments =
      arguments + [command.arguments[0], command.executable] + command.arguments.dropFirst()
    confined.directory = "/"
    return confined
  }

  private static var systemBinds: [String] {
    let folders = systemFolders.flatMap { path in
      if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) {
        ["--symlink", target, path]
      } else {
        ["--ro-bind-try", path, path]
      }
    }
    return folders + systemSettings.flatMap { ["--ro-bind-try", $0, $0] }
  }

  /// Returns a command with the path that a folder has inside the sandbox.
  private static func moved(_ command: Command, from folder: String) -> Command {
    var command = command
    func inside(_ text: String) -> String { text.replacing(folder, with: home) }
    command.arguments = command.arguments.map(inside)
    command.environment = command.environment.mapValues(inside)
    command.directory = inside(command.directory)
    return command
  }

  /// The number of bubblewrap's own processes: one outside, and the first one inside, which ends
  /// all others inside with it.
  private static let ownProcesses = 2

  /// Returns how the program itself ended.
  ///
  /// Bubblewrap adds 128 to a signal, as shells do. A program that exits with such a status by
  /// itself says so in its report.
  static func ending(_ result: CommandResult) -> CommandResult.Ending {
    guard case .exited(let status) = result.ending, (129...192).contains(status) else {
      return result.ending
    }
    let report = String(decoding: result.report, as: UTF8.self)
    let hasExited = report.split(separator: "\n").contains { $0 == "exit \(status)" }
    return hasExited ? result.ending : .signalled(status - 128)
  }
}
