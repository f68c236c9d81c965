import CSampleHost
import DocModel
import Ground

/// A shell program as bash gets it: each line at its number in the author's file, after a preamble that
/// stops at the first command that fails and reports its line.
struct ShellScript: Sendable, Hashable, Codable {
  /// What the shell calls it in its messages.
  var name: String
  /// The commands.
  var text: String
  /// The seconds after which it is killed.
  var timeout: Int

  /// Separates two programs in standard output and standard error.
  ///
  /// - Parameter key: a word that the programs don't know.
  static func boundary(_ key: String) -> String { "\u{0}docgen-program \(key)\n" }
  /// The descriptor that the shell reports to when it starts.
  static let report: Int32 = 3

  /// Moves the report to a descriptor that no script uses by habit, and sets the traps that write to it.
  ///
  /// A failure is reported as `line STATUS LINE CALLER…`. On a time-out the host kills the shell's children
  /// and sends SIGVTALRM. As `LINENO` counts from 1 in that trap, the line is noted before each command;
  /// `$_` stays what it was, and `set -x` doesn't show it. All of it is one line, which is the fence's.
  private static let preamble = #"""
    exec 197>&3 3>&- \#(CSAMPLEHOST_OUTPUT)>&1; set -eE; docgen_line=0;
    trap '{ builtin echo line $? "$LINENO" "${BASH_LINENO[@]-}" >&197; } 2> /dev/null' ERR;
    trap 'builtin echo over "$docgen_line" >&197; exit 1' VTALRM;
    """#.replacing("\n", with: " ")
  private static let lineNote = #"""
     trap '{ : $((docgen_line = LINENO > 1 ? LINENO : docgen_line)) "$_"; } 2> /dev/null' DEBUG;
    """#

  /// Whether a script would notice that lines are noted: its own trap takes the place of docgen's, and
  /// `set -v` shows what traps consist of.
  private static func canNoteLines(_ text: String) -> Bool {
    !text.contains(/DEBUG|\bset .*-\w*v|-o verbose/)
  }

  /// The commands that mark the beginning of a block, in the output and in the transcript.
  private static func boundaryCommands(_ index: Int) -> String {
    "builtin printf '\\0docgen-block \(index)\\n' >&\(CSAMPLEHOST_OUTPUT); "
      + "builtin echo '\(Transcript.Event.block(index: index).text)' >> \"$DOCGEN_REPORT\""
  }

  /// Lays a program out.
  init(_ program: SampleProgram) {
    name = program.lead.file
    timeout = program.timeout
    let notesLines = program.blocks.allSatisfy { Self.canNoteLines($0.code) }
    var lines: [String] = []
    for (index, block) in program.blocks.enumerated() {
      while lines.count + 1 < block.range.start.line { lines.append("") }
      lines.append(
        index == 0
          ? Self.preamble + (notesLines ? Self.lineNote : "") : Self.boundaryCommands(index))
      for line in block.lines {
        while lines.count + 1 < line.number { lines.append("") }
        lines.append(line.text)
      }
    }
    text = lines.map { $0 + "\n" }.joined()
  }

  /// Messages of bash with the program's name where bash calls it `environment`, as it does in functions.
  func naming(_ text: String) -> String {
    text.replacing(/^environment: (line [0-9]+: )/.anchorsMatchLineEndings()) { "\(name): \($0.1)" }
  }
}
