import Synchronization

/// The tasks of all requests in progress, so that `close` can cancel them and wait for them.
///
/// libmicrohttpd ends the process if it is stopped while a connection is suspended. `close` returns
/// once every connection has been resumed, and none is suspended after that.
final class ExchangeTable: Sendable {
  private struct State {
    var isClosed = false
    var nextID = 0
    var tasks: [Int: Task<Void, Never>] = [:]
    var running: Set<Int> = []
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  let limits: HTTPListener.Limits
  let connections = OpenConnections()
  let bodies = BoundedCount()
  let responses = PendingResponses()
  let watch = HangUpWatch()
  private let refusal: HTTPListener.RefusalResponse
  private let handler: HTTPListener.Handler
  private let executor = PollingExecutor()
  private let state = Mutex(State())

  init(
    limits: HTTPListener.Limits, refusal: @escaping HTTPListener.RefusalResponse,
    handler: @escaping HTTPListener.Handler
  ) {
    self.limits = limits
    self.refusal = refusal
    self.handler = handler
  }

  /// Returns the reason to reject a request after its header, if any.
  func refusal(of exchange: Exchange) -> HTTPListener.Refusal? {
    if exchange.isSurplus { return .tooManyConnections(limit: limits.connections) }
    let header = exchange.beginning
    if let problem = header.headers.ambiguity { return .ambiguousHeader(problem) }
    if header.headers.byteCount > limits.headerBytes {
      return .headerTooLarge(limit: limits.headerBytes)
    }
    let isTooLarge = exchange.declaredLength.map { $0 > limits.bodyBytes } ?? false
    return isTooLarge ? .bodyTooLarge(limit: limits.bodyBytes) : nil
  }

  /// Returns the response to a request that exceeds a limit.
  func response(for reason: HTTPListener.Refusal, to exchange: Exchange) -> HTTPResponse {
    var response = refusal(reason, exchange.beginning)
    if reason.endsConnection { response.headers["Connection"] = "close" }
    return response
  }

  /// Handles a request in a task, and suspends the connection if the response isn't ready at once.
  ///
  /// - Returns: whether the connection is suspended; if not, the response is set.
  func handle(_ exchange: Exchange, on connection: Connection) -> Bool {
    let request: HTTPRequest
    switch exchange.beginHandling() {
    case .success(let complete): request = complete
    case .failure(let reason): return exchange.finish(with: response(for: reason, to: exchange))
    }
    let descriptor = connection.descriptor
    let pendingWatch = PendingWatch()
    let respond: @Sendable () async -> Void = { [handler, watch] in
      let response = exchange.counted(await handler(request), by: self)
      if let id = pendingWatch.end() { watch?.forget(descriptor, id: id) }
      if exchange.finish(with: response) { connection.resume() }
    }
    // A request without a body usually reads memory only; any other may take long.
    let isBrief = request.body.isEmpty
    let task =
      isBrief ? executor.run { run(preferring: executor, respond) } : run(respond)
    guard let task else { return exchange.finish(with: .stopping) }
    // While the connection is suspended, libmicrohttpd neither reads nor closes the socket.
    guard exchange.suspendUnlessResponded(connection) else { return false }
    pendingWatch.begin { watch?.watch(descriptor) { task.cancel() } }
    return true
  }

  /// Runs a job that leaves no connection suspended; `close` cancels it and waits for it.
  ///
  /// - Returns: the task; `nil` when the server is stopping.
  func run(
    preferring executor: any TaskExecutor = ServingExecutor.shared,
    _ work: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never>? {
    let started = state.withLock { state -> Int? in
      guard !state.isClosed else { return nil }
      state.nextID += 1
      state.running.insert(state.nextID)
      return state.nextID
    }
    guard let id = started else { return nil }
    let task = Task(executorPreference: executor) {
      await work()
      self.finished(id)
    }
    let isClosed = state.withLock { state in
      // If the task is already over, there is nothing to cancel.
      if state.running.contains(id) { state.tasks[id] = task }
      return state.isClosed
    }
    // `close` may have collected the tasks to cancel just before.
    if isClosed { task.cancel() }
    return task
  }

  private func finished(_ id: Int) {
    let waiters = state.withLock { state in
      state.running.remove(id)
      state.tasks[id] = nil
      guard state.running.isEmpty else { return [] as [CheckedContinuation<Void, Never>] }
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  private func cancelAll() {
    let tasks = state.withLock { state in
      state.isClosed = true
      return Array(state.tasks.values)
    }
    for task in tasks { task.cancel() }
  }

  func close() async {
    cancelAll()
    defer { watch?.stop() }
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if !state.running.isEmpty { state.waiters.append(continuation) }
        return state.running.isEmpty
      }
      if isIdle { continuation.resume() }
    }
  }
}

/// The hang-up watch of a request; the response may be ready before the watch starts.
private final class PendingWatch: Sendable {
  private enum State {
    case new, ended
    case watching(UInt32?)
  }

  /// Locked by the polling thread and the request's task.
  private let state = Mutex(State.new)

  /// Starts a watch, unless the response is ready.
  func begin(_ watch: () -> UInt32?) {
    state.withLock { state in
      if case .new = state { state = .watching(watch()) }
    }
  }

  /// Returns the watch to end, if one has started; none starts after this.
  func end() -> UInt32? {
    state.withLock { state in
      defer { state = .ended }
      if case .watching(let id) = state { return id }
      return nil
    }
  }
}

/// A bounded counter of the bytes of request bodies.
final class BoundedCount: Sendable {
  /// Changed by the polling thread.
  private let count = Atomic(0)

  var total: Int { count.load(ordering: .relaxed) }

  /// Adds to the count, unless the sum exceeds a limit.
  ///
  /// - Returns: whether the number was added.
  func add(_ number: Int, limit: Int) -> Bool {
    let total = count.add(number, ordering: .relaxed).newValue
    if total > limit { remove(number) }
    return total <= limit
  }

  func remove(_ number: Int) { count.subtract(number, ordering: .relaxed) }
}
