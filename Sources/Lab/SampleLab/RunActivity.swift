import Foundation

/// What a run does at one moment: the threads of this process, and of the programs that come of it.
struct RunActivity {
  /// What the system says of a thread.
  struct Thread: Equatable {
    /// Whether it runs, or would if it got a processor.
    var isRunnable: Bool
    /// How often it got one.
    var turns: Int
    /// For how long.
    var time = Duration.zero
    /// How often it went to sleep by itself; `nil` unless it runs or would.
    var sleeps: Int?
  }

  /// The threads but for the one that looks, by their folders in `/proc`; none where the system doesn't
  /// tell.
  private var threads: [String: Thread] = [:]
  /// How many files and connections this process has open.
  private var descriptorCount = 0
  /// The processor time that this process has had, but for the thread that looks.
  private let ownTime: Duration

  /// Looks.
  ///
  /// - Parameter files: keeps open what is read at each look.
  init(reading files: inout KernelFiles) {
    ownTime = Self.time(CLOCK_PROCESS_CPUTIME_ID) - Self.time(CLOCK_THREAD_CPUTIME_ID)
    #if os(Linux)
      threads = Self.threads(&files)
      descriptorCount = Self.descriptorCount() - files.openCount
    #endif
  }

  /// The processor time since an earlier look that the busiest thread has had, but for the one that
  /// looks; that of this process where the system doesn't tell of threads.
  func longestWork(since earlier: RunActivity) -> Duration {
    threads.map { name, thread in
      thread.time - (earlier.threads[name]?.time ?? .zero)
    }.max() ?? ownTime - earlier.ownTime
  }

  private static func time(_ clock: clockid_t) -> Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// Whether there are threads, files or connections that an earlier look didn't find: someone is about
  /// to do something.
  func hasNews(since earlier: RunActivity) -> Bool {
    descriptorCount > earlier.descriptorCount || threads.contains { earlier.threads[$0.key] == nil }
  }

  /// Whether a thread has worked on since an earlier look, or hasn't yet come to what it was woken
  /// for.
  ///
  /// Who went to sleep in between isn't at work: on Linux `URLSession` looks again and again whether
  /// it may send, for as long as it waits for an answer. So that it isn't taken for idle between the
  /// connections of many requests at once, new ones count as work.
  func isAtWork(since earlier: RunActivity) -> Bool {
    #if os(Linux)
      descriptorCount != earlier.descriptorCount
        || threads.contains { name, thread in
          thread.isAtWork(since: earlier.threads[name] ?? thread)
        }
    #else
      ownTime - earlier.ownTime > .microseconds(200)
    #endif
  }
}

#if os(Linux)
  extension RunActivity {
    private static func threads(_ files: inout KernelFiles) -> [String: Thread] {
      // `PID/task/TID` of whoever looks.
      let own = KernelFiles.target(of: "/proc/thread-self")
      var processes = [String(getpid())]
      var threads: [String: Thread] = [:]
      while let process = processes.popLast() {
        for name in KernelFiles.names(in: "/proc/\(process)/task")
        where "\(process)/task/\(name)" != own {
          let folder = "/proc/\(process)/task/\(name)"
          threads[folder] = Thread(
            stat: files.text(of: folder + "/stat"),
            scheduling: files.text(of: folder + "/schedstat"),
            status: files.text(of: folder + "/status"))
          // Where the kernel lists no children there are none to look at.
          processes += files.text(of: folder + "/children").split(separator: " ").map(String.init)
        }
      }
      files.closeUnread()
      return threads
    }

    /// The kernel counts them, from 6.2 on (proc_pid_fd(5)); before, the folder has no size, and its
    /// entries are counted, which takes longer than all else with a thousand connections.
    private static func descriptorCount() -> Int {
      var folder = stat()
      guard stat("/proc/self/fd", &folder) == 0, folder.st_size > 0 else {
        return KernelFiles.names(in: "/proc/self/fd").count
      }
      return Int(folder.st_size)
    }
  }

  extension RunActivity.Thread {
    /// Reads two files of `/proc/PID/task/TID`.
    ///
    /// - Parameters:
    ///   - stat: `TID (name) state …`, where the name may hold anything; the state is `R` of who runs
    ///     or could, and `D` of who waits for a disk (proc_pid_stat(5)).
    ///   - scheduling: the nanoseconds that it ran and waited, and how often it got a processor
    ///     (Documentation/scheduler/sched-stats.rst of the kernel).
    ///   - status: `voluntary_ctxt_switches:` and how often it went to sleep, among other lines
    ///     (proc_pid_status(5)); not read of who sleeps.
    init?(stat: String, scheduling: String, status: @autoclosure () -> String) {
      // Bytes, for this is read a hundred times for each request.
      guard let end = stat.utf8.lastIndex(of: UInt8(ascii: ")")) else { return nil }
      let state = stat.utf8[end...].dropFirst(2).first
      isRunnable = state == UInt8(ascii: "R") || state == UInt8(ascii: "D")
      let words = scheduling.utf8.split { $0 <= UInt8(ascii: " ") }.map { Int(Substring($0)) ?? 0 }
      turns = words.count == 3 ? words[2] : 0
      time = .nanoseconds(words.first ?? 0)
      guard isRunnable else { return }
      let line = status().split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
      sleeps = line?.split { $0 == ":" || $0 == "\t" || $0 == " " }.last.flatMap { Int($0) }
    }

    /// Whether it has only been kept from its work by others since an earlier look, if at all.
    fileprivate func isAtWork(since earlier: Self) -> Bool {
      isRunnable && (turns == earlier.turns || sleeps != nil && sleeps == earlier.sleeps)
    }
  }
#endif
