import CDocgenSampleHost
import DocgenDocModel
import DocgenGround

/// The script of a shell program for bash.
///
/// Each line has its number in the author's file. A preamble stops the script at the first failing
/// command and reports its line.
struct ShellScript: Sendable, Hashable, Codable {
  /// The script's name in the shell's messages.
  var name: String
  /// The commands.
  var text: String
  /// The time limit in seconds.
  var timeout: Int

  /// Returns the boundary between two programs in standard output and standard error.
  ///
  /// - Parameter key: a random key that the programs don't know.
  static func boundary(_ key: String) -> String { "\u{0}docgen-program \(key)\n" }
  /// The descriptor of the report when the shell starts.
  static let report: Int32 = 3

  /// Moves the report to a descriptor that scripts don't use, and sets the traps that write to it.
  ///
  /// A failure is reported as `line STATUS LINE CALLER…`. On a timeout the host kills the shell's
  /// children and sends SIGVTALRM. In that trap `LINENO` counts from 1, so the line is recorded
  /// before each command; that preserves `$_`, and `set -x` doesn't show it. All of it is on one
  /// line, that of the fence.
  private static let preamble = #"""
    exec 197>&3 3>&- \#(CSAMPLEHOST_OUTPUT)>&1; set -eE; docgen_line=0;
    trap '{ builtin echo line $? "$LINENO" "${BASH_LINENO[@]-}" >&197; } 2> /dev/null' ERR;
    trap 'builtin echo over "$docgen_line" >&197; exit 1' VTALRM;
    """#.replacing("\n", with: " ")
  private static let lineNote = #"""
     trap '{ : $((docgen_line = LINENO > 1 ? LINENO : docgen_line)) "$_"; } 2> /dev/null' DEBUG;
    """#

  /// Whether recording lines doesn't disturb a script: its own DEBUG trap would replace docgen's,
  /// and `set -v` prints traps.
  private static func canNoteLines(_ text: String) -> Bool {
    !text.contains(/DEBUG|\bset .*-\w*v|-o verbose/)
  }

  /// Returns the commands that mark the beginning of a block, in the output and in the transcript.
  private static func boundaryCommands(_ index: Int) -> String {
    "builtin printf '\\0docgen-block \(index)\\n' >&\(CSAMPLEHOST_OUTPUT); "
      + "builtin echo '\(Transcript.Event.block(index: index).text)' >> \"$DOCGEN_REPORT\""
  }

  /// Creates the script of a program.
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

  /// Returns bash's messages with the program's name in position of `environment`, which bash
  /// prints in functions.
  func naming(_ text: String) -> String {
    text.replacing(/^environment: (line [0-9]+: )/.anchorsMatchLineEndings()) { "\(name): \($0.1)" }
  }
}
