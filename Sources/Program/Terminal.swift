import DocgenPipeline
import Foundation

/// Standard error, where diagnostics go, and standard output.
enum Terminal {
  private static let environment = ProcessInfo.processInfo.environment

  /// Whether standard error is a terminal that can erase lines, for progress.
  static let isInteractive = isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"

  /// Whether output may be coloured (https://no-color.org).
  static let usesColour = isInteractive && (environment["NO_COLOR"] ?? "").isEmpty

  /// Whether output goes to a log of GitHub Actions, which obeys commands in it.
  private static let isWorkflowLog = environment["GITHUB_ACTIONS"] == "true"

  /// Writes text to standard error unchanged; workflow commands in it are docgen's own.
  static func writeCommands(_ text: String) {
    // What was printed before comes first, also where both go to one file.
    fflush(nil)
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  /// Writes text to standard error, with workflow commands in it made ineffective.
  static func write(_ text: String) { writeCommands(quoting(text)) }

  /// Writes a line to standard output without buffering, even into a pipe, for programs that wait
  /// for it.
  static func say(_ line: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data((quoting(line) + "\n").utf8))
  }

  /// Writes a line to standard error.
  static func error(_ line: String) {
    write(line + "\n")
  }

  /// Writes a note to standard error.
  static func note(_ text: String) { error("docgen: note: \(text)") }

  private static func quoting(_ text: String) -> String {
    isWorkflowLog ? text.hidingWorkflowCommands : text
  }
}
