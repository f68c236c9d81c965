import Foundation

/// The least that can be called an HTTP client, for one connection to a port of this machine.
///
/// It sends one request after another, with as little between socket and figure as possible: `URLSession`
/// takes longer than what is to be measured. Its calls block, so it belongs on a thread of its own: see
/// `BlockingWork`.
final class LoopbackClient {
  private let descriptor: Int32
  /// The last answer, head and body, and a zero behind it.
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// Connects.
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
    guard connected == 0 else { throw BenchFailure(description: "port \(port) does not answer") }
  }

  deinit { close(descriptor) }

  /// A request in bytes; a body makes it one with a length.
  static func request(
    _ method: String, _ path: String, headers: [String] = [],
    body: String? = nil, of type: String = "application/json"
  ) -> [UInt8] {
    var lines = ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1"] + headers
    if let body { lines += ["Content-Type: \(type)", "Content-Length: \(body.utf8.count)"] }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")).utf8)
  }

  /// The field that says who asks.
  static func authorization(of user: String) -> String {
    "Authorization: Basic \(Data(user.utf8).base64EncodedString())"
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
      guard count > 0 else { throw BenchFailure(description: "the answer ends in the middle") }
      filled += count
      buffer[filled] = 0
      if end == nil { end = self.end }
      if let end, filled >= end { break }
    }
    // `HTTP/1.1 200`
    return buffer[9..<12].reduce(0) { $0 * 10 + Int($1 - 48) }
  }

  /// What stands between two texts in the last answer; `nil` when they are not there.
  func text(after start: String, before end: String) -> String? {
    buffer.withUnsafeBytes { bytes in
      guard let text = bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
        let found = strstr(text, start)
      else { return nil }
      let begin = UnsafePointer(found) + start.utf8.count
      guard let stop = strstr(begin, end) else { return nil }
      return String(
        decoding: UnsafeRawBufferPointer(start: begin, count: UnsafePointer(stop) - begin),
        as: UTF8.self)
    }
  }

  /// Where the answer that begins the buffer ends, once its header is there.
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
