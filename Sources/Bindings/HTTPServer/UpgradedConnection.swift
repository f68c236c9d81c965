import CDocgenMicroHTTPD
import Foundation
import Synchronization

/// A connection upgraded from HTTP (RFC 9110 7.8): bytes in both directions until one side closes
/// it.
///
/// A separate thread polls the socket, so neither libmicrohttpd nor a task is ever blocked. If the
/// receiver here doesn't read, the client has to wait; a client that doesn't read is disconnected.
public final class UpgradedConnection: Sendable {
  private struct State {
    var incoming: [UInt8]
    var receiver: CheckedContinuation<[UInt8]?, Never>?
    var outgoing: [UInt8] = []
    /// The sender, while it waits for the client to read.
    var sender: CheckedContinuation<Void, Never>?
    var isClosing = false
    var isOver = false
    var ending: CheckedContinuation<Void, Never>?
  }

  /// libmicrohttpd's handle of the connection, used only to close it, once.
  struct Handle: @unchecked Sendable {
    let pointer: OpaquePointer?

    /// Closes the socket; its descriptor must not be used afterwards.
    func close() { docgen_mhd_close_upgraded(pointer) }
  }

  private let socket: Int32
  private let handle: Handle
  /// The maximum time in which the client accepts none of the bytes to send, in nanoseconds.
  private let sendTimeout: UInt64?
  /// A pipe: the thread waits at the read end; a byte at the write end wakes it.
  private let wakePipe: (readEnd: Int32, writeEnd: Int32)
  /// Locked by the polling thread and by any task that sends or receives.
  private let state: Mutex<State>

  /// The number of unread bytes above which the thread stops reading from the client.
  private static let incomingLimit = 1 << 20
  /// The number of unsent bytes above which a slow client is disconnected.
  private static let outgoingLimit = 16 << 20
  /// The number of unsent bytes below which a waiting sender continues.
  private static let drainedLimit = 1 << 18

  /// Takes over a socket; `nil` when the system has no descriptors left.
  ///
  /// - Parameter idleSeconds: the seconds without progress in sending after which the connection is
  ///   closed; 0 for never.
  init?(socket: Int32, received: [UInt8], handle: Handle, idleSeconds: Int) {
    sendTimeout = idleSeconds > 0 ? UInt64(idleSeconds) * 1_000_000_000 : nil
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends + [socket] { _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK) }
    self.socket = socket
    self.handle = handle
    wakePipe = (ends[0], ends[1])
    state = Mutex(State(incoming: received))
    Thread.detachNewThread { self.poll() }
  }

  /// Returns the next bytes; `nil` once the connection is closed.
  ///
  /// Only one task may wait at a time.
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
      // There may be space for more bytes.
      wake()
    }
  }

  /// Sends bytes as soon as the client accepts them.
  public func send(_ bytes: [UInt8]) {
    state.withLock { state in
      state.outgoing += bytes
      if state.outgoing.count > Self.outgoingLimit {
        state.outgoing = []
        state.isClosing = true
      }
    }
    wake()
  }

  /// Waits until most of the sent bytes have been accepted, or the connection is closed.
  ///
  /// Only one task may wait at a time.
  public func drained() async {
    await withCheckedContinuation { continuation in
      let isReady = state.withLock { state in
        if state.isOver || state.isClosing || state.outgoing.count <= Self.drainedLimit {
          return true
        }
        state.sender = continuation
        return false
      }
      if isReady { continuation.resume() }
    }
  }

  /// Closes the connection after sending the remaining bytes.
  public func close() {
    let (receiver, sender) = state.withLock { state in
      state.isClosing = true
      defer { (state.receiver, state.sender) = (nil, nil) }
      return (state.receiver, state.sender)
    }
    receiver?.resume(returning: nil)
    sender?.resume()
    wake()
  }

  /// Closes the connection without sending the remaining bytes.
  func abandon() {
    state.withLock { $0.outgoing = [] }
    close()
  }

  /// Waits until the socket is closed.
  func closed() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if !state.isOver { state.ending = continuation }
        return state.isOver
      }
      if isOver { continuation.resume() }
    }
  }

  private func wake() {
    // Inside the lock, because the pipe is closed under it.
    state.withLock { state in
      var byte: UInt8 = 0
      if !state.isOver { _ = write(wakePipe.writeEnd, &byte, 1) }
    }
  }

  // MARK: The polling thread

  private func poll() {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    var stuckSince: UInt64?
    while let events = wantedEvents {
      guard let timeout = timeout(stuckSince: &stuckSince, events: events) else { break }
      var descriptors = [
        pollfd(fd: socket, events: events, revents: 0),
        pollfd(fd: wakePipe.readEnd, events: Int16(POLLIN), revents: 0),
      ]
      guard Foundation.poll(&descriptors, 2, timeout) >= 0 || errno == EINTR else { break }
      if descriptors[1].revents != 0 { _ = read(wakePipe.readEnd, &buffer, buffer.count) }
      let happened = Int32(descriptors[0].revents)
      if happened & POLLOUT != 0 {
        guard sendPending() else { break }
        stuckSince = nil
      }
      if happened & (POLLIN | POLLHUP | POLLERR) != 0, !receiveArrived(&buffer) { break }
    }
    handle.close()
    let (receiver, sender, ending) = state.withLock { state in
      state.isOver = true
      Foundation.close(wakePipe.readEnd)
      Foundation.close(wakePipe.writeEnd)
      defer { (state.receiver, state.sender, state.ending) = (nil, nil, nil) }
      return (state.receiver, state.sender, state.ending)
    }
    receiver?.resume(returning: nil)
    sender?.resume()
    ending?.resume()
  }

  /// Returns the milliseconds to wait, -1 for no limit; `nil` when the client has accepted nothing
  /// for too long.
  private func timeout(stuckSince: inout UInt64?, events: Int16) -> Int32? {
    guard let sendTimeout, events & Int16(POLLOUT) != 0 else {
      stuckSince = nil
      return -1
    }
    let now = docgen_uptime()
    let start = stuckSince ?? now
    stuckSince = start
    guard now &- start < sendTimeout else { return nil }
    return Int32(clamping: (sendTimeout - (now &- start)) / 1_000_000 + 1)
  }

  /// The events to wait for; `nil` when the connection is done.
  private var wantedEvents: Int16? {
    state.withLock { state in
      if state.isClosing, state.outgoing.isEmpty { return nil }
      var events: Int32 = 0
      if state.incoming.count < Self.incomingLimit { events |= POLLIN }
      if !state.outgoing.isEmpty { events |= POLLOUT }
      return Int16(events)
    }
  }

  /// Sends pending bytes; returns whether the connection still works.
  private func sendPending() -> Bool {
    var sender: CheckedContinuation<Void, Never>?
    defer { sender?.resume() }
    return state.withLock { state in
      let count = docgen_send_quietly(socket, state.outgoing, state.outgoing.count)
      if count < 0 { return errno == EAGAIN || errno == EINTR }
      state.outgoing.removeFirst(count)
      if state.outgoing.count <= Self.drainedLimit { swap(&sender, &state.sender) }
      return true
    }
  }

  private func receiveArrived(_ buffer: inout [UInt8]) -> Bool {
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
