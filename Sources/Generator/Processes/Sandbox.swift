import CDocgenSampleHost

/// Runs programs with access to only their own and the system's files, as far as this machine
/// allows.
package struct Sandbox: Sendable {
  /// Whether bubblewrap can be used.
  package enum Bubblewrap: Sendable, Hashable, Codable {
    /// It works, and this is its program.
    case working(program: String)
    /// It is not installed.
    case missing
    /// It is installed but doesn't work, as in most containers; with its own message.
    case refused(String)
  }

  private let policy: ConfinementPolicy
  private let bubblewrap: Bubblewrap
  private let restrictsFiles: Bool
  private let processes: any ProcessLauncher
  /// The paths that every program may read, in addition to the system's folders.
  let readable: [String]

  /// Creates the best confinement that a policy allows and this machine supports.
  ///
  /// - Parameters:
  ///   - policy: the requested confinement.
  ///   - bubblewrap: whether bubblewrap works.
  ///   - restrictsFiles: whether the kernel has Landlock.
  ///   - processes: starts the programs.
  ///   - readable: the files and folders that all programs may read, in addition to the system's.
  package init(
    _ policy: ConfinementPolicy = .auto, bubblewrap: Bubblewrap,
    restrictsFiles: Bool = csamplehost_restricts_files() != 0, processes: any ProcessLauncher,
    readable: [String] = []
  ) {
    self.policy = policy
    self.bubblewrap = bubblewrap
    self.restrictsFiles = restrictsFiles
    self.processes = processes
    self.readable = readable
  }

  /// The way programs are confined.
  package var confinement: Confinement {
    if policy == .off { return .none }
    if case .working = bubblewrap { return .bubblewrap }
    return restrictsFiles ? .landlock : .none
  }

  /// Checks that the policy can be met.
  ///
  /// - Throws: `EnvironmentError` when programs must be confined and can't be.
  package func check() throws(EnvironmentError) {
    if policy == .require, confinement == .none { throw .unconfined(reason: reason) }
  }

  /// Returns notes for the user.
  ///
  /// - Parameter filtersCalls: whether the kernel filters system calls, as most do.
  package func remarks(
    whereKernelFiltersCalls filtersCalls: Bool = csamplehost_filters_calls() != 0
  ) -> [String] {
    var remarks: [String] = []
    switch (confinement, bubblewrap) {
    case (.none, _) where policy != .off:
      remarks.append("samples run unconfined, with your files and your network: \(reason)")
    case (.landlock, .refused(let reason)):
      remarks.append(
        "bubblewrap is installed but can't be used, so Landlock confines samples, which leaves them "
          + "the network: \(reason)")
    default: break
    }
    #if os(Linux)
      if confinement != .bubblewrap, !filtersCalls {
        remarks.append(
          "this kernel filters no system calls (seccomp), so a sample can end docgen, or leave "
            + "processes behind; install bubblewrap")
      }
    #endif
    return remarks
  }

  /// The reason why programs aren't confined.
  private var reason: String {
    let bubblewrap =
      switch bubblewrap {
      case .refused(let complaint): "bubblewrap can't be used (\(complaint))"
      case .missing, .working: "bubblewrap isn't installed"
      }
    return "\(bubblewrap), and Landlock isn't available"
  }

  /// Runs a program, confined to its folders if possible.
  ///
  /// - Parameters:
  ///   - command: a host, or a program of the system's folders that starts no others.
  ///   - own: the folder that it may write to; in bubblewrap its path is `home`, also in the
  ///     command.
  ///   - visible: more files and folders that it may read.
  /// - Throws: `EnvironmentError` when it can't be started.
  package func run(
    _ command: Command, own: String? = nil, visible: [String] = []
  ) async throws -> CommandResult {
    if confinement == .bubblewrap, case .working(let program) = bubblewrap {
      var result = try await processes.run(
        wrapped(command, by: program, own: own, visible: visible))
      result.ending = Self.ending(result)
      return result
    }
    let rules = confinement == .landlock ? rules(own: own, visible: visible) : ""
    return try await processes.run(Self.supervised(command, rules: rules))
  }
}

extension Sandbox {
  /// The devices that programs may read and write, none of which stores anything.
  private static let devices = ["null", "zero", "full", "random", "urandom"].map { "/dev/\($0)" }

  /// Returns the rules by which a host loses access to all other files
  /// (`csamplehost_supervise`).
  ///
  /// There are none for the network: Landlock restricts ports, not addresses, and the ports of a
  /// sample's servers are known only when it runs.
  func rules(own: String?, visible: [String]) -> String {
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

/// The way programs were confined.
public enum Confinement: String, Sendable, Hashable {
  /// By bubblewrap: they had only their own and the system's files, and a private network.
  case bubblewrap
  /// By the kernel's Landlock: they had only their own and the system's files, and the machine's
  /// network.
  case landlock
  /// Not at all.
  case none
}

/// The confinement that a build asks for.
public enum ConfinementPolicy: String, Sendable, Hashable, CaseIterable {
  /// Bubblewrap, else Landlock, else the build stops.
  case require
  /// Bubblewrap, else Landlock, else none.
  case auto
  /// None.
  case off
}
