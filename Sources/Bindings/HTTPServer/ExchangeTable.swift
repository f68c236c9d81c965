import Synchronization

/// The tasks of all requests under way, so that stopping can cancel them and wait.
///
/// libmicrohttpd ends the process when it is stopped while a connection is suspended: `close`
/// returns once every one has been resumed, and none is suspended from then on.
final class ExchangeTable: Sendable {
  private struct State {
    var isClosed = false
    var nextID = 0
    var tasks: [Int: Task<Void, Never>] = [:]
    var running: Set<Int> = []
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  let limits: HTTPListener.Limits
  let connections = BoundedCount()
  let bodies = BoundedCount()
  let watch = HangUpWatch()
  private let refusal: HTTPListener.RefusalAnswer
  private let handler: HTTPListener.Handler
  private let executor = PollingExecutor()
  private let state = Mutex(State())

  init(
    limits: HTTPListener.Limits, refusal: @escaping HTTPListener.RefusalAnswer,
    handler: @escaping HTTPListener.Handler
  ) {
    self.limits = limits
    self.refusal = refusal
    self.handler = handler
  }

  /// Why a request is refused whose header has come.
  func refusal(of exchange: Exchange) -> HTTPListener.Refusal? {
    if exchange.isSurplus { return .tooManyConnections(limit: limits.connections) }
    let isTooLarge = exchange.declaredLength.map { $0 > limits.bodyBytes } ?? false
    return isTooLarge ? .bodyTooLarge(limit: limits.bodyBytes) : nil
  }

  /// The answer to a request over a limit.
  func answer(_ reason: HTTPListener.Refusal, to exchange: Exchange) -> HTTPResponse {
    var answer = refusal(reason, exchange.beginning)
    if case .tooManyConnections = reason { answer.headers["Connection"] = "close" }
    return answer
  }

  /// Answers a request from a task, and suspends the connection if that takes more than a moment.
  ///
  /// - Returns: whether it is suspended; else the answer is there.
  func handle(_ exchange: Exchange, on connection: Connection) -> Bool {
    let request: HTTPRequest
    switch exchange.beginHandling() {
    case .success(let whole): request = whole
    case .failure(let reason): return exchange.finish(with: answer(reason, to: exchange))
    }
    let descriptor = connection.descriptor
    let patience = Patience()
    let answer: @Sendable () async -> Void = { [handler, watch] in
      let response = await handler(request)
      if let id = patience.end() { watch?.forget(descriptor, id) }
      if exchange.finish(with: response) { connection.resume() }
    }
    // Whoever sends nothing asks for what is there; all else may work for long.
    let isBrief = request.body.isEmpty
    let task =
      isBrief ? executor.run { run(preferring: executor, answer) } : run(answer)
    guard let task else { return exchange.finish(with: .stopping) }
    // While it is suspended, libmicrohttpd neither reads the socket nor closes it.
    guard exchange.suspendUnlessAnswered(connection) else { return false }
    patience.begin { watch?.watch(descriptor) { task.cancel() } }
    return true
  }

  /// Runs work at whose end no connection is suspended any more; `close` cancels it and waits for it.
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
      // The task may be over already; then there is nothing left to cancel.
      if state.running.contains(id) { state.tasks[id] = task }
      return state.isClosed
    }
    // `close` may have looked for tasks to cancel just before.
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

/// Whether a client's hang-up is still of interest: the answer may be there before the watch is.
private final class Patience: Sendable {
  private enum State {
    case new, ended
    case watching(UInt32?)
  }

  /// Taken by the polling thread and the request's task.
  private let state = Mutex(State.new)

  /// Begins a watch, unless the answer is there already.
  func begin(_ watch: () -> UInt32?) {
    state.withLock { state in
      if case .new = state { state = .watching(watch()) }
    }
  }

  /// The watch to end, if one has begun; none begins from now on.
  func end() -> UInt32? {
    state.withLock { state in
      defer { state = .ended }
      if case .watching(let id) = state { return id }
      return nil
    }
  }
}
