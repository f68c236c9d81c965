import Foundation

/// One HTTP/1.1 request over a socket of its own, and the answer as it came.
///
/// Not `URLSession`: on Linux it waits for ever for an answer of 401 with a Basic challenge, and
/// it hides repeated and empty header fields.
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
    let answer: [UInt8] = try await withCheckedThrowingContinuation { continuation in
      // A thread of its own: blocking one of the few that tasks run on could stop the server.
      Thread.detachNewThread {
        continuation.resume(with: Result { try exchange(request, port: port) })
      }
    }
    return try parse(answer)
  }

  /// A socket that is connected to a port of this machine.
  static func connected(to port: UInt16) throws -> Int32 {
    #if canImport(Glibc)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { throw Failure(what: "socket") }
    var patience = timeval(tv_sec: 120, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else {
      close(descriptor)
      throw Failure(what: "connect")
    }
    return descriptor
  }

  private static func exchange(_ request: [UInt8], port: UInt16) throws -> [UInt8] {
    let descriptor = try connected(to: port)
    defer { close(descriptor) }
    var sent = 0
    while sent < request.count {
      let count = request[sent...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { throw Failure(what: "write") }
      sent += count
    }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count >= 0 else { throw Failure(what: "read") }
      if count == 0 { return answer }
      answer += buffer[..<count]
    }
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
