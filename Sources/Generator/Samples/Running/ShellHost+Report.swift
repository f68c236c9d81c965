import DocgenProcesses
import Foundation

extension ShellHost {
  /// The end of a program; the host writes each as a line of JSON.
  struct End: Sendable, Hashable, Codable {
    var ending: SampleRun.Ending
    /// The lines of the command where it ended and of the function calls that led to it, inner ones
    /// first, as bash counts them; empty if unknown.
    var lines: [Int]

    /// The end of a program that didn't run, for this reason.
    static func notRun(_ reason: String) -> End { End(ending: .notLoaded(reason)) }

    /// Parses the report of a script's traps.
    ///
    /// - Parameter status: the exit status; `nil` after a timeout.
    init(status: Int?, report: String) {
      let prefix = status.map { "line \($0) " } ?? "over "
      let words = report.split(separator: "\n").last { $0.hasPrefix(prefix) }?
        .dropFirst(prefix.count).split(separator: " ")
      ending = status.map { .exited($0) } ?? .timedOut
      lines = status == 0 ? [] : (words ?? []).compactMap { Int($0) }
    }

    init(ending: SampleRun.Ending, lines: [Int] = []) {
      self.ending = ending
      self.lines = lines
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
      let hasExited = if case .exited = host { true } else { false }
      next = hasExited ? .notLoaded("they ended too early") : SampleRun.Ending(host)
      // Before the host itself ends, it may report that the program was killed together with it.
      switch host {
      case .timedOut, .wroteTooMuch, .startedTooMany:
        if ends.last?.ending == .exited(Self.killed) { ends.removeLast() }
      case .signalled, .exited: break
      }
      self.ends = ends
    }

    /// Returns the end of a program.
    func end(of index: Int) -> End {
      if ends.indices.contains(index) { return ends[index] }
      if case .notLoaded? = ends.last?.ending { return ends[ends.count - 1] }
      if case .notLoaded = next { return End(ending: next) }
      return index == ends.count
        ? End(ending: next) : .notRun("an earlier block of the page has ended them")
    }
  }
}
