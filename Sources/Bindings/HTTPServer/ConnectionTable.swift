import CMicroHTTPD
import Synchronization

/// All open connections, and the task that looks after slow clients.
final class ConnectionTable: Sendable {
  private struct State {
    var open: [ObjectIdentifier: ConnectionDeadline] = [:]
    var watch: Task<Void, Never>?
    var isClosed = false
  }

  let limits: ConnectionLimits
  /// Changed by the polling thread, read by the task.
  private let state = Mutex(State())

  init(limits: ConnectionLimits) { self.limits = limits }

  var count: Int { state.withLock { $0.open.count } }

  var isFull: Bool { count >= limits.connections }

  func add(_ connection: ConnectionDeadline) {
    state.withLock { state in
      state.open[ObjectIdentifier(connection)] = connection
      guard state.watch == nil, !state.isClosed else { return }
      state.watch = Task { await watch() }
    }
  }

  func remove(_ connection: ConnectionDeadline) {
    connection.connectionEnds()
    state.withLock { $0.open[ObjectIdentifier(connection)] = nil }
  }

  /// Looks after nobody any more.
  func close() {
    let watch = state.withLock { state in
      state.isClosed = true
      return state.watch
    }
    watch?.cancel()
  }

  /// Goes on as long as there are connections.
  private func watch() async {
    while let pause = checkAll() {
      do { try await Task.sleep(nanoseconds: pause) } catch { return }
    }
  }

  /// Looks at every connection; gives the pause until the next look, and `nil` if there is none.
  private func checkAll() -> UInt64? {
    let open = state.withLock { state -> [ConnectionDeadline]? in
      if !state.open.isEmpty, !state.isClosed { return Array(state.open.values) }
      state.watch = nil
      return nil
    }
    guard let open else { return nil }
    let now = docgen_uptime()
    let next = open.reduce(UInt64.max) { min($0, $1.check(at: now)) }
    // What begins from here on ends no earlier than after the longest pause.
    return max(10_000_000, min(limits.longestPause, next &- now))
  }
}
