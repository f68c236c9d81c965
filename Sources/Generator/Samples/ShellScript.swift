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

  /// Where that is told within the script: a descriptor that no script uses by habit.
  private static let told = 197

  /// The place of a command as `ShellPlace` reads it, but for line ends.
  private static let place = "$LINENO:${BASH_LINENO[*]}:${BASH_SOURCE[*]@Q}:$BASH_COMMAND"

  /// Says a variable's text, on one line.
  private static func tell(_ word: String, _ variable: String) -> String {
    #"echo "\#(word) ${\#(variable)//[[:cntrl:]]/ }" >&\#(told)"#
  }

  /// A failure's place is told by a trap, and by one of a signal where the shell is when the time is over.
  ///
  /// In the trap of a signal no place is known, so it is noted before each command (`DEBUG`), that of
  /// the trap too, behind which the one before is wanted. Each subshell has such a trap of its own, and
  /// says from which step of its parent it comes. A command that takes the shell's place, or that may
  /// wait for a file to be opened, so that no trap runs, is told before. So is that a script goes on
  /// behind a failure.
  ///
  /// A script that has such traps of its own, or shows what it does (`set -x`), would notice: then nothing
  /// is noted any more.
  private static let preamble = [
    "exec \(told)>&\(report) \(report)>&-",
    "docgen_now= docgen_from= docgen_step=0 docgen_failed= docgen_shell=$BASHPID",
    "docgen_over='\(tell("over", "docgen_before")); exit 1'",
    #"trap "$docgen_over" VTALRM"#,
    // The trap's own commands are steps too.
    #"trap 'docgen_place="$docgen_from/$((docgen_step - 1)) \#(place)"; "#
      + "\(tell("line", "docgen_place")); docgen_failed=$BASH_COMMAND' ERR",
    #"docgen_note() { [[ $BASHPID == "$docgen_shell" ]] || { docgen_shell=$BASHPID docgen_failed=; "#
      + #"docgen_from=$((docgen_step - 1)); trap "$docgen_over" VTALRM; }; "#
      // In a trap at the end, the failed command is still the last.
      + #"[[ -z $docgen_failed || $BASH_COMMAND == "$docgen_failed" ]] || "#
      + #"{ docgen_failed=; echo "on $docgen_from" >&\#(told); }; "#
      + #"[[ $BASH_COMMAND != @(exec |[!\(\[]*[\<\>])* ]] || \#(tell("at", "docgen_now")); "#
      + "[[ $BASH_COMMAND != @(trap *RETURN)* ]] || set +T; "
      + "[[ $BASH_COMMAND != @(trap *DEBUG|set -*([[:alpha:]])[xv]|set -o @(xtrace|verbose))* ]] || "
      + "{ set +T; echo at >&\(told); trap - VTALRM DEBUG; }; }",
    // Before each command, so it is short.
    "trap 'docgen_last=$_ docgen_before=$docgen_now docgen_now=\"\(place)\" "
      + #"docgen_step=$((docgen_step + 1)); [[ $BASHPID$docgen_failed != "$docgen_shell" || "#
      + #"$BASH_COMMAND == @(exec|trap|set|[!\(\[]*[\<\>])* ]] && docgen_note; "#
      + #": "$docgen_last"' DEBUG"#,
    "set -eET",
  ].joined(separator: "; ")

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
