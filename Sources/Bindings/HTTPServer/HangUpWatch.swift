import CDocgenMicroHTTPD
import Foundation
import Synchronization

/// Reports when a client disconnects while its connection is suspended, waiting for the response.
///
/// libmicrohttpd doesn't watch suspended connections. One thread watches all of them. As in Go's
/// servers, a client that has closed its sending side counts as disconnected. Outside Linux there
/// is no watch; the server notices a disconnect when it sends the response.
final class HangUpWatch: Sendable {
  private struct Watched {
    let id: UInt32
    let hangUp: @Sendable () -> Void
  }

  private struct State {
    var nextID: UInt32 = 0
    var watched: [Int32: Watched] = [:]
    var isStopped = false
  }

  /// Locked by the polling thread, by the tasks of all requests and by the watching thread.
  private let state = Mutex(State())
  private let sockets: Int32
  private let waker: Int32

  /// Creates a watch; `nil` if the system has no descriptors left, or no epoll.
  init?() {
    sockets = docgen_watch_open()
    waker = docgen_watch_waker()
    guard sockets >= 0, waker >= 0 else {
      if sockets >= 0 { close(sockets) }
      if waker >= 0 { close(waker) }
      return nil
    }
    _ = docgen_watch_add(sockets, waker, .max, true)
    // The thread keeps the watch alive until it is stopped.
    Thread.detachNewThread { [self] in wait() }
  }

  /// Calls a closure once if the client disconnects, on the watching thread.
  ///
  /// - Returns: the ID for `forget`.
  func watch(_ descriptor: Int32, hangUp: @escaping @Sendable () -> Void) -> UInt32 {
    state.withLock { state in
      state.nextID &+= 1
      guard !state.isStopped else { return state.nextID }
      state.watched[descriptor] = Watched(id: state.nextID, hangUp: hangUp)
      let tag = UInt64(state.nextID) << 32 | UInt64(UInt32(bitPattern: descriptor))
      _ = docgen_watch_add(sockets, descriptor, tag, false)
      return state.nextID
    }
  }

  /// Ends a watch; does nothing if the descriptor has been closed and reused meanwhile.
  func forget(_ descriptor: Int32, id: UInt32) {
    state.withLock { state in
      guard state.watched[descriptor]?.id == id else { return }
      state.watched[descriptor] = nil
      if !state.isStopped { docgen_watch_remove(sockets, descriptor) }
    }
  }

  /// Stops watching and ends the thread.
  func stop() {
    state.withLock { state in
      guard !state.isStopped else { return }
      state.isStopped = true
      state.watched = [:]
      docgen_watch_wake(waker)
    }
  }

  private func wait() {
    var tag: UInt64 = 0
    while docgen_watch_next(sockets, &tag), tag != .max {
      let descriptor = Int32(truncatingIfNeeded: tag)
      let id = UInt32(truncatingIfNeeded: tag >> 32)
      let gone = state.withLock { state -> Watched? in
        guard let watched = state.watched[descriptor], watched.id == id else { return nil }
        state.watched[descriptor] = nil
        return watched
      }
      gone?.hangUp()
    }
    state.withLock { $0.isStopped = true }
    close(sockets)
    close(waker)
  }
}
