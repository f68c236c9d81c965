import DocgenTestSupport
import Foundation

/// Sends one HTTP/1.1 request over a separate socket and returns the response as received.
///
/// This isn't `URLSession`, which on Linux never completes a request if the response is a 401 with a
/// Basic challenge, and which hides repeated and empty header fields.
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
