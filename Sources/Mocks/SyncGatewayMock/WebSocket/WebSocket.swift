import HTTPServer
import Synchronization

/// The server's side of a web socket.
///
/// One task receives and answers pings; another may send concurrently, because frames are sent whole.
final class WebSocket: Sendable {
  private let connection: UpgradedConnection
  /// The longest message accepted, in bytes.
  private let limit: Int
  /// Received bytes of an incomplete frame; only the receiving task uses it.
  private let arrived = Mutex<[UInt8]>([])
  /// Whether this side has sent a closing frame; both tasks may do so.
  private let hasClosed = Mutex(false)

  init(_ connection: UpgradedConnection, limit: Int = 1 << 20) {
    self.connection = connection
    self.limit = limit
  }

  func send(_ kind: WebSocketFrame.Kind, _ payload: [UInt8]) {
    connection.send(WebSocketFrame(kind: kind, payload: payload).serialized)
  }

  /// Waits until most of what has been sent is delivered, or never will be.
  func drained() async { await connection.drained() }

  /// Sends a closing frame; the caller closes the connection.
  func close(_ code: UInt16 = 1000) {
    let isFirst = hasClosed.withLock { hasClosed in
      defer { hasClosed = true }
      return !hasClosed
    }
    if isFirst { connection.send(WebSocketFrame.close(code).serialized) }
  }

  /// Receives the next message; returns `nil` once the other side has closed the socket or violated the
  /// protocol.
  func receive() async -> [UInt8]? {
    var message: [UInt8] = []
    while let frame = await nextFrame() {
      switch frame.kind {
      case .ping: send(.pong, frame.payload)
      case .pong: continue
      case .close:
        close()
        return nil
      case .text, .binary, .continuation:
        message += frame.payload
        if message.count > limit {
          close(1009)
          return nil
        }
        if frame.isFinal { return message }
      }
    }
    return nil
  }

  private func nextFrame() async -> WebSocketFrame? {
    while true {
      do {
        let frame = try arrived.withLock { (bytes) throws(WebSocketFrame.Violation) in
          try WebSocketFrame.take(from: &bytes, limit: limit)
        }
        if let frame { return frame }
      } catch {
        close(error.code)
        return nil
      }
      guard let more = await connection.receive() else { return nil }
      arrived.withLock { $0 += more }
    }
  }
}
