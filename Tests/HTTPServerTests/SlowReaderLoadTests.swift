import DocgenHTTPServer
import DocgenTestSupport
import Foundation
import Testing

/// Clients that don't read their responses.
@Suite(.loadTest, .fewAtOnce, .timeLimit(.minutes(20))) struct SlowReaderLoadTests {
  /// More than fits into any socket's buffer.
  private static let large = [UInt8](repeating: UInt8(ascii: "x"), count: 20_000_000)

  enum Answer: CaseIterable {
    case bytes, stream, upgrade

    var request: String {
      let upgrade = self == .upgrade ? "Connection: Upgrade\r\nUpgrade: x\r\n" : ""
      return "GET / HTTP/1.1\r\nHost: x\r\n\(upgrade)\r\n"
    }

    var response: HTTPResponse {
      switch self {
      case .bytes: HTTPResponse(status: 200, body: large)
      case .stream: HTTPResponse(status: 200, stream: AsyncStream { large })
      case .upgrade:
        HTTPResponse(upgradingTo: "x") { connection in
          connection.send([UInt8](large.prefix(10_000_000)))
          await connection.drained()
        }
      }
    }
  }

  /// Sends a request, reads nothing, and returns once the server has closed the connection.
  private func ask(_ request: String, _ listener: HTTPListener) async throws -> TestSocket {
    let port = listener.port
    let socket = try await onThread {
      let socket = try TestSocket(port: port)
      try socket.send(request)
      // The response has begun.
      _ = try socket.receiveBytes()
      return socket
    }
    while listener.connectionCount > 0 { await Task.yield() }
    return socket
  }

  @Test(arguments: Answer.allCases)
  func whoReadsNothingIsClosed(_ answer: Answer) async throws {
    let listener = try HTTPListener(limits: .init(idleSeconds: 1)) { _ in
      answer.response
    }
    let socket = try await ask(answer.request, listener)
    // What was in the sockets, and then the end.
    let rest = try await onThread { try socket.receive(until: nil) }
    #expect(rest.utf8.count < 10_000_000)
    await listener.stop()
  }
}
