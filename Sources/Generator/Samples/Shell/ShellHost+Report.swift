import Processes

extension ShellHost {
  /// What the host said about the end of each program.
  struct Report: Sendable, Hashable {
    /// How a program ended, and the place of its last command when that failed.
    struct End: Sendable, Hashable {
      var ending: SampleRun.Ending
      var place: ShellPlace?
    }

    private var ends: [End] = []
    /// How the first program ended of those that the host did not tell of.
    private var next: End

    /// Reads a report, one line of text a fact: those behind the job's key are the host's, others come
    /// from the program that ran then.
    ///
    /// - Parameter whole: how the host itself ended.
    init(_ text: String, key: String, whole: CommandResult.Ending) {
      var told = ShellFailures()
      var complaint: String?
      for fact in text.split(separator: "\n") {
        let words = fact.split(separator: " ", maxSplits: 1)
        let rest = words.count > 1 ? words[1] : ""
        guard words[0] == key else {
          told.add(words[0], rest)
          continue
        }
        let own = rest.split(separator: " ", maxSplits: 1)
        switch own.first {
        case "status":
          guard let status = own.last.flatMap({ Int($0) }) else { continue }
          ends.append(End(ending: .exited(status), place: status == 0 ? nil : told.failure))
        case "timeout": ends.append(End(ending: .timedOut, place: told.waiting))
        case "servers": complaint = complaint ?? own.dropFirst().first.map(String.init)
        default: continue
        }
        told = ShellFailures()
      }
      next = End(ending: complaint.map { .notLoaded($0) } ?? Self.ending(whole), place: nil)
    }

    private static func ending(_ whole: CommandResult.Ending) -> SampleRun.Ending {
      switch whole {
      case .timedOut: .timedOut
      case .wroteTooMuch: .wroteTooMuch
      case .startedTooMany: .startedTooMany
      case .signalled(let signal): .crashed(signal: signal)
      case .exited: .notLoaded("they ended too early")
      }
    }

    /// How a program ended.
    func end(of index: Int) -> End {
      if ends.indices.contains(index) { return ends[index] }
      if index == ends.count { return next }
      // Whatever ended the host was done before this one's turn.
      if case .notLoaded = next.ending { return next }
      return End(ending: .notLoaded("an earlier block of the page has ended them"), place: nil)
    }
  }
}
