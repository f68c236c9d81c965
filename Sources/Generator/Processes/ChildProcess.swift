import CDocgenSampleHost
import Foundation

/// A process that this one has started, as the leader of a session.
package struct ChildProcess: Sendable {
  /// A failure to start a process or a thread, or to open a pipe, with the number in `errno`.
  package struct Failure: Error { package let code: Int32 }

  /// The process number, reserved until `wait()` returns.
  package let id: Int32

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - command: the program, its arguments, variables and folder; its limits are ignored.
  ///   - descriptors: its standard input, standard output, standard error and report.
  ///   - endsWithThread: whether it is killed when the calling thread ends, on Linux.
  /// - Throws: `Failure` when it can't be started.
  package init(
    _ command: Command, descriptors: [Int32], endsWithThread: Bool
  ) throws(Failure) {
    let variables = command.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let arguments = command.arguments.map { strdup($0) } + [nil]
    let environment = variables.map { strdup($0) } + [nil]
    defer { for text in arguments + environment { free(text) } }
    var id: pid_t = 0
    let failure = csamplehost_spawn(
      &id, command.executable, arguments, environment, command.directory, descriptors,
      endsWithThread ? 1 : 0)
    if failure != 0 { throw Failure(code: failure) }
    self.id = id
  }

  /// Whether the process has ended; call it only before `wait()`.
  var hasEnded: Bool { csamplehost_has_ended(id) != 0 }

  /// Kills the process and its descendants; call it only before `wait()`.
  package func killFamily() { csamplehost_kill_family(id) }

  /// Waits until the process ends, and releases its number.
  package func wait() -> CommandResult.Ending {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    // As the macros of <sys/wait.h> do: the low seven bits are a signal, the next eight the status.
    let signal = Int(status & 0x7F)
    return signal == 0 ? .exited(Int(status >> 8 & 0xFF)) : .signalled(signal)
  }

  /// Opens a pipe whose ends concurrently started programs don't inherit.
  ///
  /// - Throws: `Failure` when there are no more descriptors.
  package static func pipe() throws(Failure) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    let failure = csamplehost_pipe(&ends)
    if failure != 0 { throw Failure(code: failure) }
    return (ends[0], ends[1])
  }
}
