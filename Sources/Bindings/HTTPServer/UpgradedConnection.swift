import CMicroHTTPD
import Foundation
import Synchronization

/// A connection that has left HTTP behind (RFC 9110 7.8): bytes both ways until a side closes it.
///
/// A thread of its own polls the socket, so that neither libmicrohttpd nor a task is ever blocked;
/// what is not taken yet stays with the sender, and a receiver who takes nothing is cut off.
public final class UpgradedConnection: Sendable {
  private struct State {
    var incoming: [UInt8]
    var receiver: CheckedContinuation<[UInt8]?, Never>?
    var outgoing: [UInt8] = []
    /// The sender, while it waits for the other side to read.
    var sender: CheckedContinuation<Void, Never>?
    var isClosing = false
    var isOver = false
    var ending: CheckedContinuation<Void, Never>?
  }

  /// libmicrohttpd's handle of the connection, whose only use is to close it, once.
  struct Handle: @unchecked Sendable {
    let pointer: OpaquePointer?

    /// Closes the socket; from here on its number is no longer ours.
    func close() { docgen_mhd_close_upgraded(pointer) }
  }

  private let socket: Int32
  private let handle: Handle
  /// For how long the other side may take nothing of what is to be sent, in nanoseconds.
  private let patience: UInt64?
  /// The thread waits at one end; whoever has something for it writes to the other.
  private let alarm: (listening: Int32, ringing: Int32)
  /// Shared by the polling thread and whichever tasks send and receive.
  private let state: Mutex<State>

  /// What a receiver may leave lying before the sender is held back.
  private static let incomingLimit = 1 << 20
  /// What may wait for a slow receiver before it is cut off.
  private static let outgoingLimit = 16 << 20
  /// With no more than this to be sent, a sender may go on.
  private static let comfortable = 1 << 18

