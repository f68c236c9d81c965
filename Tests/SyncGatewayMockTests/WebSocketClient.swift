import Foundation

/// The client's side of RFC 6455, only as complete as the tests need.
struct WebSocketClient: Sendable {
  struct Message: Sendable, Equatable {
    var opcode: UInt8
    var payload: [UInt8]
    var text: String { String(decoding: payload, as: UTF8.self) }
  }

  let socket: OpenSocket
  /// The header of the response.
  let header: String

  /// The key of RFC 6455's example.
  static let handshake = [
    "Connection": "keep-alive, Upgrade", "Upgrade": "websocket",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version": "13",
  ]

  init(_ target: String, _ call: GatewayHarness, as user: String? = nil) async throws {
    socket = try OpenSocket.get(target, call, as: user, headers: Self.handshake)
    header = try await socket.receive(through: "\r\n\r\n")
  }

  func send(_ opcode: UInt8, _ text: String, isFinal: Bool = true) throws {
    let payload = Array(text.utf8)
    precondition(payload.count < 65_536)
    var frame: [UInt8] = [(isFinal ? 0x80 : 0) | opcode]
    frame +=
      payload.count < 126
      ? [0x80 | UInt8(payload.count)]
      : [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    let mask: [UInt8] = [1, 2, 3, 4]
    frame += mask + payload.enumerated().map { $0.element ^ mask[$0.offset & 3] }
    try socket.send(frame)
  }

  func receive() async throws -> Message {
    let frame = try await socket.receive { bytes in
      guard bytes.count >= 2 else { return nil }
      var (length, start) = (Int(bytes[1]), 2)
      if length >= 126 {
        let width = length == 126 ? 2 : 8
        guard bytes.count >= 2 + width else { return nil }
        length = bytes[2..<2 + width].reduce(0) { $0 << 8 | Int($1) }
        start += width
      }
      return bytes.count >= start + length ? start + length : nil
    }
    let start = frame[1] < 126 ? 2 : frame[1] == 126 ? 4 : 10
    return Message(opcode: frame[0] & 0x0F, payload: Array(frame[start...]))
  }
}
