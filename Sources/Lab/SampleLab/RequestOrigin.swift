#if os(Linux)
  import Glibc
#endif

/// Which of the programs that a run has started sends a request, told by what is the same at each run:
/// the order in which each of them starts others.
///
/// So programs that ask the very same at once are taken in the order in which a script starts them. Of
/// requests of the run's own process nothing is known, nor of those of programs whose parents have gone.
struct RequestOrigin: Sendable, Equatable, Comparable {
  /// The numbers of processes, from one that this process has started down to the one that asks.
  private var processes: [UInt64]

  /// Nothing is known.
  static let unknown = RequestOrigin(processes: [])

  private init(processes: [UInt64]) { self.processes = processes }

  static func < (left: Self, right: Self) -> Bool {
    left.processes.lexicographicallyPrecedes(right.processes)
  }

  #if os(Linux)
    /// The origin of what comes from a port of this machine.
    init(port: Int) {
      // Who was taken over from a parent that has gone is in another's group, or has left the session.
      let lines = Self.children(of: "self").filter {
        getpgid(pid_t($0)) == $0 && getsid(pid_t($0)) == getsid(0)
      }
      .map { [$0] }
      // Most runs start no programs.
      guard !lines.isEmpty, let socket = Self.socket(at: port) else {
        self = .unknown
        return
      }
      self.init(processes: Self.line(from: lines, to: socket) ?? [])
    }

    /// The name that a socket has among the descriptors of whoever has it open.
    ///
    /// Linux tells its number behind the uid and the timeout, and the port, in hexadecimal, in the first
    /// address (proc_pid_net(5)).
    private static func socket(at port: Int) -> String? {
      let table = KernelFiles.longText(of: "/proc/net/tcp")
      for line in table.utf8.split(separator: UInt8(ascii: "\n")).dropFirst() {
        let words = line.split(separator: UInt8(ascii: " "))
        guard words.count > 9,
          let digits = words[1].split(separator: UInt8(ascii: ":")).last,
          Int(Substring(digits), radix: 16) == port
        else { continue }
        return "socket:[\(Substring(words[9]))]"
      }
      return nil
    }

    private static func line(from lines: [[UInt64]], to socket: String) -> [UInt64]? {
      var lines = lines
      while let line = lines.popLast(), let last = line.last {
        if has(last, socket) { return line }
        lines += children(of: String(last)).map { line + [$0] }
      }
      return nil
    }

    private static func has(_ process: UInt64, _ socket: String) -> Bool {
      let folder = "/proc/\(process)/fd"
      return KernelFiles.names(in: folder).contains {
        KernelFiles.target(of: "\(folder)/\($0)") == socket
      }
    }

    private static func children(of process: String) -> [UInt64] {
      KernelFiles.names(in: "/proc/\(process)/task").flatMap { thread in
        KernelFiles.longText(of: "/proc/\(process)/task/\(thread)/children")
          .split(separator: " ").compactMap { UInt64($0) }
      }
    }
  #else
    /// Other systems don't tell.
    init(port: Int) { self = .unknown }
  #endif
}
