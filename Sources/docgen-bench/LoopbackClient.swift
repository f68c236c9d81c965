import Foundation

/// A minimal HTTP client for one connection to a port of this machine.
///
/// It sends one request after another with the least overhead: `URLSession` takes longer than the
/// measured request. Its methods block, so call it on a separate thread: see `BlockingCall`.
final class LoopbackClient {
  private let descriptor: Int32
  /// The last response, head and body, followed by a zero.
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// Connects to a port.
  init(port: UInt16) throws {
    #if canImport(Glibc)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { throw BenchFailure(description: "there is no socket left") }
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
    guard connected == 0 else { throw BenchFailure(description: "port \(port) does not respond") }
  }

  deinit { close(descriptor) }

  /// Returns the bytes of a request; a body is JSON.
  static func request(
    _ method: String, path: String, headers: [String] = [], body: String? = nil
  ) -> [UInt8] {
    var lines = ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1"] + headers
    if let body {
      lines += ["Content-Type: application/json", "Content-Length: \(body.utf8.count)"]
    }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")).utf8)
  }

  /// Returns the header field that authenticates a user.
  static func authorization(of user: String) -> String {
    "Authorization: Basic \(Data(user.utf8).base64EncodedString())"
  }

  /// Sends a request and waits for the complete response.
  ///
  /// - Returns: the status.
  func ask(_ request: [UInt8]) throws -> Int {
    try send(request)
    return try readResponse()
  }

  func send(_ request: [UInt8]) throws {
    guard write(descriptor, request, request.count) == request.count else {
      throw BenchFailure(description: "a request could not be sent")
    }
  }

  /// Returns the status of the next response, which must have a `Content-Length`.
  func readResponse() throws -> Int {
    var filled = 0
    var end: Int?
    while true {
      let count = buffer.withUnsafeMutableBytes {
        read(descriptor, $0.baseAddress?.advanced(by: filled), $0.count - filled - 1)
      }
      guard count > 0 else { throw BenchFailure(description: "the response ends in the middle") }
      filled += count
      buffer[filled] = 0
      if end == nil { end = self.end }
      if let end, filled >= end { break }
    }
    // `HTTP/1.1 200`
    return buffer[9..<12].reduce(0) { $0 * 10 + Int($1 - 48) }
  }

  /// The end of the response at the beginning of the buffer; `nil` until its header has arrived.
  private var end: Int? {
    buffer.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
        let header = strstr(start, "\r\n\r\n")
      else { return nil }
      let headerLength = UnsafePointer(header) - start + 4
      guard let field = strstr(start, "Content-Length:") else { return headerLength }
      return headerLength + strtol(field + 15, nil, 10)
    }
  }
}
