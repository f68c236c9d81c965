import Foundation
import Hashing
import HTTPServer

/// The opening handshake of RFC 6455, with the refusals of Go's `websocket` package.
enum WebSocketHandshake {
  /// Returns whether a request asks for an upgrade to a web socket.
  static func isAsked(by request: HTTPRequest) -> Bool {
    let connection = request.headers.values(of: "Connection").joined(separator: ",").lowercased()
    return request.headers["Upgrade"]?.lowercased() == "websocket"
      && connection.contains("upgrade")
  }

  /// Returns the value of `Sec-WebSocket-Accept`.
  ///
  /// - Throws: 400 for a request that isn't a handshake of version 13.
  static func accept(_ request: HTTPRequest) throws(GatewayError) -> String {
    guard isAsked(by: request) else { throw GatewayError(400, "not websocket protocol") }
    guard let key = request.headers["Sec-WebSocket-Key"],
      Data(base64Encoded: key)?.count == 16
    else { throw GatewayError(400, "mismatch challenge/response") }
    guard request.headers["Sec-WebSocket-Version"] == "13" else {
      throw GatewayError(400, "missing or bad WebSocket Version")
    }
    let joined = key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
    return Data(Digest.sha1.hash(Array(joined.utf8))).base64EncodedString()
  }
}
