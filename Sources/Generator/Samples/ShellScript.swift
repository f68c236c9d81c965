import DocModel

/// A shell program as the shell gets it: each line at its number in the author's file, behind a
/// line that makes a command's failure the program's and says where it was, or where the program is
/// when its time is over.
struct ShellScript: Sendable, Hashable, Codable {
  /// What the shell calls it in its messages.
  var name: String
  /// The commands.
  var text: String
  /// The seconds after which it is killed.
  var timeout: Int

  /// Standard output and standard error of two programs are kept apart by this.
  static let boundary = "\u{0}docgen-program\n"
  /// The descriptor on which the failing line is told.
  static let report: Int32 = 3

  /// The place of a command as `ShellPlace` reads it.
  private static let place =
    #"$LINENO:${BASH_LINENO[*]}:${BASH_SOURCE[*]@Q}:${BASH_COMMAND//[[:cntrl:]]/ }"#

  /// A failure's place is told by a trap, and by one of a signal where the shell is when the time is over.
  ///
  /// In the trap of a signal no place is known, so it is noted before each command, that of the trap
  /// too, behind which the one before is wanted. Each subshell has such a trap of its own. A command that
  /// takes the shell's place, or that may wait for a file to be opened, so that no trap runs, is told
  /// before.
  private static let preamble =
    "docgen_now= docgen_shell=$BASHPID; "
    + #"docgen_over='echo "line $docgen_before" >&\#(report); exit 1'; "#
    + #"trap "$docgen_over" VTALRM; trap 'echo "line \#(place)" >&\#(report)' ERR; "#
    + "trap 'docgen_last=$_ docgen_before=$docgen_now; "
    + #"docgen_now="\#(place)"; "#
    + #"[[ $BASHPID == "$docgen_shell" ]] || { docgen_shell=$BASHPID; trap "$docgen_over" VTALRM; }; "#
    + #"[[ $BASH_COMMAND != @(exec |*[\<\>])* ]] || echo "at $docgen_now" >&\#(report); "#
    + #": "$docgen_last"' DEBUG; set -eET"#

  /// Lays a program out.
  init(_ program: SampleProgram) {
    name = program.lead.file
    timeout = program.timeout
    var lines: [String] = []
    for (index, block) in program.blocks.enumerated() {
      while lines.count + 1 < block.range.start.line { lines.append("") }
      lines.append(
        index == 0
          ? ShellScript.preamble
          : "printf '\\0docgen-block \(index)\\n'; echo block \(index) >> \"$DOCGEN_REPORT\"")
      for line in block.lines {
        while lines.count + 1 < line.number { lines.append("") }
        lines.append(line.text)
      }
    }
    text = lines.map { $0 + "\n" }.joined()
  }
}
