import DocgenHTTPServer
import DocgenTestSupport
import Foundation
import Testing

/// Servers that are stopped while clients go on asking.
@Suite(.loadTest, .fewAtOnce, .timeLimit(.minutes(20))) struct StopLoadTests {
  /// What the server does with a request, and what the client says.
  enum Case: CaseIterable {
    case answer, stream, upgrade
    /// libmicrohttpd refuses the request itself.
    case malformed

    var request: String {
      if self == .malformed { return "GET / HTTP/1.1\r\nHost\r\n\r\n" }
      let upgrade = self == .upgrade ? "Connection: Upgrade\r\nUpgrade: echo\r\n" : ""
      return "GET / HTTP/1.1\r\nHost: x\r\n\(upgrade)\r\n"
    }

    var response: HTTPResponse {
      switch self {
      case .answer, .malformed: HTTPResponse(status: 200)
      case .stream:
        HTTPResponse(
          status: 200, stream: AsyncStream { $0.yield(Array("more to come".utf8)) })
      case .upgrade:
        HTTPResponse(upgradingTo: "echo") { _ = await $0.receive() }
      }
    }
  }

  /// libmicrohttpd ends the whole process when it is stopped while a connection is suspended.
  @Test(arguments: Case.allCases)
  func stopsWhileRequestsArrive(_ what: Case) async throws {
    for round in 0..<60 {
      let listener = try HTTPListener { _ in what.response }
      let (answers, answer) = AsyncStream.makeStream(of: Void.self)
      let clients = (0..<4).map { _ in
        let port = listener.port
        return Task { try await onThread { Self.ask(what, port, telling: answer) } }
      }
      // Each round stops at another moment, in the middle of the requests.
      var count = 0
      for await _ in answers.prefix(4 + round % 7) { count += 1 }
      await listener.stop()
      #expect(count >= 4)
      for client in clients { try await client.value }
    }
  }

  /// Asks until the port is closed; what is cut off in the middle is no failure.
  private static func ask(
    _ what: Case, _ port: UInt16, telling answer: AsyncStream<Void>.Continuation
  ) {
    for _ in 0..<1_000 {
      guard let socket = try? TestSocket(port: port) else { return }
      for _ in 0..<(what == .answer ? 20 : 1) {
        guard (try? socket.send(what.request)) != nil, let text = try? socket.receive(),
          text.hasPrefix("HTTP/1.1")
        else { break }
        answer.yield()
      }
    }
  }
}
