import Foundation
import Synchronization

/// Stops an exchange with blocking calls from another thread.
final class ExchangeStop: Sendable {
  private struct State {
    var socket: Int32?
    var isStopped = false
  }

  /// Set by the exchange's thread, read by the thread that stops it.
  private let state = Mutex(State())

  /// Whether the exchange has been stopped.
  var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Sets the socket to shut down; shuts it down immediately if the exchange has been stopped.
  func watch(_ socket: Int32) {
    state.withLock { state in
      state.socket = socket
      if state.isStopped { Self.shutDown(socket) }
    }
  }

  /// Forgets the socket before it is closed, because its descriptor may be reused.
  func release() { state.withLock { $0.socket = nil } }

  /// Makes every blocking call of the exchange return.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      if let socket = state.socket { Self.shutDown(socket) }
    }
  }

  private static func shutDown(_ socket: Int32) { _ = shutdown(socket, Int32(SHUT_RDWR)) }
}
