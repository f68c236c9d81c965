import Foundation

/// Starts real processes, each as the leader of its own session and without standard input.
public struct SystemProcesses: ProcessLauncher {
  /// A launcher of processes.
  public init() {}

  /// Starts a program and waits on a thread of its own, which is what a parent's death is told by.
  public func run(
    _ command: Command, onLine: (@Sendable (Substring) -> Void)? = nil
  ) async throws -> CommandResult {
    try Task.checkCancellation()
    let cancellation = try Cancellation()
    let result = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread {
          continuation.resume(
            with: Result { try RunningProcess(command, onLine, cancellation).wait() })
        }
      }
    } onCancel: {
      cancellation.tell()
    }
    guard let result else { throw CancellationError() }
    return result
  }
}
