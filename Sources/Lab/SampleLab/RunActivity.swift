import Foundation

/// What a run does at one moment: this process, and the programs that come of it.
struct RunActivity {
  /// Whether a thread other than the one that looks is at work, or would be if it got a processor;
  /// `nil` where the system doesn't tell.
  let isAtWork: Bool?
  /// The processor time that this process has had, but for the thread that looks.
  let time: Duration

  /// Looks at everything but the thread that calls this.
  init() {
    time = Self.time(CLOCK_PROCESS_CPUTIME_ID) - Self.time(CLOCK_THREAD_CPUTIME_ID)
    #if os(Linux)
      isAtWork = Self.findsThreadAtWork()
    #else
      isAtWork = nil
    #endif
  }

  private static func time(_ clock: clockid_t) -> Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  #if os(Linux)
    private static func findsThreadAtWork() -> Bool {
      // `PID/task/TID` of whoever looks.
      let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
      var processes = [String(getpid())]
      while let process = processes.popLast() {
        for name in names(in: "/proc/\(process)/task") where "\(process)/task/\(name)" != own {
          let thread = "/proc/\(process)/task/\(name)"
          if isAtWork(stat: text(of: thread + "/stat")) { return true }
          // Where the kernel lists no children there are none to look at.
          processes += text(of: thread + "/children").split(separator: " ").map(String.init)
        }
      }
      return false
    }

    /// Reads `TID (name) state …`, where the name may hold anything (proc_pid_stat(5)): the state is
    /// `R` of who runs or could, and `D` of who waits for a disk.
    static func isAtWork(stat: some StringProtocol) -> Bool {
      guard let end = stat.lastIndex(of: ")") else { return false }
      return ["R", "D"].contains(stat[end...].dropFirst(2).prefix(1))
    }

    private static func names(in path: String) -> [String] {
      guard let folder = opendir(path) else { return [] }
      defer { closedir(folder) }
      var names: [String] = []
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
          name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if !name.hasPrefix(".") { names.append(name) }
      }
      return names
    }

    /// The text of a short file; nothing where there is none, as of a thread that has just ended.
    private static func text(of path: String) -> String {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return "" }
      defer { close(descriptor) }
      return withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { buffer in
        let count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
        return String(decoding: buffer.prefix(count), as: UTF8.self)
      }
    }
  #endif
}

extension RunActivity {
  /// Returns when the run has come to rest, as far as that can be seen: at several looks in a row it
  /// did nothing.
  ///
  /// A run that works on and on is given up by the processor time that it takes, which doesn't
  /// depend on what else the machine does, and by the clock at last.
  ///
  /// - Parameter callCount: how many calls and answers have come so far; with another one the wait
  ///   begins anew.
  static func waitForRest(callCount: @Sendable () -> Int) {
    let begin = ContinuousClock.now
    var (first, calls) = (RunActivity(), callCount())
    var (last, quietLooks) = (first, 0)
    while quietLooks < 6, last.time - first.time < .milliseconds(25),
      ContinuousClock.now - begin < .seconds(1)
    {
      usleep(1000)
      let now = RunActivity()
      if calls != callCount() { (first, calls, quietLooks) = (now, callCount(), 0) }
      let isAtWork = now.isAtWork ?? (now.time - last.time > .microseconds(200))
      quietLooks = isAtWork ? 0 : quietLooks + 1
      last = now
    }
  }
}
