import DocgenHTTPServer
import DocgenHashing
import Foundation
import Synchronization

/// The server's side of a web socket.
///
/// One task receives and responds to pings; another may send concurrently, because each frame is
/// sent at once.
final class WebSocket: Sendable {
  private let connection: UpgradedConnection
  /// The longest message accepted, in bytes.
  private static let limit = 1 << 20
  /// Received bytes of an incomplete frame; only the receiving task uses it.
  private let arrived = Mutex<[UInt8]>([])
  /// Whether this side has sent a closing frame; both tasks may do so.
  private let hasClosed = Mutex(false)

  init(_ connection: UpgradedConnection) { self.connection = connection }

  func send(_ kind: WebSocketFrame.Kind, payload: [UInt8]) {
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

  /// Receives the next message; returns `nil` once the other side has closed the socket or violated
  /// the protocol.
  func receive() async -> [UInt8]? {
    var message: [UInt8] = []
    while let frame = await nextFrame() {
      switch frame.kind {
      case .ping: send(.pong, payload: frame.payload)
      case .pong: continue
      case .close:
        close()
        return nil
      case .text, .binary, .continuation:
        message += frame.payload
        if message.count > Self.limit {
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
          try WebSocketFrame.parse(from: &bytes, limit: Self.limit)
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

/// The opening handshake of RFC 6455, with the refusals of Go's `websocket` package.
enum WebSocketHandshake {
  /// Returns whether a request asks for an upgrade to a web socket.
  static func isRequested(by request: HTTPRequest) -> Bool {
    let connection = request.headers.values(of: "Connection").joined(separator: ",").lowercased()
    return request.headers["Upgrade"]?.lowercased() == "websocket"
      && connection.contains("upgrade")
  }

  /// Returns the value of `Sec-WebSocket-Accept`.
  ///
  /// - Throws: 400 for a request that isn't a handshake of version 13.
  static func accept(_ request: HTTPRequest) throws(GatewayError) -> String {
    guard isRequested(by: request) else {
      throw GatewayError(400, reason: "not websocket protocol")
    }
    guard let key = request.headers["Sec-WebSocket-Key"],
      Data(base64Encoded: key)?.count == 16
    else { throw GatewayError(400, reason: "mismatch challenge/response") }
    guard request.headers["Sec-WebSocket-Version"] == "13" else {
      throw GatewayError(400, reason: "missing or bad WebSocket Version")
    }
    let joined = key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
    return Data(Digest.sha1.hash(Array(joined.utf8))).base64EncodedString()
  }
}
