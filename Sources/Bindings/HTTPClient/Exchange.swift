import Synchronization

/// A request in progress, shared by the thread that receives the response and the task that waits
/// for it.
final class Exchange: Sendable {
  typealias Outcome = Result<TransportResponse, TransportError>

  private struct State {
    /// What has arrived; `nil` before the header has.
    var response: TransportResponse?
    var outcome: Outcome?
    var waiter: CheckedContinuation<Outcome, Never>?
    var timer: Task<Void, Never>?
    var cancel: (@Sendable () -> Void)?
  }

  private let bodyLimit: Int
  /// Locked by the receiving thread, by the waiting task and by the timer.
  private let state = Mutex(State())

  init(bodyLimit: Int) { self.bodyLimit = bodyLimit }

  /// Starts the time limit; `cancel` stops the transfer and is called at most once, on any thread.
  func start(timeout: Duration, cancel: @escaping @Sendable () -> Void) {
    let timer = Task { [weak self] in
      if (try? await Task.sleep(for: timeout)) != nil { self?.fail(.timedOut) }
    }
    let isOver = state.withLock { state in
      if state.outcome == nil { (state.timer, state.cancel) = (timer, cancel) }
      return state.outcome != nil
    }
    if isOver { timer.cancel() }
  }

  // MARK: Called by the transfer

  /// Receives the status and the header fields; only the first call counts.
  func receive(status: Int, headers: HeaderFields) {
    state.withLock { state in
      if state.response == nil {
        state.response = TransportResponse(status: status, headers: headers)
      }
    }
  }

  /// Receives some of the body, after the header.
  func receive(_ bytes: some Sequence<UInt8>) {
    // Copy first: the pointer can't enter the lock's closure.
    let bytes = Array(bytes)
    let isTooMuch = state.withLock { state in
      guard state.outcome == nil else { return false }
      state.response?.body += bytes
      return (state.response?.body.count ?? 0) > bodyLimit
    }
    if isTooMuch { fail(.bodyTooLarge(limit: bodyLimit)) }
  }

  func complete() { finish(nil) }

  /// Ends the request; only the first call counts.
  func fail(_ error: TransportError) { finish(error) }

  private func finish(_ error: TransportError?) {
    let ended = state.withLock { state -> State? in
      guard state.outcome == nil else { return nil }
      state.outcome =
        error.map { .failure($0) } ?? state.response.map { .success($0) }
        ?? .failure(.connectionLost("there was no response"))
      defer { (state.waiter, state.timer, state.cancel) = (nil, nil, nil) }
      return state
    }
    guard let ended, let outcome = ended.outcome else { return }
    ended.timer?.cancel()
    if case .failure = outcome { ended.cancel?() }
    ended.waiter?.resume(returning: outcome)
  }

  // MARK: Called by the waiting task

  /// Returns the complete response; only one task may wait.
  func response() async throws(TransportError) -> TransportResponse {
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let known = state.withLock { state in
          if state.outcome == nil { state.waiter = continuation }
          return state.outcome
        }
        if let known { continuation.resume(returning: known) }
      }
    } onCancel: {
      fail(.cancelled)
    }
    return try outcome.get()
  }
}
