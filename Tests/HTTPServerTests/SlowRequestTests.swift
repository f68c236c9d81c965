import Foundation
import HTTPServer
import Synchronization
import TestSupport
import Testing

/// Requests that take too long to come.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct SlowRequestTests {
  private func serve(
    _ handler: @escaping HTTPListener.Handler = { _ in HTTPResponse(status: 200) }
  ) throws -> HTTPListener {
    try HTTPListener(limits: .init(idleSeconds: 600, requestSeconds: 1), handler: handler)
  }

  private func expectRefusal(_ answer: String) {
    #expect(answer.hasPrefix("HTTP/1.1 408 Request Timeout\r\n"), "\(answer.prefix(200))")
    #expect(answer.contains("\r\nConnection: close\r\n"))
    #expect(answer.contains("\r\nContent-Length: 39\r\n"))
    #expect(answer.hasSuffix("\r\n\r\nthe request was not complete after 1 s\n"))
  }

  @Test(arguments: [
    "G", "GET / HTT", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: x\r\nX-A: ",
    "GET / HTTP/1.1\r\nHost: x\r\n",
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nabc",
    "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
  ])
  func aRequestThatStallsIsAnsweredWith408(_ beginning: String) async throws {
    let handled = Mutex(0)
    let listener = try serve { _ in
      handled.withLock { $0 += 1 }
      return HTTPResponse(status: 200)
    }
    let answer = try await RawClient.send(beginning, to: listener)
    expectRefusal(answer)
    #expect(handled.withLock { $0 } == 0)
    while listener.connectionCount > 0 { await Task.yield() }
    try await #expect(
      RawClient.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", to: listener)
        .hasPrefix("HTTP/1.1 200"))
    await listener.stop()
  }

  @Test func theSecondRequestOfAConnectionToo() async throws {
    let listener = try serve()
    let text = try await RawClient.send(
      "GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHo", to: listener)
    let answers = text.split(separator: "HTTP/1.1 ", omittingEmptySubsequences: true)
    #expect(answers.count == 2)
    #expect(answers.first?.hasPrefix("200") == true)
    expectRefusal("HTTP/1.1 " + (answers.last ?? ""))
    await listener.stop()
  }

  /// Something always moves, so that no idle limit would ever end it.
  @Test func aBodyThatTricklesToo() async throws {
    let listener = try serve()
    let port = listener.port
    let answer = try await onThread {
      let socket = try TestSocket(port: port)
      try socket.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 20000000\r\n\r\n")
      while (try? socket.send([0])) != nil {}
      return try socket.receive(until: nil)
    }
    expectRefusal(answer)
    await listener.stop()
  }

  /// libmicrohttpd would wait for the rest until its limit.
  @Test(arguments: [
    "GET / HT", "GET / HTTP/1.1\r\nX", "PUT / HTTP/1.1\r\nContent-Length: 9\r\n\r\n1",
  ])
  func whoHangsUpInTheMiddleIsNotWaitedFor(_ beginning: String) async throws {
    let listener = try HTTPListener(limits: .init(idleSeconds: 600, requestSeconds: 600)) { _ in
      HTTPResponse(status: 200)
    }
    try await #expect(RawClient.send(beginning, to: listener, closesWriting: true).isEmpty)
    while listener.connectionCount > 0 { await Task.yield() }
    await listener.stop()
  }

  @Test func whoWaitsForAnAnswerIsNotSlow() async throws {
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let listener = try serve { request in
      guard request.path == "/wait" else { return HTTPResponse(status: 200) }
      start.yield()
      for await _ in gate.prefix(1) {}
      return HTTPResponse(status: 200, text: "at last")
    }
    async let patient = RawClient.send(
      "GET /wait HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", to: listener)
    for await _ in started.prefix(1) {}
    // Another one is refused meanwhile: the time is over.
    try await expectRefusal(RawClient.send("GET", to: listener))
    opening.yield()
    try await #expect(patient.hasSuffix("at last"))
    await listener.stop()
  }

  @Test func theServersOwnAnswersAreMadeByWhoeverStartsIt() async throws {
    let listener = try HTTPListener(
      limits: .init(bodyBytes: 10, requestSeconds: 1),
      refusal: { refusal, request in
        HTTPResponse(
          status: refusal.status, headers: ["X-A": "b"],
          text: "\(refusal.description): \(request.method) \(request.target)")
      }, handler: { _ in HTTPResponse(status: 200) })
    let large = try await RawClient.send(
      "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 11\r\nConnection: close\r\n\r\n12345678901",
      to: listener)
    #expect(large.hasPrefix("HTTP/1.1 413"))
    #expect(large.contains("X-A: b\r\n"))
    #expect(large.hasSuffix("the request's body has more than 10 bytes: POST /a"))
    // The method is not told before the header is whole.
    let head = try await RawClient.send("PUT /b?c HTTP/1.1\r\nHo", to: listener)
    #expect(head.hasSuffix("the request was not complete after 1 s:  /b?c"))
    let body = try await RawClient.send(
      "PUT /b HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n1", to: listener)
    #expect(body.hasSuffix("the request was not complete after 1 s: PUT /b"))
    await listener.stop()
  }
}
