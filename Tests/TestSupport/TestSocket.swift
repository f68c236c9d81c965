import Foundation

/// A connection that sends what an HTTP client would not send.
///
/// Its methods block: use them in `onThread`.
public final class TestSocket: Sendable {
  /// A system call that failed.
  public struct Failure: Error {
    /// The name of the system call.
    public let call: String
  }

  private let descriptor: Int32

  /// Connects to a port of 127.0.0.1; reading fails after two minutes.
  public init(port: UInt16) throws {
    #if canImport(Glibc)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { throw Failure(call: "socket") }
    var timeout = timeval(tv_sec: 120, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    // `deinit` closes the descriptor: it runs although this throws, because all properties are set.
    guard connected == 0 else { throw Failure(call: "connect") }
  }

  deinit { close(descriptor) }

  /// Closes the connection as a client does; the descriptor stays open until `deinit`.
  public func hangUp() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Closes the sending side.
  public func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Sends all of a text.
  public func send(_ text: String) throws { try send(Array(text.utf8)) }

  /// Sends all of the bytes.
  public func send(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Failure(call: "send") }
      sent += count
    }
  }

  /// Receives the next bytes; returns none when the server has closed the connection.
  public func receiveBytes() throws -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    guard count >= 0 || errno == ECONNRESET else { throw Failure(call: "recv") }
    return Array(buffer[..<max(0, count)])
  }

  /// Receives the next bytes as text; returns none when the server has closed the connection.
  public func receive() throws -> String {
    String(decoding: try receiveBytes(), as: UTF8.self)
  }

  /// Receives text until the server closes the connection, or until a text has been received.
  public func receive(until end: String? = nil) throws -> String {
    var text = ""
    while true {
      let piece = try receive()
      if piece.isEmpty { return text }
      text += piece
      if let end, text.contains(end) { return text }
    }
  }
}

/// Runs a blocking closure on a separate thread: Swift has few threads, and the server that the
/// closure waits for needs them.
public func onThread<Result: Sendable>(
  _ work: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: .init(catching: work)) }
  }
}
