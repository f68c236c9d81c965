import Foundation
import Processes

extension ShellHost {
  /// How a program ended; the host writes each as a line of JSON.
  enum End: Sendable, Hashable, Codable {
    /// With a status. `lines` are those of the command that failed and of the calls that led to it, inner
    /// ones first, as bash counts them; empty if they aren't known.
    case exited(Int, lines: [Int])
    /// Its time was over.
    case timedOut(lines: [Int])
    /// It was not run; why not.
    case notRun(String)

    /// The same as a run has it.
    var ending: SampleRun.Ending {
      switch self {
      case .exited(let status, _): .exited(status)
      case .timedOut: .timedOut
      case .notRun(let reason): .notLoaded(reason)
      }
    }

    /// The lines of the script that say where it ended.
    var lines: [Int] {
      switch self {
      case .exited(_, let lines), .timedOut(let lines): lines
      case .notRun: []
      }
    }

    /// Reads what the traps of a script reported.
    ///
    /// - Parameter status: what it ended with; `nil` when its time was over.
    init(status: Int?, report: String) {
      let prefix = status.map { "line \($0) " } ?? "over "
      let words = report.split(separator: "\n").last { $0.hasPrefix(prefix) }?
        .dropFirst(prefix.count).split(separator: " ")
      let lines = (words ?? []).compactMap { Int($0) }
      self = status.map { .exited($0, lines: $0 == 0 ? [] : lines) } ?? .timedOut(lines: lines)
    }
  }

  /// How the programs of a host ended.
  struct Report: Sendable, Hashable {
    private let ends: [End]
    /// How the first program ended that the host did not report.
    private let next: SampleRun.Ending

    /// Reads the host's report.
    ///
    /// - Parameter host: how the host itself ended.
    init(_ text: String, host: CommandResult.Ending) {
      let decoder = JSONDecoder()
      ends = text.split(separator: "\n").compactMap {
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
    }

    /// How a program ended, and the lines that say where.
    func end(of index: Int) -> (ending: SampleRun.Ending, lines: [Int]) {
      if ends.indices.contains(index) { return (ends[index].ending, ends[index].lines) }
      if case .notRun(let reason)? = ends.last { return (.notLoaded(reason), []) }
      if index == ends.count { return (next, []) }
      if case .notLoaded = next { return (next, []) }
      return (.notLoaded("an earlier block of the page has ended them"), [])
    }
  }
}
