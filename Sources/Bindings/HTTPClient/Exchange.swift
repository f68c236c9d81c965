import Foundation
import Synchronization

/// A request in progress, shared by the thread that receives the response and the task that reads
/// it.
final class Exchange: Sendable {
  struct Head: Sendable {
    var status: Int
    var headers: HeaderFields
  }

  private enum Waiter {
    case head(CheckedContinuation<Result<Head, TransportError>, Never>)
    case chunk(CheckedContinuation<Result<[UInt8]?, TransportError>, Never>)
  }

  private struct State {
    var head: Head?
    var chunks: [UInt8] = []
    var end: Result<Void, TransportError>?
    var waiter: Waiter?
    var deadline: ContinuousClock.Instant
    var timer: Task<Void, Never>?
    var cancel: (@Sendable () -> Void)?
  }

  private let timeout: Duration
  private let extendsOnProgress: Bool
  private let bufferLimit: Int
  /// Locked by the receiving thread, by the reading task and by the timer.
  private let state: Mutex<State>

  init(timeout: Duration, extendsOnProgress: Bool, bufferLimit: Int) {
    self.timeout = timeout
    self.extendsOnProgress = extendsOnProgress
    self.bufferLimit = bufferLimit
    state = Mutex(State(deadline: .now + timeout))
  }

  /// Starts the time limit; `cancel` stops the transfer and is called at most once, on any thread.
  func start(cancel: @escaping @Sendable () -> Void) {
    let timer = Task { [weak self] in
      while let deadline = self?.deadline {
        if deadline <= .now {
          self?.fail(.timedOut)
          return
        }
        guard (try? await Task.sleep(until: deadline, clock: .continuous)) != nil else { return }
      }
    }
    let isOver = state.withLock { state in
      if state.end == nil { (state.timer, state.cancel) = (timer, cancel) }
      return state.end != nil
    }
    if isOver { timer.cancel() }
  }

  /// The time when the request fails; `nil` once it is over.
  private var deadline: ContinuousClock.Instant? {
    state.withLock { $0.end == nil ? $0.deadline : nil }
  }

  // MARK: Called by the transfer

  func receive(_ head: Head?) {
    change { state in state.head = state.head ?? head }
  }

  func receive(_ bytes: some Sequence<UInt8>) {
    // Copy first: the pointer can't enter the lock's closure.
    let bytes = Array(bytes)
    let isTooMuch = change { state in
      guard state.end == nil else { return false }
      state.chunks += bytes
      return state.chunks.count > bufferLimit
    }
    if isTooMuch { fail(.bodyTooLarge(limit: bufferLimit)) }
  }

  func complete() {
    finish(.success(()))
  }

  /// Ends the request; only the first call counts.
  func fail(_ error: TransportError) {
    finish(.failure(error))
  }

  private func finish(_ end: Result<Void, TransportError>) {
    let (timer, cancel) = change { state -> (Task<Void, Never>?, (@Sendable () -> Void)?) in
      guard state.end == nil else { return (nil, nil) }
      var end = end
      if case .success = end, state.head == nil {
        end = .failure(.connectionLost("there was no response"))
      }
      state.end = end
      defer { (state.timer, state.cancel) = (nil, nil) }
      return (state.timer, state.cancel)
    }
    timer?.cancel()
    if case .failure = end { cancel?() }
  }

  /// Changes the state, then resumes the waiting task if its result is available.
  private func change<Result>(_ body: (inout State) -> Result) -> Result {
    let (result, wake) = state.withLock { state in
      let result = body(&state)
      if extendsOnProgress { state.deadline = .now + timeout }
      return (result, Self.wake(&state))
    }
    wake?()
    return result
  }

  private static func wake(_ state: inout State) -> (@Sendable () -> Void)? {
    switch state.waiter {
    case .head(let continuation):
      guard let result = headResult(state) else { return nil }
      state.waiter = nil
      return { continuation.resume(returning: result) }
    case .chunk(let continuation):
      guard let result = nextChunk(&state) else { return nil }
      state.waiter = nil
      return { continuation.resume(returning: result) }
    case nil: return nil
    }
  }

  private static func headResult(_ state: State) -> Result<Head, TransportError>? {
    if let head = state.head { return .success(head) }
    if case .failure(let error) = state.end { return .failure(error) }
    return nil
  }

  /// Returns the bytes received so far; an error comes after them.
  private static func nextChunk(_ state: inout State) -> Result<[UInt8]?, TransportError>? {
    if !state.chunks.isEmpty {
      defer { state.chunks = [] }
      return .success(state.chunks)
    }
    return state.end.map { end in end.map { nil } }
  }

  // MARK: Called by the reading task

  func head() async throws(TransportError) -> Head {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let now = state.withLock { state in
          let result = Self.headResult(state)
          if result == nil { state.waiter = .head(continuation) }
          return result
        }
        if let now { continuation.resume(returning: now) }
      }
    } onCancel: {
      fail(.cancelled)
    }
    return try result.get()
  }

  func chunk() async throws(TransportError) -> [UInt8]? {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let now: Result<[UInt8]?, TransportError>? = state.withLock { state in
          guard state.waiter == nil else {
            return .failure(.invalidRequest("two tasks read one body"))
          }
          let result = Self.nextChunk(&state)
          if result == nil { state.waiter = .chunk(continuation) }
          return result
        }
        if let now { continuation.resume(returning: now) }
      }
    } onCancel: {
      fail(.cancelled)
    }
    return try result.get()
  }

  /// Cancels the request when the last reference to a streamed response is released.
  final class Lease: Sendable {
    let exchange: Exchange
    init(_ exchange: Exchange) { self.exchange = exchange }
    deinit { exchange.fail(.cancelled) }
  }
}

extension Exchange {
  /// Returns the complete response.
  func response(limit: Int) async throws(TransportError) -> TransportResponse {
    let head = try await head()
    var body: [UInt8] = []
    while let chunk = try await chunk() {
      body += chunk
      if body.count > limit {
        fail(.bodyTooLarge(limit: limit))
        throw .bodyTooLarge(limit: limit)
      }
    }
    return TransportResponse(status: head.status, headers: head.headers, body: body)
  }

  /// Returns the response once its header has arrived.
  func streamedResponse(limit: Int) async throws(TransportError) -> StreamedResponse {
    let head = try await head()
    let lease = Lease(self)
    return StreamedResponse(
      status: head.status, headers: head.headers,
      chunks: BodyChunks(limit: limit) { () throws(TransportError) in
        try await lease.exchange.chunk()
      })
  }
}
