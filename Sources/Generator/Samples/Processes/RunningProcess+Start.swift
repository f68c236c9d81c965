import CSampleHost
import Foundation

extension RunningProcess {
  /// Opens the pipes of a program's standard output, standard error and report.
  static func openPipes() throws -> [(reading: Int32, writing: Int32)] {
    var result: [(reading: Int32, writing: Int32)] = []
    for _ in 0..<3 {
      var ends: [Int32] = [-1, -1]
      let failure = csamplehost_pipe(&ends)
      guard failure == 0 else {
        for opened in result {
          close(opened.reading)
          close(opened.writing)
        }
        throw StartAttempts.Failure(code: failure)
      }
      result.append((ends[0], ends[1]))
    }
    return result
  }

  /// Lends a command's words and variables in the form that C takes.
  static func withArguments(
    _ command: Command,
    _ body: (
      UnsafePointer<UnsafeMutablePointer<CChar>?>, UnsafePointer<UnsafeMutablePointer<CChar>?>
    ) -> Int32
  ) -> Int32 {
    let variables = command.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let arguments = command.arguments.map { strdup($0) } + [nil]
    let environment = variables.map { strdup($0) } + [nil]
    defer { for text in arguments + environment { free(text) } }
    return body(arguments, environment)
  }

  /// What a status of `waitpid` says.
  static func ending(_ status: Int32) -> CommandResult.Ending {
    // The macros of <sys/wait.h>: the low seven bits hold a signal, the next eight the status.
    let signal = Int(status & 0x7F)
    return signal == 0 ? .exited(Int(status >> 8 & 0xFF)) : .signalled(signal)
  }

  /// That a program can't be started, for a reason in the words of `errno`.
  static func error(_ command: Command, _ code: Int32) -> EnvironmentError {
    .toolFailed(tool: command.executable, reason: String(cString: strerror(code)))
  }
}
