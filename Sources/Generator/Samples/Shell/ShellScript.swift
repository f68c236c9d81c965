import CSampleHost
import DocModel
import Ground

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
  ///
  /// - Parameter key: a word that the programs don't know.
  static func boundary(_ key: String) -> String { "\u{0}docgen-program \(key)\n" }
  /// The descriptor on which the failing line is told.
  static let report: Int32 = 3

  /// What tells that the block of a place begins, to whoever reads the output and the report.
  private static func boundaryCommands(_ index: Int) -> String {
    "builtin printf '\\0docgen-block \(index)\\n' >&\(CSAMPLEHOST_OUTPUT); "
      + "builtin echo '\(Transcript.Event.block(index: index).text)' >> \"$DOCGEN_REPORT\""
  }

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
          : ShellScript.boundaryCommands(index))
      for line in block.lines {
        while lines.count + 1 < line.number { lines.append("") }
        lines.append(line.text)
      }
    }
    text = lines.map { $0 + "\n" }.joined()
  }

  /// What bash says of a function's lines, with the program's name where it calls it `environment`.
  func naming(_ text: String) -> String {
    text.replacing(/^environment: (line [0-9]+: )/.anchorsMatchLineEndings()) { "\(name): \($0.1)" }
  }
}
