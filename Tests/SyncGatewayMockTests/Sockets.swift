import DocgenTestSupport
import Foundation
import SyncGatewayMock
import Synchronization

/// Sends one HTTP/1.1 request over a separate socket and returns the response as received.
///
/// This isn't `URLSession`, which on Linux never completes a request if the response is a 401 with
/// a Basic challenge, and which hides repeated and empty header fields.
enum SocketClient {
  struct Failure: Error {
    var what: String
  }

  static func send(
    _ method: String, _ target: String, port: UInt16, fields: [String: String], body: [UInt8]
  ) async throws -> GatewayHarness.Reply {
    var text = "\(method) \(target) HTTP/1.1\r\nConnection: close\r\n"
    text += "Content-Length: \(body.count)\r\n"
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) { text += "\(name): \(value)\r\n" }
    let request = Array((text + "\r\n").utf8) + body
    let answer = try await onThread {
      let socket = try TestSocket(port: port)
      try socket.send(request)
      var answer: [UInt8] = []
      while case let bytes = try socket.receiveBytes(), !bytes.isEmpty { answer += bytes }
      return answer
    }
    return try parse(answer)
  }

  private static func parse(_ answer: [UInt8]) throws -> GatewayHarness.Reply {
    let end = Array("\r\n\r\n".utf8)
    guard let split = answer.firstRange(of: end) else { throw Failure(what: "no header") }
    let lines = String(decoding: answer[..<split.lowerBound], as: UTF8.self)
      .split(separator: "\r\n", omittingEmptySubsequences: false)
    let status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) }
    guard let status else { throw Failure(what: "no status") }
    let headers = lines.dropFirst().map { line in
      let halves = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      return (
        name: String(halves[0]),
        value: halves.count > 1 ? halves[1].trimmingCharacters(in: .whitespaces) : ""
      )
    }
    var body = Array(answer[split.upperBound...])
    let isChunked = headers.contains {
      $0.name.lowercased() == "transfer-encoding" && $0.value == "chunked"
    }
    if isChunked { body = unchunked(body) }
    return GatewayHarness.Reply(
      status: status, headers: Array(headers), body: body)
  }

  private static func unchunked(_ bytes: [UInt8]) -> [UInt8] {
    var rest = bytes[...]
    var body: [UInt8] = []
    while let end = rest.firstRange(of: Array("\r\n".utf8)) {
      let size = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
      guard let count = Int(size, radix: 16), count > 0 else { break }
      body += rest[end.upperBound...].prefix(count)
      rest = rest[end.upperBound...].dropFirst(count + 2)
    }
    return body
  }
}

/// A connection that stays open, for responses in several chunks.
final class OpenSocket: Sendable {
  private let socket: TestSocket
  /// Bytes received but not consumed; written by one reading thread at a time.
  private let arrived = Mutex<[UInt8]>([])

  init(port: Int?) throws { socket = try TestSocket(port: UInt16(port ?? 0)) }

  func send(_ bytes: [UInt8]) throws { try socket.send(bytes) }

  /// Waits until a function finds the bytes it wants at the beginning of those received, and
  /// returns them.
  ///
  /// - Parameter find: returns how many bytes to consume, or `nil` while they are incomplete.
  func receive(_ find: @escaping @Sendable ([UInt8]) -> Int?) async throws -> [UInt8] {
    try await onThread { try self.read(find) }
  }

  /// Receives everything up to and including a text.
  func receive(through text: String) async throws -> String {
    let bytes = try await receive { arrived in
      arrived.firstRange(of: Array(text.utf8))?.upperBound
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Receives everything up to the end.
  func receiveAll() async throws -> String {
    do {
      _ = try await receive { _ in nil }
    } catch is End {
      return String(decoding: arrived.withLock { $0 }, as: UTF8.self)
    }
    return ""
  }

  /// Thrown when the other side has closed the connection.
  struct End: Error {}

  private func read(_ find: ([UInt8]) -> Int?) throws -> [UInt8] {
    while true {
      let taken: [UInt8]? = arrived.withLock { bytes in
        guard let count = find(bytes) else { return nil }
        defer { bytes.removeFirst(count) }
        return Array(bytes[..<count])
      }
      if let taken { return taken }
      let bytes = try socket.receiveBytes()
      if bytes.isEmpty { throw End() }
      arrived.withLock { $0 += bytes }
    }
  }
}

extension OpenSocket {
  /// Connects to the public port and sends a GET request.
  static func get(
    _ target: String, _ call: GatewayHarness, as user: String? = nil,
    headers: [String: String] = [:]
  ) throws -> OpenSocket {
    let socket = try OpenSocket(port: call.gateway.publicURL.port)
    var text = "GET \(target) HTTP/1.1\r\nHost: \(call.host())\r\n"
    if let user {
      let pair = Data("\(user):secret".utf8).base64EncodedString()
      text += "Authorization: Basic \(pair)\r\n"
    }
    for (name, value) in headers { text += "\(name): \(value)\r\n" }
    try socket.send(Array((text + "\r\n").utf8))
    return socket
  }
}

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
