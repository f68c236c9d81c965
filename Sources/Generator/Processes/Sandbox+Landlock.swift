import CSampleHost

extension Sandbox {
  /// The devices that programs may read and write, none of which stores anything.
  private static let devices = ["null", "zero", "full", "random", "urandom"].map { "/dev/\($0)" }

  /// Returns the rules by which a host gives up access to all other files
  /// (`csamplehost_supervise`).
  ///
  /// There are none for the network: Landlock restricts ports, not addresses, and the ports of a
  /// sample's servers are known only when it runs.
  func rules(own: String?, _ visible: [String]) -> String {
    let changeable = Self.devices + (own.map { [$0] } ?? [])
    // `/proc` shows only the names and arguments of other processes.
    let readable = Self.systemFolders + Self.systemSettings + self.readable + visible + ["/proc"]
    return (changeable.map { "w\($0)" } + readable.map { "r\($0)" }).joined(separator: "\n")
  }

  /// Returns a command with a supervisor.
  ///
  /// Outside bubblewrap, a program's descendants can leave its session.
  static func supervised(_ command: Command, rules: String) -> Command {
    var command = command
    command.isSupervised = true
    command.environment[CSAMPLEHOST_SUPERVISION] = rules
    if let limit = command.processLimit { command.processLimit = limit + 1 }
    return command
  }
}
