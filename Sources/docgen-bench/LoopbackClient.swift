import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The least that can be called an HTTP client, for one connection to a port of this machine.
///
/// It sends one request after another. `URLSession` takes longer than what is to be measured.
/// Its calls block, so it belongs on a thread of its own: see `BlockingWork`.
struct LoopbackClient: ~Copyable {
  /// What came back, head and body.
  struct Answer {
    let status: Int
    let bytes: [UInt8]

    /// What stands between two texts; `nil` when they are not there.
    func text(after start: StaticString, before end: StaticString) -> String? {
      guard let begin = bytes[...].end(of: start) else { return nil }
      let rest = bytes[begin...]
      guard let stop = rest.end(of: end) else { return nil }
      return String(decoding: rest[..<(stop - end.utf8CodeUnitCount)], as: UTF8.self)
    }
  }

  private let socket: Int32
  private let port: UInt16

  /// Connects.
  init(port: UInt16) throws {
    self.port = port
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let descriptor = Foundation.socket(AF_INET, kind, 0)
    guard descriptor >= 0 else { throw BenchFailure(description: "there is no socket left") }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var on: Int32 = 1
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else {
      close(descriptor)
      throw BenchFailure(description: "port \(port) does not answer")
    }
    socket = descriptor
  }

  deinit { close(socket) }

  /// Sends a request and reads the whole answer.
  func send(
    _ method: String, _ target: String, headers: [String] = [], body: String = ""
  ) throws -> Answer {
    var lines = ["\(method) \(target) HTTP/1.1", "Host: 127.0.0.1:\(port)"] + headers
    if method == "POST" {
      lines.append("Content-Type: application/x-www-form-urlencoded")
      lines.append("Content-Length: \(body.utf8.count)")
    }
    try write(Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8))
    return try read()
  }

  private func write(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(socket, $0.baseAddress, $0.count) }
      guard count > 0 else { throw BenchFailure(description: "the connection is gone") }
      rest = rest.dropFirst(count)
    }
  }

  private func read() throws -> Answer {
    var answer = Answer(status: 0, bytes: [])
    var chunk = [UInt8](repeating: 0, count: 16_384)
    var length: Int?
    while length.map({ answer.bytes.count < $0 }) ?? true {
      let count = chunk.withUnsafeMutableBytes { Foundation.read(socket, $0.baseAddress, $0.count) }
      guard count > 0 else { throw BenchFailure(description: "the answer ends in the middle") }
      answer = Answer(status: answer.status, bytes: answer.bytes + chunk[..<count])
      if length == nil, let end = answer.bytes[...].end(of: "\r\n\r\n") {
        let size = answer.text(after: "Content-Length: ", before: "\r\n")
        length = end + (size.flatMap { Int($0) } ?? 0)
        let status = answer.text(after: "HTTP/1.1 ", before: " ")
        answer = Answer(status: status.flatMap { Int($0) } ?? 0, bytes: answer.bytes)
      }
    }
    return answer
  }
}

extension ArraySlice<UInt8> {
  /// The index behind the first occurrence of a text.
  fileprivate func end(of text: StaticString) -> Int? {
    let count = text.utf8CodeUnitCount
    return text.withUTF8Buffer { text in
      withUnsafeBytes { bytes in
        guard let first = text.first else { return nil }
        var at = 0
        while at + count <= bytes.count {
          if bytes[at] == first, (1..<count).allSatisfy({ bytes[at + $0] == text[$0] }) {
            return startIndex + at + count
          }
          at += 1
        }
        return nil
      }
    }
  }
}
