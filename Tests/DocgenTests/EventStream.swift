import DocgenTestSupport
import Foundation
import Testing

/// The events that a preview sends to browsers.
struct EventStream {
  private let socket: TestSocket
  /// What has arrived and wasn't returned.
  private var text = ""
  private var isInBody = false

  init(of address: URL) throws {
    let port = try #require(address.port.flatMap(UInt16.init))
    socket = try TestSocket(port: port)
    // Without the chunks of HTTP/1.1.
    try socket.send("GET /_docgen/events HTTP/1.0\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
  }

  /// Returns the lines of the next event, which an empty line ends; none after the end.
  mutating func next() async throws -> [String] {
    while true {
      if !isInBody, let head = text.firstRange(of: "\r\n\r\n") {
        text.removeSubrange(..<head.upperBound)
        isInBody = true
      }
      if isInBody, let end = text.firstRange(of: "\n\n") {
        defer { text.removeSubrange(..<end.upperBound) }
        return text[..<end.lowerBound].split(separator: "\n").map(String.init)
      }
      let piece = try await onThread { [socket] in try socket.receive() }
      if piece.isEmpty { return [] }
      text += piece
    }
  }
}
