import Foundation

/// One connection that asks again and again; as little between socket and figure as possible.
final class KeepAliveClient {
  private let descriptor: Int32
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  init(port: UInt16) throws {
    #if canImport(Glibc)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    var one: Int32 = 1
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { throw BenchFailure(description: "cannot connect to port \(port)") }
  }

  deinit { close(descriptor) }

  /// A request in bytes; `body` makes it one with a length.
  static func request(
    _ method: String, _ path: String, body: String? = nil, user: String? = nil
  ) -> [UInt8] {
    var text = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    if let user { text += "Authorization: Basic \(Data(user.utf8).base64EncodedString())\r\n" }
    if let body {
      text += "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
    }
    return Array((text + "\r\n" + (body ?? "")).utf8)
  }

  /// Sends a request and waits for the whole answer.
  ///
  /// - Returns: the status.
  func ask(_ request: [UInt8]) throws -> Int {
    try send(request)
    return try answer()
  }

  func send(_ request: [UInt8]) throws {
    guard write(descriptor, request, request.count) == request.count else {
      throw BenchFailure(description: "a request could not be sent")
    }
  }

  /// The status of the next answer, which must have a `Content-Length`.
  func answer() throws -> Int {
    var filled = 0
    var end: Int?
    while true {
      let count = buffer.withUnsafeMutableBytes {
        read(descriptor, $0.baseAddress?.advanced(by: filled), $0.count - filled - 1)
      }
      guard count > 0 else { throw BenchFailure(description: "the server closed the connection") }
      filled += count
      if end == nil { end = self.end(of: filled) }
      if let end, filled >= end { break }
    }
    // `HTTP/1.1 200`
    return buffer[9..<12].reduce(0) { $0 * 10 + Int($1 - 48) }
  }

  /// Where the answer that begins the buffer ends, once its header is there.
  private func end(of filled: Int) -> Int? {
    buffer[filled] = 0
    return buffer.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
        let header = strstr(start, "\r\n\r\n")
      else { return nil }
      let headerLength = UnsafePointer(header) - start + 4
      guard let field = strstr(start, "Content-Length:") else { return headerLength }
      return headerLength + strtol(field + 15, nil, 10)
    }
  }
}
