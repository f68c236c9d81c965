import CMicroHTTPD
import Foundation
import Synchronization

/// Tells when clients hang up whose connections libmicrohttpd doesn't look at, since they are
/// suspended until their answers are there.
///
/// One thread waits for all of them. As in Go's servers, a client that has closed its sending side
/// counts as gone. Outside Linux there is no watch, and hang-ups are noticed when an answer is sent.
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

  /// Changed by the polling thread and the tasks of all requests, read by the waiting thread.
  private let state = Mutex(State())
  private let sockets: Int32
  private let waker: Int32

  /// A watch, if the system has one to give.
  init?() {
    sockets = docgen_watch_open()
    waker = docgen_watch_waker()
    guard sockets >= 0, waker >= 0 else {
      if sockets >= 0 { close(sockets) }
      if waker >= 0 { close(waker) }
      return nil
    }
    _ = docgen_watch_add(sockets, waker, .max, true)
    // The thread keeps the watch alive, until it is stopped.
    Thread.detachNewThread { [self] in wait() }
  }

  /// Calls a closure once if the client hangs up, from the waiting thread.
  ///
  /// - Returns: what `forget` takes.
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

  /// Ends a watch; the descriptor may have been closed and given out again meanwhile.
  func forget(_ descriptor: Int32, _ id: UInt32) {
    state.withLock { state in
      guard state.watched[descriptor]?.id == id else { return }
      state.watched[descriptor] = nil
      if !state.isStopped { docgen_watch_remove(sockets, descriptor) }
    }
  }

  /// Watches nothing from now on and ends the thread.
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
