import DocgenTestSupport
import Testing

@testable import DocgenHTTPServer

/// A client that reads nothing before all is sent must still get its response.
@Suite struct RefusedBodyTests {
  /// Far more than a socket's buffers hold.
  private static let body = [UInt8](repeating: 65, count: 16_000_000)
  private static let head =
    "POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: \(body.count)\r\n"

  /// Nobody is refused for being slow, however busy the machine is.
  private static func limits(connections: Int = 100) -> HTTPListener.Limits {
    .init(bodyBytes: 10, connections: connections, idleSeconds: 3_600)
  }

  /// The response to the complete body, sent at once.
  private func post(to port: UInt16) async throws -> String {
    try await onThread {
      let socket = try TestSocket(port: port)
      try socket.send(Self.head + "\r\n")
      try socket.send(Self.body)
      return try socket.receive(until: nil)
    }
  }

  @Test func aBodyOverTheLimitIsReadToItsEnd() async throws {
    let listener = try HTTPListener(limits: Self.limits()) { _ in HTTPResponse(status: 200) }
    for _ in 0..<3 {
      let answer = try await post(to: listener.port)
      #expect(answer.hasPrefix("HTTP/1.1 413"))
      #expect(answer.hasSuffix("\r\n\r\nthe request's body has more than 10 bytes\n"))
    }
    #expect(listener.exchanges.bodies.total == 0)
    await listener.stop()
  }

  @Test func aConnectionIsKeptAfterwards() async throws {
    let listener = try HTTPListener(limits: Self.limits()) { _ in
      HTTPResponse(status: 200, text: "hello")
    }
    let answers = try await RawClient.send(
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 11\r\n\r\n12345678901"
        + "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", to: listener)
    #expect(answers.hasPrefix("HTTP/1.1 413"))
    #expect(answers.hasSuffix("\r\n\r\nhello"))
    await listener.stop()
  }

  @Test func whoAsksFirstIsToldAtOnce() async throws {
    let listener = try HTTPListener(limits: Self.limits()) { _ in HTTPResponse(status: 200) }
    // The body never comes.
    let answer = try await RawClient.send(
      Self.head + "Expect: 100-Continue\r\n\r\n", to: listener)
    #expect(answer.hasPrefix("HTTP/1.1 413"))
    await listener.stop()
  }

  @Test func aConnectionBeyondTheLimitIsToldSoAfterItsBody() async throws {
    let listener = try HTTPListener(limits: Self.limits(connections: 1)) { _ in
      HTTPResponse(status: 200)
    }
    let port = listener.port
    let open = try await onThread { try TestSocket(port: port) }
    while listener.connectionCount < 1 { await Task.yield() }
    let answer = try await post(to: port)
    #expect(answer.hasPrefix("HTTP/1.1 503"))
    #expect(answer.hasSuffix("\r\n\r\nno more connections are accepted (limit: 1)\n"))
    open.hangUp()
    await listener.stop()
  }

  @Test func refusalsAreWrittenByTheListenersOwner() async throws {
    let listener = try HTTPListener(
      limits: Self.limits(connections: 10),
      refusal: { refusal, request in
        HTTPResponse(
          status: refusal.status, headers: ["X-A": "b"],
          text: "\(refusal.description): \(request.method) \(request.target)")
      }, handler: { _ in HTTPResponse(status: 200) })
    let answer = try await RawClient.send(
      "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 11\r\nConnection: close\r\n\r\n12345678901",
      to: listener)
    #expect(answer.hasPrefix("HTTP/1.1 413"))
    #expect(answer.contains("X-A: b\r\n"))
    #expect(answer.hasSuffix("the request's body has more than 10 bytes: POST /a"))
    await listener.stop()
  }
}
