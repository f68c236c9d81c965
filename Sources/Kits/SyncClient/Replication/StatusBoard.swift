import Synchronization

/// The status of a replication, for reading and following.
final class StatusBoard: Sendable {
  private struct State {
    var status = ReplicationStatus()
    var nextFollower = 0
    var followers: [Int: AsyncStream<ReplicationStatus>.Continuation] = [:]
  }

  /// Written by the replication's task, read by any.
  private let state = Mutex(State())

  deinit {
    for follower in state.withLock({ $0.followers }).values { follower.finish() }
  }

  var status: ReplicationStatus { state.withLock { $0.status } }

  /// Changes the status; followers get it if it differs.
  func update(_ change: (inout ReplicationStatus) -> Void) {
    state.withLock { state in
      let before = state.status
      change(&state.status)
      guard state.status != before else { return }
      // Within the lock, so that all followers get the states in order; `yield` runs no foreign
      // code.
      for follower in state.followers.values { follower.yield(state.status) }
    }
  }

  /// Returns the current status and all later ones.
  func follow() -> AsyncStream<ReplicationStatus> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1_000)) { continuation in
      let id = state.withLock { state in
        state.nextFollower += 1
        state.followers[state.nextFollower] = continuation
        continuation.yield(state.status)
        return state.nextFollower
      }
      continuation.onTermination = { [weak self] _ in
        self?.state.withLock { _ = $0.followers.removeValue(forKey: id) }
      }
    }
  }
}
