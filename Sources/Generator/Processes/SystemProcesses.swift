import CDocgenSampleHost
import Foundation

/// Starts real processes, each as the leader of its own session.
public struct SystemProcesses: ProcessLauncher {
  /// Creates a launcher.
  public init() {}

  /// Starts a program and waits on a separate thread, because the kernel kills a child when the
  /// thread that started it ends.
  public func run(
    _ command: Command, onLine: (@Sendable (Substring) -> Void)? = nil
  ) async throws -> CommandResult {
    try Task.checkCancellation()
    do {
      let cancellation = try Cancellation()
      let result = try await withTaskCancellationHandler {
        try await Self.retryWhileFull {
          try await attempt(command, onLine: onLine, cancellation: cancellation)
        }
      } onCancel: {
        cancellation.cancel()
      }
      guard let result else { throw CancellationError() }
      return result
    } catch let failure as ChildProcess.Failure {
      throw EnvironmentError.toolFailed(
        tool: command.executable, reason: String(cString: strerror(failure.code)))
    }
  }

  private func attempt(
    _ command: Command, onLine: (@Sendable (Substring) -> Void)?, cancellation: Cancellation
  ) async throws -> CommandResult? {
    try await withCheckedThrowingContinuation { continuation in
      let failure = Self.startThread {
        continuation.resume(
          with: Result {
            try RunningProcess(command, onLine: onLine, cancellation: cancellation).wait()
          })
      }
      if failure != 0 { continuation.resume(throwing: ChildProcess.Failure(code: failure)) }
    }
  }

  /// The number of attempts while the system is full, which with the pauses take about a second.
  static let attempts = 100

  /// Retries to start a process or a thread while the system has no room for one, until a fork bomb
  /// has been ended.
  ///
  /// - Returns: the result of the first attempt that doesn't fail with `EAGAIN`.
  /// - Throws: any other failure immediately, or that of the last attempt.
  static func retryWhileFull<Value>(
    pause: () async throws -> Void = { try await Task.sleep(for: .milliseconds(10)) },
    _ attempt: () async throws -> Value
  ) async throws -> Value {
    for _ in 1..<attempts {
      do {
        return try await attempt()
      } catch let failure as ChildProcess.Failure where failure.code == EAGAIN {
        try await pause()
      }
    }
    return try await attempt()
  }

  private final class Job: Sendable {
    let perform: @Sendable () -> Void
    init(_ perform: @escaping @Sendable () -> Void) { self.perform = perform }
  }

  /// Starts a thread; `Thread` doesn't report when the system has none left.
  ///
  /// - Returns: 0, or an errno value when the job can't run.
  private static func startThread(_ perform: @escaping @Sendable () -> Void) -> Int32 {
    let job = Unmanaged.passRetained(Job(perform))
    let failure = csamplehost_start_thread(
      { context in
        if let context { Unmanaged<Job>.fromOpaque(context).takeRetainedValue().perform() }
      }, job.toOpaque())
    if failure != 0 { job.release() }
    return failure
  }
}

/// Wakes the thread that waits for a process whose task is cancelled.
final class Cancellation: Sendable {
  /// The descriptor that becomes readable on cancellation.
  let signal: Int32
  private let writing: Int32

  /// - Throws: `ChildProcess.Failure` when there are no more descriptors.
  init() throws(ChildProcess.Failure) {
    (signal, writing) = try ChildProcess.pipe()
  }

  deinit {
    close(signal)
    close(writing)
  }

  func cancel() { _ = write(writing, "", 1) }
}