  /// Takes a socket over; `nil` when the system has no descriptors left.
  ///
  /// - Parameter idleSeconds: after so many seconds in which nothing could be sent of what is to be
  ///   sent, the connection is closed; 0 for never.
  init?(socket: Int32, received: [UInt8], handle: Handle, idleSeconds: Int) {
    patience = idleSeconds > 0 ? UInt64(idleSeconds) * 1_000_000_000 : nil
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends + [socket] { _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK) }
    self.socket = socket
    self.handle = handle
    alarm = (ends[0], ends[1])
    state = Mutex(State(incoming: received))
    Thread.detachNewThread { self.poll() }
  }

  /// The next bytes; `nil` once the other side is gone.
  ///
  /// One task at a time may ask.
  public func receive() async -> [UInt8]? {
    await withCheckedContinuation { continuation in
      let ready: [UInt8]?? = state.withLock { state in
        if !state.incoming.isEmpty {
          defer { state.incoming = [] }
          return .some(state.incoming)
        }
        if state.isOver || state.isClosing { return .some(nil) }
        state.receiver = continuation
        return .none
      }
      if let ready { continuation.resume(returning: ready) }
      // There may be room again.
      ring()
    }
  }

  /// Sends bytes, as soon as the other side takes them.
  public func send(_ bytes: [UInt8]) {
    state.withLock { state in
      state.outgoing += bytes
      if state.outgoing.count > Self.outgoingLimit {
        state.outgoing = []
        state.isClosing = true
      }
    }
    ring()
  }

  /// Returns once most of what has been sent is taken, or never will be.
  ///
  /// One task at a time may wait.
  public func drained() async {
    await withCheckedContinuation { continuation in
      let mayGoOn = state.withLock { state in
        if state.isOver || state.isClosing || state.outgoing.count <= Self.comfortable {
          return true
        }
        state.sender = continuation
        return false
      }
      if mayGoOn { continuation.resume() }
    }
  }

  /// Closes the connection once everything has been sent.
  public func close() {
    let (receiver, sender) = state.withLock { state in
      state.isClosing = true
      defer { (state.receiver, state.sender) = (nil, nil) }
      return (state.receiver, state.sender)
    }
    receiver?.resume(returning: nil)
    sender?.resume()
    ring()
  }

  /// Closes the connection without sending what is left.
  func abandon() {
    state.withLock { $0.outgoing = [] }
    close()
  }

  /// Returns when the socket is closed.
  func closed() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if !state.isOver { state.ending = continuation }
        return state.isOver
      }
      if isOver { continuation.resume() }
    }
  }

  private func ring() {
    // Inside the lock: the pipe is closed under it.
    state.withLock { state in
      var byte: UInt8 = 0
      if !state.isOver { _ = write(alarm.ringing, &byte, 1) }
    }
  }

  // MARK: The polling thread

  private func poll() {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    var stuckSince: UInt64?
    while let events = wantedEvents {
      guard let timeout = timeout(&stuckSince, events) else { break }
      var descriptors = [
        pollfd(fd: socket, events: events, revents: 0),
        pollfd(fd: alarm.listening, events: Int16(POLLIN), revents: 0),
      ]
      guard Foundation.poll(&descriptors, 2, timeout) >= 0 || errno == EINTR else { break }
      if descriptors[1].revents != 0 { _ = read(alarm.listening, &buffer, buffer.count) }
      let happened = Int32(descriptors[0].revents)
      if happened & POLLOUT != 0 {
        guard sendPending() else { break }
        stuckSince = nil
      }
      if happened & (POLLIN | POLLHUP | POLLERR) != 0, !takeArrived(&buffer) { break }
    }
    handle.close()
    let (receiver, sender, ending) = state.withLock { state in
      state.isOver = true
      Foundation.close(alarm.listening)
      Foundation.close(alarm.ringing)
      defer { (state.receiver, state.sender, state.ending) = (nil, nil, nil) }
      return (state.receiver, state.sender, state.ending)
    }
    receiver?.resume(returning: nil)
    sender?.resume()
    ending?.resume()
  }

  /// How many milliseconds to wait, -1 for ever; `nil` when the other side has taken nothing for too
  /// long.
  private func timeout(_ stuckSince: inout UInt64?, _ events: Int16) -> Int32? {
    guard let patience, events & Int16(POLLOUT) != 0 else {
      stuckSince = nil
      return -1
    }
    let now = docgen_uptime()
    let start = stuckSince ?? now
    stuckSince = start
    guard now &- start < patience else { return nil }
    return Int32(clamping: (patience - (now &- start)) / 1_000_000 + 1)
  }

  /// What to wait for; `nil` when there is nothing left to do.
  private var wantedEvents: Int16? {
    state.withLock { state in
      if state.isClosing, state.outgoing.isEmpty { return nil }
      var events: Int32 = 0
      if state.incoming.count < Self.incomingLimit { events |= POLLIN }
      if !state.outgoing.isEmpty { events |= POLLOUT }
      return Int16(events)
    }
  }

  /// Whether the connection is still good.
  private func sendPending() -> Bool {
    var sender: CheckedContinuation<Void, Never>?
    defer { sender?.resume() }
    return state.withLock { state in
      let count = docgen_send_quietly(socket, state.outgoing, state.outgoing.count)
      if count < 0 { return errno == EAGAIN || errno == EINTR }
      state.outgoing.removeFirst(count)
      if state.outgoing.count <= Self.comfortable { swap(&sender, &state.sender) }
      return true
    }
  }

  private func takeArrived(_ buffer: inout [UInt8]) -> Bool {
    let count = read(socket, &buffer, buffer.count)
    if count < 0 { return errno == EAGAIN || errno == EINTR }
    if count == 0 { return false }
    let bytes = Array(buffer[..<count])
    let receiver = state.withLock { state in
      guard let receiver = state.receiver else {
        state.incoming += bytes
        return nil as CheckedContinuation<[UInt8]?, Never>?
      }
      state.receiver = nil
      return receiver
    }
    receiver?.resume(returning: bytes)
    return true
  }
}
