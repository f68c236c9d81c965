import HTTPServer
import Synchronization

/// One side of a web socket: messages out, and the messages that come in.
///
/// One task reads and answers pings; another may send at the same time, since frames go out whole.
final class WebSocket: Sendable {
  private let connection: UpgradedConnection
  /// The longest message taken.
  private let limit: Int
  /// What has arrived and is no whole frame yet; only the reading task uses it.
  private let arrived = Mutex<[UInt8]>([])
  /// Whether this side has said goodbye; both tasks may.
  private let hasClosed = Mutex(false)

  init(_ connection: UpgradedConnection, limit: Int = 1 << 20) {
    self.connection = connection
    self.limit = limit
  }

  func send(_ kind: WebSocketFrame.Kind, _ payload: [UInt8]) {
    connection.send(WebSocketFrame(kind: kind, payload: payload).serialized)
  }

  /// Returns once most of what has been sent is taken, or never will be.
  func drained() async { await connection.drained() }

  /// Says goodbye; the connection is closed when the conversation ends.
  func close(_ code: UInt16 = 1000) {
    let isFirst = hasClosed.withLock { hasClosed in
      defer { hasClosed = true }
      return !hasClosed
    }
    if isFirst { connection.send(WebSocketFrame.close(code).serialized) }
  }

  /// The next message; `nil` once the other side has closed, or broken the rules.
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
