import Synchronization

/// Wakes tasks that wait for a change after a sequence.
final class ChangeSignal: Sendable {
  private struct State {
    var sequence: Int
    var nextWaiter = 0
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  /// Locked by writers after their transaction, and by waiting tasks; never held while they wait.
  private let state: Mutex<State>

  init(sequence: Int) { state = Mutex(State(sequence: sequence)) }

  /// The last committed sequence.
  var sequence: Int { state.withLock { $0.sequence } }

  /// Reports that changes up to a sequence are committed.
  func raise(to sequence: Int) {
    let waiters = state.withLock { state in
      guard sequence > state.sequence else { return [CheckedContinuation<Void, Never>]() }
      state.sequence = sequence
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Waits for a change after a sequence, or until the task is cancelled.
  func wait(after sequence: Int) async {
    let waiter = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDone = state.withLock { state in
          // The cancellation handler runs before or after this lock is held: an earlier
          // cancellation is visible here, a later one finds the waiter.
          if state.sequence > sequence || Task.isCancelled { return true }
          state.waiters[waiter] = continuation
          return false
        }
        if isDone { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: waiter) }?.resume()
    }
  }
}
