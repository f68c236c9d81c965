import Synchronization

/// Work that several tasks want at the same time and that is done once for all of them.
///
/// A task that is cancelled stops waiting at once; when the last one has, the work itself is cancelled.
final class JoinedWork<Value: Sendable>: Sendable {
  private struct State {
    var nextID = 0
    /// The run that those below wait for; `nil` between two runs.
    var run: Int?
    var task: Task<Void, Never>?
    var waiters: [Int: CheckedContinuation<Value, any Error>] = [:]
  }

  /// Taken by those who wait, by the work's end and by cancellations; never held across any of them.
  private let state = Mutex(State())

  /// How many tasks wait at the moment.
  var waiterCount: Int { state.withLock { $0.waiters.count } }

  /// The result of the work that runs, or of this one if none does.
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
        // The next one to ask begins anew.
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
