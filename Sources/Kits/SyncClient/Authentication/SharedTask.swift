import Synchronization

/// A job that several tasks need at once and that runs once for all of them.
///
/// A cancelled task stops waiting immediately; when the last one is cancelled, so is the job.
final class SharedTask<Value: Sendable>: Sendable {
  private struct State {
    var nextID = 0
    /// The run that `waiters` wait for; `nil` between two runs.
    var run: Int?
    var task: Task<Void, Never>?
    var waiters: [Int: CheckedContinuation<Value, any Error>] = [:]
  }

  /// Locked by waiting tasks, by the end of the job and by cancellations; never held while
  /// resuming.
  private let state = Mutex(State())

  /// The number of tasks that are waiting now.
  var waiterCount: Int { state.withLock { $0.waiters.count } }

  /// Returns the result of the job in progress, or starts `work` if none is.
  func value(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let waiter = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = state.withLock { state in
          if Task.isCancelled { return true }
          state.waiters[waiter] = continuation
          if state.run == nil {
            state.nextID += 1
            let run = state.nextID
            state.run = run
            state.task = Task { await self.perform(work, as: run) }
          }
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      let (continuation, abandoned) = state.withLock { state in
        let continuation = state.waiters.removeValue(forKey: waiter)
        guard continuation != nil, state.waiters.isEmpty else {
          return (continuation, nil as Task<Void, Never>?)
        }
        // The next caller starts another run.
        state.run = nil
        return (continuation, state.task)
      }
      abandoned?.cancel()
      continuation?.resume(throwing: CancellationError())
    }
  }

  private func perform(_ work: @Sendable () async throws -> Value, as run: Int) async {
    let result: Result<Value, any Error>
    do { result = .success(try await work()) } catch { result = .failure(error) }
    let waiters = state.withLock { state in
      guard state.run == run else { return [CheckedContinuation<Value, any Error>]() }
      state.run = nil
      state.task = nil
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume(with: result) }
  }
}
