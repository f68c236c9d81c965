import Foundation
import Pipeline

/// Standard error, where diagnostics go, and standard output as far as it is a terminal.
enum Terminal {
  private static let environment = ProcessInfo.processInfo.environment

  /// Whether standard error is a terminal that can take lines back, so that progress makes sense.
  static let isInteractive = isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"

  /// Whether it may be written to in colour (https://no-color.org).
  static let usesColour = isInteractive && (environment["NO_COLOR"] ?? "").isEmpty

  /// Whether what is written goes into a log of GitHub Actions, which obeys commands in it.
  private static let isWorkflowLog = environment["GITHUB_ACTIONS"] == "true"

  /// Writes text to standard error as it is; where it is read for commands, these are docgen's own.
  static func writeCommands(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  /// Writes text to standard error; what it quotes commands nothing.
  static func write(_ text: String) { writeCommands(quoting(text)) }

  /// Writes a line to standard output at once, also into a pipe, for whoever waits for it.
  static func say(_ line: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data((quoting(line) + "\n").utf8))
  }

  /// Writes a line to standard error.
  static func error(_ line: String) {
    write(line + "\n")
  }

  private static func quoting(_ text: String) -> String {
    isWorkflowLog ? text.hidingWorkflowCommands : text
  }
}
