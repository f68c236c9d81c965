import DocgenProcesses
import Foundation

extension ShellHost {
  /// The end of a program; the host writes each as a line of JSON.
  enum End: Sendable, Hashable, Codable {
    /// It exited with a status.
    ///
    /// `lines` are those of the failing command and of the function calls that led to it, inner
    /// ones first, as bash counts them; empty if unknown.
    case exited(Int, lines: [Int])
    /// It timed out.
    case timedOut(lines: [Int])
    /// It didn't run, for this reason.
    case notRun(String)

    /// The end as a run stores it.
    var ending: SampleRun.Ending {
      switch self {
      case .exited(let status, _): .exited(status)
      case .timedOut: .timedOut
      case .notRun(let reason): .notLoaded(reason)
      }
    }

    /// The lines of the script where it ended.
    var lines: [Int] {
      switch self {
      case .exited(_, let lines), .timedOut(let lines): lines
      case .notRun: []
      }
    }

    /// Parses the report of a script's traps.
    ///
    /// - Parameter status: the exit status; `nil` after a timeout.
    init(status: Int?, report: String) {
      let prefix = status.map { "line \($0) " } ?? "over "
      let words = report.split(separator: "\n").last { $0.hasPrefix(prefix) }?
        .dropFirst(prefix.count).split(separator: " ")
      let lines = (words ?? []).compactMap { Int($0) }
      self = status.map { .exited($0, lines: $0 == 0 ? [] : lines) } ?? .timedOut(lines: lines)
    }
  }

  /// The ends of a host's programs.
  struct Report: Sendable, Hashable {
    private let ends: [End]
    /// The end of the first program that the host didn't report.
    private let next: SampleRun.Ending

    /// The status of a program that SIGKILL ended.
    private static let killed = 128 + 9

    /// Parses the host's report.
    ///
    /// - Parameter host: the end of the host itself.
    init(_ text: String, host: CommandResult.Ending) {
      let decoder = JSONDecoder()
      var ends = text.split(separator: "\n").compactMap {
        try? decoder.decode(End.self, from: Data($0.utf8))
      }
      next =
        switch host {
        case .timedOut: .timedOut
        case .wroteTooMuch: .wroteTooMuch
        case .startedTooMany: .startedTooMany
        case .signalled(let signal): .crashed(signal: signal)
        case .exited: .notLoaded("they ended too early")
        }
      // Before the host itself ends, it may report that the program was killed together with it.
      switch host {
      case .timedOut, .wroteTooMuch, .startedTooMany:
        if case .exited(Self.killed, _)? = ends.last { ends.removeLast() }
      case .signalled, .exited: break
      }
      self.ends = ends
    }

    /// Returns the end of a program, and the lines where it ended.
    func end(of index: Int) -> (ending: SampleRun.Ending, lines: [Int]) {
      if ends.indices.contains(index) { return (ends[index].ending, ends[index].lines) }
      if case .notRun(let reason)? = ends.last { return (.notLoaded(reason), []) }
      if index == ends.count { return (next, []) }
      if case .notLoaded = next { return (next, []) }
      return (.notLoaded("an earlier block of the page has ended them"), [])
    }
  }
}
