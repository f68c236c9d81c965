import Foundation
import Synchronization

/// The sockets of a server's open connections.
///
/// Changed by the polling thread; any thread may close all of them.
final class OpenConnections: Sendable {
  private struct State {
    var sockets: Set<Int32> = []
    var isClosing = false
  }

  private let state = Mutex(State())
  private let allClosed = DispatchSemaphore(value: 0)

  var count: Int { state.withLock { $0.sockets.count } }

  /// Adds a connection; returns whether it is beyond the limit.
  func add(_ socket: Int32, limit: Int) -> Bool {
    state.withLock { state in
      state.sockets.insert(socket)
      if state.isClosing { shutdown(socket, Int32(SHUT_RDWR)) }
      return state.sockets.count > limit
    }
  }

  /// Removes a connection, before its socket is closed.
  func remove(_ socket: Int32) {
    let isLast = state.withLock { state in
      state.sockets.remove(socket)
      return state.isClosing && state.sockets.isEmpty
    }
    if isLast { allClosed.signal() }
  }

  /// Ends all connections and waits until libmicrohttpd has closed them.
  func closeAll() {
    let isEmpty = state.withLock { state in
      state.isClosing = true
      for socket in state.sockets { shutdown(socket, Int32(SHUT_RDWR)) }
      return state.sockets.isEmpty
    }
    if !isEmpty { allClosed.wait() }
  }
}
