import Foundation
import Synchronization

/// Ends an exchange whose calls block, from another thread.
final class ExchangeStop: Sendable {
  private struct State {
    var socket: Int32?
    var isStopped = false
  }

  /// Set by the exchange's own thread, read by whoever loses patience.
  private let state = Mutex(State())

  /// Whether the exchange has been ended from outside.
  var isStopped: Bool { state.withLock { $0.isStopped } }

  /// A socket to shut down; at once if the exchange has been ended before.
  func watch(_ socket: Int32) {
    state.withLock { state in
      state.socket = socket
      if state.isStopped { Self.shutDown(socket) }
    }
  }

  /// The socket is about to be closed, and its number to be somebody else's.
  func release() { state.withLock { $0.socket = nil } }

  /// Lets every blocking call of the exchange return.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      if let socket = state.socket { Self.shutDown(socket) }
    }
  }

  private static func shutDown(_ socket: Int32) { _ = shutdown(socket, Int32(SHUT_RDWR)) }
}
