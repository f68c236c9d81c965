/// Where a shell was, as its variables tell: `12:4 2:'environment' './file.sh':sleep 60`.
///
/// That is the line, those of the calls that led there, inner ones first (`BASH_LINENO`), the files of
/// the called functions, each quoted (`BASH_SOURCE`), and the command (`BASH_COMMAND`).
struct ShellPlace: Sendable, Hashable {
  /// The innermost line that belongs to the script itself, and not to a file that it reads in.
  let line: Int
  /// The line at which the outermost command began.
  private let outermostLine: Int
  /// The command on that line; `nil` if the line is that of a call.
  private let command: String?

  /// Whether the command is a subshell as a whole.
  var isSubshell: Bool { command?.hasPrefix("(") ?? false }

  /// What the shell calls the script, of which there is no file.
  private static let script = "environment"

  /// Reads a place; `nil` if it is none.
  init?(_ text: Substring) {
    guard let parts = text.wholeMatch(of: /(\d+):([^:]*):((?:'[^']*'[^':]?)*):(.*)/)?.output,
      let line = Int(parts.1)
    else { return nil }
    // The script may have said what else parts words (`IFS`).
    let lines = [line] + parts.2.split { !$0.isNumber }.compactMap { Int($0) }
    let files = parts.3.matches(of: /'([^']*)'/).map(\.output.1)
    let own = files.firstIndex(of: Self.script[...]) ?? files.count
    self.line = lines.indices.contains(own) ? lines[own] : line
    outermostLine = lines[lines.count - 1]
    command = own == 0 ? String(parts.4) : nil
  }

  /// The place in a script that has each line at its number, and nothing on the lines before: where the
  /// command begins, or else the line.
  func place(in script: some Collection<Substring>) -> SampleRun.Place {
    let lines = Array(script)
    let line = line(in: lines)
    let text = lines.indices.contains(line - 1) ? lines[line - 1] : ""
    // In a trap the command is the one before it. Bash writes some anew, as one with a here-document.
    let known = lineOfTrap(lines) == nil ? command : nil
    let start = known.flatMap {
      Self.start(of: $0, in: text) ?? Self.start(of: Self.name(of: $0), in: text)
    }
    let column = start.map { text.utf8.distance(from: text.startIndex, to: $0) + 1 }
    return SampleRun.Place(line: line, column: column ?? text.firstColumn)
  }

  /// Where a command stands in a line, and not a part of a longer word.
  private static func start(
    of command: some StringProtocol, in text: Substring
  ) -> Substring.Index? {
    guard !command.isEmpty else { return nil }
    return text.ranges(of: command).first { range in
      let around = [text[..<range.lowerBound].last, text[range.upperBound...].first]
      return !around.contains { $0?.isLetter ?? false || $0?.isNumber ?? false }
    }?.lowerBound
  }

  /// The line in a script that has each line at its number, and nothing on the lines before.
  ///
  /// Bash counts on where it has read to, so that a line of `$(…)` that spans several, or of `eval`, is
  /// another one: one that doesn't hold the command. Then the nearest before it that does is meant, or
  /// else any.
  func line(in script: some Collection<Substring>) -> Int {
    let lines = Array(script)
    if let line = lineOfTrap(lines) { return line }
    guard let command, !Self.holds(command, lines, line) else { return line }
    let above = lines.prefix(max(0, line - 1)).lastIndex { $0.contains(command) }
    return (above ?? lines.firstIndex { $0.contains(command) }).map { $0 + 1 } ?? line
  }

  /// The line if it is a trap that runs: bash still calls the command that was before it the last, and
  /// counts its lines from 1, but for one that runs for an error.
  ///
  /// `nil` where it is none, or no telling which.
  private func lineOfTrap(_ lines: [Substring]) -> Int? {
    let isOutside = lines.prefix(outermostLine).allSatisfy { $0.isEmpty }
    if line != outermostLine {
      // A function that the trap calls.
      guard let command, lines.indices.contains(outermostLine - 1) else { return nil }
      let isCalledThere = lines[outermostLine - 1].contains(command)
      return isOutside || isCalledThere && !Self.holds(command, lines, line) ? line : nil
    }
    guard isOutside else { return nil }
    let traps = lines.indices.filter { Self.isTrap(lines[$0...], with: line) }
    return traps.count == 1 ? traps[0] + line : nil
  }

  /// Whether a script's rest begins with a trap that has a command on one of its lines.
  private static func isTrap(_ lines: ArraySlice<Substring>, with line: Int) -> Bool {
    guard let first = lines.first,
      let begin = first.prefixMatch(of: /\s*trap\s+(?:--\s+)?(['"])(?!\1)/)
    else { return false }
    let text = [first[begin.range.upperBound...]] + lines.dropFirst()
    let last = text.firstIndex { $0.contains(begin.output.1) } ?? 0
    return (1...last + 1).contains(line) && text[line - 1].contains { !$0.isWhitespace }
  }

  /// Whether a line begins a command, as far as that can be told by its name, or runs a text.
  private static func holds(_ command: String, _ lines: [Substring], _ line: Int) -> Bool {
    guard lines.indices.contains(line - 1) else { return false }
    let name = name(of: command)
    let text = lines[line - 1]
    return name.isEmpty || text.contains(name) || text.contains("eval ")
  }

  /// The first word of a command; empty if that is none that can be found again.
  private static func name(of command: String) -> Substring {
    command.prefix { $0.isLetter || $0.isNumber || "_./-".contains($0) }
  }
}
