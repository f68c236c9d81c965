import Synchronization

/// The readers of a client's states; each gets the current state first, then every change.
final class StateSubscribers: Sendable {
  private struct State {
    var current = ClientState.idle
    var nextID = 0
    var continuations: [Int: AsyncStream<ClientState>.Continuation] = [:]
  }

  /// Guards the subscribers; locked by the client, and by ending streams on any thread.
  private let state = Mutex(State())

  /// The state published last.
  var current: ClientState { state.withLock { $0.current } }

  func subscribe() -> AsyncStream<ClientState> {
    let (stream, continuation) = AsyncStream.makeStream(of: ClientState.self)
    let id = state.withLock { state in
      state.nextID += 1
      state.continuations[state.nextID] = continuation
      // Inside the lock, so that no later state can arrive before this one.
      continuation.yield(state.current)
      return state.nextID
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.continuations.removeValue(forKey: id) }
    }
    return stream
  }

  /// Sends a state to every reader, unless it equals the last one.
  func publish(_ new: ClientState) {
    state.withLock { state in
      guard state.current != new else { return }
      state.current = new
      for continuation in state.continuations.values { continuation.yield(new) }
    }
  }

  deinit {
    for continuation in state.withLock({ $0.continuations.values }) { continuation.finish() }
  }
}
