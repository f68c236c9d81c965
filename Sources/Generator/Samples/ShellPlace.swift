/// Where a shell was, as its variables tell: `12:4 2:'environment' './file.sh'`.
///
/// That is the line, those of the calls that led there, inner ones first (`BASH_LINENO`), and the files of
/// the called functions, each quoted (`BASH_SOURCE`).
struct ShellPlace {
  /// The innermost line that belongs to the script itself, and not to a file that it reads in.
  let line: Int

  /// What the shell calls the script, of which there is no file.
  private static let script = "environment"

  /// Reads a place; `nil` if it is none.
  init?(_ text: Substring) {
    let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let line = Int(parts[0]) else { return nil }
    // The script may have said what else parts words (`IFS`).
    let lines = [line] + parts[1].split { !$0.isNumber }.compactMap { Int($0) }
    let files = parts[2].matches(of: /'([^']*)'/).map(\.output.1)
    let own = files.firstIndex(of: Self.script[...]) ?? files.count
    self.line = lines.indices.contains(own) ? lines[own] : line
  }
}
