import CSampleHost
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
      do {
        return try await StartAttempts().run { try await attempt(command, onLine, cancellation) }
      } catch let failure as StartAttempts.Failure {
        throw RunningProcess.error(command, failure.code)
      }
    } onCancel: {
      cancellation.tell()
    }
    guard let result else { throw CancellationError() }
    return result
  }

  private func attempt(
    _ command: Command, _ onLine: (@Sendable (Substring) -> Void)?, _ cancellation: Cancellation
  ) async throws -> CommandResult? {
    try await withCheckedThrowingContinuation { continuation in
      let failure = Self.startThread {
        continuation.resume(
          with: Result { try RunningProcess(command, onLine, cancellation).wait() })
      }
      if failure != 0 { continuation.resume(throwing: StartAttempts.Failure(code: failure)) }
    }
  }

  private final class Work: Sendable {
    let perform: @Sendable () -> Void
    init(_ perform: @escaping @Sendable () -> Void) { self.perform = perform }
  }

  /// Starts a thread; `Thread` doesn't tell when the system has none left.
  ///
  /// - Returns: 0, or an errno value when the work is not going to be done.
  private static func startThread(_ perform: @escaping @Sendable () -> Void) -> Int32 {
    let work = Unmanaged.passRetained(Work(perform))
    let failure = csamplehost_start_thread(
      { context in
        if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().perform() }
      }, work.toOpaque())
    if failure != 0 { work.release() }
    return failure
  }
}
