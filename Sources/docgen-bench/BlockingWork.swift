import Foundation

/// Work that blocks, away from the few threads that Swift's tasks share.
enum BlockingWork {
  /// Runs the work on a thread of its own and waits for it without blocking.
  static func onThread<Result: Sendable>(
    _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Swift.Result(catching: work)) }
    }
  }
}
