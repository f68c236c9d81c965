import DocgenHTTPServer
import DocgenTestSupport

/// Sends bytes that URLSession would not, and reads the answer until the server closes.
enum RawClient {
  static func send(
    _ text: String, to listener: HTTPListener, closesWriting: Bool = false
  ) async throws -> String {
    let port = listener.port
    return try await onThread {
      let socket = try TestSocket(port: port)
      try socket.send(text)
      if closesWriting { socket.finishSending() }
      return try socket.receive(until: nil)
    }
  }
}
