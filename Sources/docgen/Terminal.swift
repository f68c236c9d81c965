import Foundation

/// Standard error, where diagnostics go, and standard output as far as it is a terminal.
enum Terminal {
  private static let environment = ProcessInfo.processInfo.environment

  /// Whether standard error is a terminal that can take lines back, so that progress makes sense.
  static let isInteractive = isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"

  /// Whether it may be written to in colour (https://no-color.org).
  static let usesColour = isInteractive && (environment["NO_COLOR"] ?? "").isEmpty

  /// Writes text to standard error as it is.
  static func write(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  /// Writes a line to standard output at once, also into a pipe, for whoever waits for it.
  static func say(_ line: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
  }

  /// Writes a line to standard error.
  static func error(_ line: String) {
    write(line + "\n")
  }
}
