import Foundation

/// Runs blocking functions outside the few threads that Swift's tasks share.
enum BlockingWork {
  /// Runs a function on a separate thread and waits for it without blocking.
  static func onThread<Result: Sendable>(
    _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Swift.Result(catching: work)) }
    }
  }
}
