import CSampleHost
import Foundation

/// Starts real processes, each as the leader of its own session.
public struct SystemProcesses: ProcessLauncher {
  /// A launcher of processes.
  public init() {}

  /// Starts a program and waits on a thread of its own, which is what a parent's death is told by.
  public func run(
    _ command: Command, onLine: (@Sendable (Substring) -> Void)? = nil
  ) async throws -> CommandResult {
    try Task.checkCancellation()
    do {
      let cancellation = try Cancellation()
      let result = try await withTaskCancellationHandler {
        try await Self.retryWhileFull { try await attempt(command, onLine, cancellation) }
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
    _ command: Command, _ onLine: (@Sendable (Substring) -> Void)?, _ cancellation: Cancellation
  ) async throws -> CommandResult? {
    try await withCheckedThrowingContinuation { continuation in
      let failure = Self.startThread {
        continuation.resume(
          with: Result { try RunningProcess(command, onLine, cancellation).wait() })
      }
      if failure != 0 { continuation.resume(throwing: ChildProcess.Failure(code: failure)) }
    }
  }

  /// How often a start is tried while the system is full: with the pauses, for about a second.
  static let attempts = 100

  /// Starts a process or a thread again while the system has no room for one, as long as somebody's
  /// fork bomb has not been ended yet.
  ///
  /// - Returns: what the first attempt gives that doesn't fail with `EAGAIN`.
  /// - Throws: any other failure at once, or the last attempt's.
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

/// Wakes the thread that waits for a process whose task was cancelled.
final class Cancellation: Sendable {
  /// Can be read from as soon as it is cancelled.
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
