import DocgenTestSupport
import Foundation
import SyncGatewayMock
import Synchronization

/// A connection that stays open, for responses in several chunks.
final class OpenSocket: Sendable {
  private let socket: TestSocket
  /// Bytes received but not consumed; written by one reading thread at a time.
  private let arrived = Mutex<[UInt8]>([])

  init(port: Int?) throws { socket = try TestSocket(port: UInt16(port ?? 0)) }

  func send(_ bytes: [UInt8]) throws { try socket.send(bytes) }

  /// Waits until a function finds the bytes it wants at the beginning of those received, and returns them.
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
