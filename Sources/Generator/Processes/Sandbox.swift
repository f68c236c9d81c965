import CSampleHost

/// Runs programs with no files but their own and the system's, as far as this machine can.
package struct Sandbox: Sendable {
  /// Whether bubblewrap can be used.
  package enum Bubblewrap: Sendable, Hashable {
    /// It works; this is its program.
    case working(program: String)
    /// It is not installed.
    case missing
    /// It is installed and doesn't work here, as in most containers; in its own words.
    case refused(String)
  }

  private let policy: ConfinementPolicy
  private let bubblewrap: Bubblewrap
  private let restrictsFiles: Bool
  private let processes: any ProcessLauncher
  /// What every program reads beside the system's own folders.
  let readable: [String]

  /// The best confinement that a policy allows and this machine has.
  ///
  /// - Parameters:
  ///   - policy: what is asked for.
  ///   - bubblewrap: whether that works.
  ///   - restrictsFiles: whether the kernel has Landlock.
  ///   - processes: starts the programs.
  ///   - readable: the files and folders that all of them read beside the system's own.
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

  /// How programs are confined.
  package var confinement: Confinement {
    if policy == .off { return .none }
    if case .working = bubblewrap { return .bubblewrap }
    return restrictsFiles ? .landlock : .none
  }

  /// - Throws: `EnvironmentError` when programs must be confined and can't.
  package func check() throws(EnvironmentError) {
    if policy == .require, confinement == .none { throw .unconfined(reason: reason) }
  }

  /// What the user should know.
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

  /// Why nothing confines programs.
  private var reason: String {
    let bubblewrap =
      switch bubblewrap {
      case .refused(let complaint): "bubblewrap can't be used (\(complaint))"
      case .missing, .working: "bubblewrap isn't installed"
      }
    return "\(bubblewrap), and Landlock isn't available"
  }

  /// Runs a program, confined to its folders if that can be had.
  ///
  /// - Parameters:
  ///   - command: a host, or a program of the system's folders that no other comes of.
  ///   - own: the folder that is its own. Bubblewrap shows it as `home`, and so does the command then.
  ///   - visible: further files and folders that it may read.
  /// - Throws: `EnvironmentError` when it can't be started.
  package func run(
    _ command: Command, own: String? = nil, visible: [String] = []
  ) async throws -> CommandResult {
    if confinement == .bubblewrap, case .working(let program) = bubblewrap {
      var result = try await processes.run(wrapped(command, by: program, own: own, visible))
      result.ending = Self.ending(result)
      return result
    }
    let rules = confinement == .landlock ? rules(own: own, visible) : ""
    return try await processes.run(Self.supervised(command, rules: rules))
  }
}
