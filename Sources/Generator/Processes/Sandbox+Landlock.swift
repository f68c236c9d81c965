import CSampleHost

extension Sandbox {
  /// What programs read and write that holds nothing.
  private static let devices = ["null", "zero", "full", "random", "urandom"].map { "/dev/\($0)" }

  /// The lines by which a host gives up all other files (`csamplehost_supervise`).
  ///
  /// There are none for the network: Landlock knows ports, not addresses, and which ports a sample's
  /// servers get is known only when it runs.
  func rules(own: String?, _ visible: [String]) -> String {
    let changeable = Self.devices + (own.map { [$0] } ?? [])
    // Of other processes it shows no more than their names and arguments.
    let readable = Self.systemFolders + Self.systemSettings + self.readable + visible + ["/proc"]
    return (changeable.map { "w\($0)" } + readable.map { "r\($0)" }).joined(separator: "\n")
  }

  /// The same with a supervisor, for without a system of its own a program's descendants can leave
  /// its session.
  static func supervised(_ command: Command, rules: String) -> Command {
    var command = command
    command.isSupervised = true
    command.environment[CSAMPLEHOST_SUPERVISION] = rules
    if let limit = command.processLimit { command.processLimit = limit + 1 }
    return command
  }
}
