import CDocgenMicroHTTPD
import Foundation
import Synchronization

/// The buffer between the writer of a body and libmicrohttpd's polling thread.
///
/// A task runs the writer, which fills the buffer. The polling thread empties it, and suspends the
/// connection while the buffer is empty.
final class ResponseStream: Sendable {
  private struct State {
    var pending: [UInt8] = []
    var isFinished = false
    var isWaiting = false
    /// The number of bytes that may still be sent; `nil` for no limit.
    var allowance: Int?
    var pump: Task<Void, Never>?
    var watchID: UInt32?
    /// The pump, while it waits for the client to read.
    var waitingPump: CheckedContinuation<Void, Never>?
  }

  private let connection: Connection
  private let descriptor: Int32
  private let watch: HangUpWatch?
  private let state: Mutex<State>

  /// The number of unsent bytes above which the writer waits.
  private static let pendingLimit = 1 << 18

  private init(connection: Connection, cutAfter allowance: Int?, watch: HangUpWatch?) {
    self.connection = connection
    self.watch = watch
    descriptor = connection.descriptor
    state = Mutex(State(allowance: allowance.map { max(0, $0) }))
  }

  /// Creates a response with the writer's body; the server's table owns its task, and ends it on
  /// stop.
  static func create(
    _ writer: @escaping HTTPResponse.Writer, cutAfter allowance: Int?, on connection: Connection,
    in exchanges: ExchangeTable
  ) -> OpaquePointer? {
    let body = ResponseStream(connection: connection, cutAfter: allowance, watch: exchanges.watch)
    let context = Unmanaged.passRetained(body).toOpaque()
    let response = MHD_create_response_from_callback(
      docgen_mhd_size_unknown(), 16_384,
      { context, _, buffer, capacity in
        let body = Unmanaged<ResponseStream>.fromOpaque(context!).takeUnretainedValue()
        return body.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: capacity))
      }, context,
      { context in
        let body = Unmanaged<ResponseStream>.fromOpaque(context!).takeRetainedValue()
        body.cancel()
      })
    guard response != nil else {
      Unmanaged<ResponseStream>.fromOpaque(context).release()
      return nil
    }
    body.start(writer, in: exchanges)
    return response
  }

  private func start(_ writer: @escaping HTTPResponse.Writer, in exchanges: ExchangeTable) {
    let pump = exchanges.run {
      await writer { chunk in
        // Nobody reads what comes after the client's disconnect.
        if Task.isCancelled { return }
        self.deliver(chunk)
        await self.waitForReader()
      }
      self.deliver(nil)
    }
    // Without a pump, end the response immediately.
    guard let pump else { return deliver(nil) }
    let id = watch?.watch(descriptor) { pump.cancel() }
    state.withLock { state in
      state.pump = pump
      state.watchID = id
    }
  }

  /// Called by libmicrohttpd after the response, while the socket is still open.
  private func cancel() {
    let (pump, id) = state.withLock { ($0.pump, $0.watchID) }
    if let id { watch?.forget(descriptor, id: id) }
    pump?.cancel()
    releasePump()
  }

  /// Waits until the client has read most of the buffer, or the response is over.
  private func waitForReader() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          if state.pending.count <= Self.pendingLimit || Task.isCancelled { return true }
          state.waitingPump = continuation
          return false
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      releasePump()
    }
  }

  private func releasePump() {
    let waiting = state.withLock { state in
      defer { state.waitingPump = nil }
      return state.waitingPump
    }
    waiting?.resume()
  }

  /// Appends a chunk, or marks the end, and resumes the connection if it is suspended.
  private func deliver(_ chunk: [UInt8]?) {
    let wasWaiting = state.withLock { state in
      if let chunk { state.pending += chunk } else { state.isFinished = true }
      defer { state.isWaiting = false }
      return state.isWaiting
    }
    if wasWaiting { connection.resume() }
  }

  private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    enum Outcome { case bytes([UInt8]), end, cut }
    let capacity = buffer.count
    defer { if state.withLock({ $0.pending.count <= Self.pendingLimit }) { releasePump() } }
    let outcome: Outcome = state.withLock { state in
      if state.allowance == 0 { return .cut }
      let count = min(capacity, state.pending.count, state.allowance ?? .max)
      let bytes = Array(state.pending.prefix(count))
      state.pending.removeFirst(count)
      state.allowance? -= count
      if bytes.isEmpty {
        if state.isFinished { return .end }
        // Inside the lock: `deliver` must not resume a connection that isn't suspended yet.
        state.isWaiting = true
        connection.suspend()
      }
      return .bytes(bytes)
    }
    switch outcome {
    case .end: return docgen_mhd_end_of_stream()
    case .cut: return docgen_mhd_end_with_error()
    case .bytes(let bytes):
      buffer.copyBytes(from: bytes)
      return bytes.count
    }
  }
}
