import Foundation
import HTTPServer

#if canImport(Glibc)
  import Glibc
#endif

/// Sends bytes that URLSession would not, and reads the answer until the server closes.
enum RawClient {
  struct Failure: Error {
    let call: String
  }

  /// On a thread of its own: a read that blocks one of Swift's few threads could keep the server's
  /// handler from ever running.
  static func send(
    _ text: String, to listener: HTTPListener, closesWriting: Bool = false
  ) async throws -> String {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result { try exchange(text, port: listener.port, closesWriting: closesWriting) })
      }
    }
  }

  private static func exchange(
    _ text: String, port: UInt16, closesWriting: Bool
  ) throws -> String {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    let handle = socket(AF_INET, stream, 0)
    guard handle >= 0 else { throw Failure(call: "socket") }
    defer { close(handle) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    let connected = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(handle, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { throw Failure(call: "connect") }
    let bytes = Array(text.utf8)
    guard write(handle, bytes, bytes.count) == bytes.count else { throw Failure(call: "write") }
    if closesWriting { shutdown(handle, Int32(SHUT_WR)) }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(handle, &buffer, buffer.count)
      if count <= 0 { return String(decoding: answer, as: UTF8.self) }
      answer += buffer[..<count]
    }
  }
}
