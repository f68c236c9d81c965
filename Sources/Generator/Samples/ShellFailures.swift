/// What the traps of a shell and its subshells have told, as `ShellScript` sets them.
struct ShellFailures {
  /// A command that failed.
  private struct Failure {
    /// The step of its parent at which its shell began; empty for the first shell.
    var from: Substring
    /// Its shell's steps so far.
    var step: Substring
    var place: ShellPlace
  }

  private var failures: [Failure] = []
  private var over: ShellPlace?
  private var lastTold: ShellPlace?

  /// Takes a line: `line from/step place` of a failure, `on from` when its shell goes on behind it,
  /// `over place` when the time is over, and `at place` before what may take the shell's place.
  mutating func add(_ word: Substring, _ rest: Substring) {
    switch word {
    case "line":
      guard let parts = rest.wholeMatch(of: /([0-9]*)\/([0-9]+) (.*)/)?.output,
        let place = ShellPlace(parts.3)
      else { return }
      failures.append(Failure(from: parts.1, step: parts.2, place: place))
    case "on": failures.removeAll { $0.from == rest }
    case "over": over = over ?? ShellPlace(rest)
    case "at": lastTold = ShellPlace(rest)
    default: break
    }
  }

  /// Where a shell waited when its time was over.
  var waiting: ShellPlace? { over ?? lastTold }

  /// The command whose failure ended the first shell: the innermost, of a subshell that it came from.
  var failure: ShellPlace? {
    guard var failure = failures.last(where: { $0.from.isEmpty }) else { return nil }
    while let inner = failures.first(where: { $0.from == failure.step && $0.step != failure.step })
    {
      failure = inner
    }
    return failure.place
  }
}
