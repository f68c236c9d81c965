/// What the traps of a shell and its subshells have told, as `ShellScript` sets them.
struct ShellFailures {
  /// Where a shell is, or was when a command of it failed.
  private struct Position {
    /// The shell that this one is a subshell of, and its step at which this one began; empty for the
    /// first.
    var parent: Substring
    var parentStep: Int
    /// The number of the shell's process.
    var shell: Substring
    /// How many commands of it there were so far; 0 where that is not told.
    var step: Int
    /// The place in the shell's words; a loop may tell many that nobody asks for.
    private var text: Substring

    /// `nil` if it is not known any more.
    var place: ShellPlace? { ShellPlace(text) }

    /// Reads `12.4/13.9 place`, `12.4/13 place` or, of the first shell, `/12 place`.
    init?(_ text: Substring) {
      let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      let shells = words[0].split(separator: "/", omittingEmptySubsequences: false)
        .map { $0.split(separator: ".") }
      guard words.count == 2, shells.count == 2, let shell = shells[1].first else { return nil }
      parent = shells[0].first ?? ""
      parentStep = shells[0].dropFirst().first.flatMap { Int($0) } ?? 0
      self.shell = shell
      step = shells[1].dropFirst().first.flatMap { Int($0) } ?? 0
      self.text = words[1]
    }

    /// Whether this shell began with the command that another one was at.
    func isFrom(_ other: Position) -> Bool {
      parent == other.shell && parentStep == other.step && shell != other.shell
    }
  }

  /// The failures behind which a shell has not gone on, by the numbers of the shells.
  private var failures: [Substring: [Position]] = [:]
  /// Where the first shell came to `exit`.
  private var left: Position?
  /// Where shells were when the time was over.
  private var ends: [Substring: Position] = [:]
  /// Where shells have come to last that could not say so later.
  private var stops: [Substring: Position] = [:]
  /// The processes that the first shell waited for when the time was over.
  private var awaited: Set<Substring> = []

  /// Takes a line: `line position` of a failure, `on shell` when it goes on behind that, `left position`
  /// of an `exit`, `over position` when the time is over, `at position` before what may take the shell's place, and `awaited` with
  /// numbers of processes.
  mutating func add(_ word: Substring, _ rest: Substring) {
    switch word {
    case "line":
      if let failure = Position(rest) { failures[failure.shell, default: []].append(failure) }
    case "on": failures[rest] = nil
    // A trap for the end may have one as well.
    case "left": left = left ?? Position(rest)
    case "over": if let end = Position(rest) { ends[end.shell] = ends[end.shell] ?? end }
    case "at": if let stop = Position(rest) { stops[stop.shell] = stop }
    case "awaited": awaited.formUnion(rest.split(separator: " "))
    default: break
    }
  }

  /// Where a shell waited when its time was over: the innermost, of those that the first waits for.
  var waiting: ShellPlace? {
    let told = stops.merging(ends) { $1 }.values.filter { $0.place != nil }
    guard var position = told.first(where: { $0.parent.isEmpty }) ?? told.min(by: Self.isBefore)
    else { return nil }
    var rest = told.filter { awaited.contains($0.shell) && $0.shell != position.shell }
    while let inner = rest.filter({ $0.parent == position.shell }).min(by: Self.isBefore) {
      position = inner
      rest.removeAll { $0.shell == inner.shell }
    }
    return position.place
  }

  /// Of several subshells, as in a pipeline, the first is meant.
  private static func isBefore(_ left: Position, _ right: Position) -> Bool {
    (left.parentStep, left.place?.line ?? 0, left.shell)
      < (right.parentStep, right.place?.line ?? 0, right.shell)
  }

  /// The command whose failure ended the first shell: the innermost, of a subshell that it came from, or
  /// its `exit`.
  var failure: ShellPlace? {
    var firsts = failures.compactMapValues { $0.first }
    guard var failure = failures.values.compactMap(\.last).first(where: { $0.parent.isEmpty })
    else { return left?.place }
    while let inner = firsts.values.filter({ $0.isFrom(failure) }).min(by: Self.isBefore) {
      failure = inner
      firsts[inner.shell] = nil
    }
    guard failure.place?.isSubshell == true else { return failure.place }
    // Its last command took its place, and could not tell that it failed.
    return stops.values.filter { $0.isFrom(failure) }.min(by: Self.isBefore)?.place ?? failure.place
  }
}
