import DocgenTestSupport
import Foundation
import Testing

@testable import DocgenHTTPServer

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.fewAtOnce) struct HTTPListenerTests {
  /// Answers with what it was asked, so that tests see what arrived.
  private static func echo(_ request: HTTPRequest) -> HTTPResponse {
    let headers = request.headers.fields.filter { $0.name.lowercased().hasPrefix("x-") }
      .map { "\($0.name)=\($0.value)" }.joined(separator: ",")
    return HTTPResponse(
      status: 200, headers: ["Content-Type": "text/plain"],
      text: "\(request.method) \(request.target) [\(headers)] \(request.bodyText)")
  }

  private func url(_ listener: HTTPListener, _ target: String) -> URL {
    URL(string: "http://127.0.0.1:\(listener.port)\(target)")!
  }

  private func send(_ request: URLRequest) async throws -> (String, HTTPURLResponse) {
    let session = URLSession(configuration: .ephemeral)
    let (data, response) = try await session.data(for: request)
    return (
      String(decoding: data, as: UTF8.self), try #require(response as? HTTPURLResponse)
    )
  }

  @Test func givesTheHandlerTheRequestAsSent() async throws {
    let listener = try HTTPListener { Self.echo($0) }
    var request = URLRequest(url: url(listener, "/a%2Fb/c?x=%20+&y"))
    request.httpMethod = "PUT"
    request.setValue("1", forHTTPHeaderField: "X-One")
    request.httpBody = Data("body".utf8)
    let (text, response) = try await send(request)
    #expect(response.statusCode == 200)
    #expect(text == "PUT /a%2Fb/c?x=%20+&y [X-One=1] body")
    await listener.stop()
  }

  @Test func sendsRepeatedHeadersAndNoDate() async throws {
    let listener = try HTTPListener { _ in
      HTTPResponse(status: 201, headers: ["Set-Cookie": "a=1", "X-A": "1", "x-a": "2"])
    }
    let answer = try await RawClient.send(
      "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", to: listener)
    #expect(answer.hasPrefix("HTTP/1.1 201"))
    #expect(answer.contains("X-A: 1\r\n"))
    #expect(answer.contains("x-a: 2\r\n"))
    #expect(!answer.contains("Date:"))
    await listener.stop()
  }

  @Test func takesLargeBodiesUpToTheLimit() async throws {
    let listener = try HTTPListener(limits: .init(bodyBytes: 3_000_000)) { request in
      HTTPResponse(status: 200, text: String(request.body.count))
    }
    var request = URLRequest(url: url(listener, "/"))
    request.httpMethod = "POST"
    request.httpBody = Data(repeating: 65, count: 3_000_000)
    try await #expect(send(request).0 == "3000000")
    await listener.stop()
  }

  @Test func refusesBodiesOverTheLimit() async throws {
    let listener = try HTTPListener(limits: .init(bodyBytes: 10)) { _ in HTTPResponse(status: 200) }
    let declared = try await RawClient.send(
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 11\r\nConnection: close\r\n\r\n12345678901",
      to: listener)
    #expect(declared.hasPrefix("HTTP/1.1 413"))
    let chunked = try await RawClient.send(
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
        + "b\r\n12345678901\r\n0\r\n\r\n", to: listener)
    #expect(chunked.hasPrefix("HTTP/1.1 413"))
    await listener.stop()
  }

  @Test func refusesMoreBodiesAtOnceThanTheLimit() async throws {
    let limits = HTTPListener.Limits(
      bodyBytes: 1_000_000, allBodiesBytes: 1_500_000, idleSeconds: 3_600)
    let listener = try HTTPListener(limits: limits) {
      HTTPResponse(status: 200, text: "\($0.body.count)")
    }
    let port = listener.port
    let most = [UInt8](repeating: 65, count: 900_000)
    let head = "POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: "
    let slow = try await onThread {
      let socket = try TestSocket(port: port)
      try socket.send(head + "900001\r\n\r\n")
      try socket.send(most)
      return socket
    }
    // While it is on its way, another one may be let in and leave no room for the rest of it.
    while listener.exchanges.bodies.total < most.count { await Task.yield() }
    let second: @Sendable () throws -> String = {
      let socket = try TestSocket(port: port)
      try socket.send(head + "900000\r\n\r\n")
      try socket.send(most)
      return try socket.receive(until: nil)
    }
    let answer = try await onThread(second)
    #expect(answer.hasPrefix("HTTP/1.1 503"))
    #expect(answer.hasSuffix("all requests' bodies together have more than 1500000 bytes\n"))
    let first = try await onThread {
      try slow.send([65])
      return try slow.receive(until: nil)
    }
    #expect(first.hasSuffix("\r\n\r\n900001"))
    // Its bytes count no longer once it is over.
    while listener.connectionCount > 0 { await Task.yield() }
    try await #expect(onThread(second).hasSuffix("\r\n\r\n900000"))
    await listener.stop()
  }

  @Test func tellsConnectionsBeyondTheLimit() async throws {
    let listener = try HTTPListener(limits: .init(connections: 2, idleSeconds: 3_600)) { _ in
      HTTPResponse(status: 200, text: "hello")
    }
    let port = listener.port
    let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
    var open = try await onThread { [try TestSocket(port: port), try TestSocket(port: port)] }
    while listener.connectionCount < 2 { await Task.yield() }
    for _ in 0..<3 {
      let answer = try await onThread {
        let socket = try TestSocket(port: port)
        try socket.send(request)
        return try socket.receive(until: nil)
      }
      #expect(answer.hasPrefix("HTTP/1.1 503"))
      #expect(answer.hasSuffix("\r\n\r\nno more connections are accepted (limit: 2)\n"))
    }
    // Those that are within the limit don't suffer.
    let first = open[0]
    let answer = try await onThread {
      try first.send(request)
      return try first.receive(until: "hello")
    }
    #expect(answer.hasPrefix("HTTP/1.1 200"))
    open = []
    while listener.connectionCount > 1 { await Task.yield() }
    let next = try await RawClient.send(
      "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", to: listener)
    #expect(next.hasPrefix("HTTP/1.1 200"))
    await listener.stop()
  }

  @Test(arguments: [
    "GARBAGE\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET / HTTP/1.1\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n", "\r\n\r\n\r\n",
  ])
  func survivesMalformedRequests(_ text: String) async throws {
    let listener = try HTTPListener(limits: .init(idleSeconds: 1)) { Self.echo($0) }
    let answer = try await RawClient.send(text, to: listener, closesWriting: true)
    #expect(answer.isEmpty || answer.hasPrefix("HTTP/1."))
    let (after, _) = try await send(URLRequest(url: url(listener, "/still-there")))
    #expect(after.contains("/still-there"))
    await listener.stop()
  }

  @Test func answersWhileOthersWait() async throws {
    let gate = Gate()
    let listener = try HTTPListener { request in
      if request.path == "/wait" { await gate.wait() }
      return HTTPResponse(status: 200, text: request.path)
    }
    let address = url(listener, "/")
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<100 {
        group.addTask {
          let session = URLSession(configuration: .ephemeral)
          let (_, response) = try await session.data(from: address.appending(path: "wait"))
          return (response as? HTTPURLResponse)?.statusCode ?? 0
        }
      }
      while await gate.waiterCount < 100 { await Task.yield() }
      let (text, _) = try await send(URLRequest(url: address.appending(path: "now")))
      #expect(text == "/now")
      await gate.open()
      for try await status in group { #expect(status == 200) }
    }
    await listener.stop()
  }

  @Test func streamsWhatComes() async throws {
    let listener = try HTTPListener { _ in
      let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
      Task {
        for number in 0..<50 {
          continuation.yield(Array("\(number)\n".utf8))
          await Task.yield()
        }
        continuation.finish()
      }
      return HTTPResponse(status: 200, stream: stream)
    }
    let (text, _) = try await send(URLRequest(url: url(listener, "/")))
    #expect(text == (0..<50).map { "\($0)\n" }.joined())
    await listener.stop()
  }

  @Test func stopsWithRequestsAndStreamsUnderWay() async throws {
    let gate = Gate()
    let listener = try HTTPListener { request in
      if request.path == "/stream" {
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        continuation.yield(Array("first".utf8))
        return HTTPResponse(status: 200, stream: stream)
      }
      if request.path == "/here" { return HTTPResponse(status: 200, text: "still here") }
      await gate.wait()
      return HTTPResponse(status: 200)
    }
    let address = url(listener, "/")
    async let first = try? URLSession(configuration: .ephemeral).data(
      from: address.appending(path: "wait"))
    async let second = try? URLSession(configuration: .ephemeral).data(
      from: address.appending(path: "stream"))
    while await gate.waiterCount < 1 { await Task.yield() }
    await listener.stop()
    _ = await (first, second)
    // Another test's server may have got the port by now.
    let response = try? await RawClient.send("GET /here HTTP/1.0\r\n\r\n", to: listener)
    #expect(response?.contains("still here") != true)
  }

  @Test func namesThePortThatIsTaken() async throws {
    let first = try HTTPListener { Self.echo($0) }
    let error = #expect(throws: HTTPListener.StartError.self) {
      try HTTPListener(port: first.port) { Self.echo($0) }
    }
    #expect(error.map { "\($0)".contains("port \(first.port)") } == true)
    #expect(throws: HTTPListener.StartError.self) {
      try HTTPListener(host: "example.com") { Self.echo($0) }
    }
    await first.stop()
  }

  @Test func replacesAnswersWithInvalidHeaders() async throws {
    let listener = try HTTPListener { _ in
      HTTPResponse(status: 200, headers: ["X-Bad": "a\r\nSet-Cookie: evil=1"])
    }
    let (_, response) = try await send(URLRequest(url: url(listener, "/")))
    #expect(response.statusCode == 500)
    #expect(response.value(forHTTPHeaderField: "Set-Cookie") == nil)
    await listener.stop()
  }
}

/// Holds tasks back until it is opened; also lets go of those that are cancelled.
private actor Gate {
  private var isOpen = false
  private var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  private var nextID = 0

  var waiterCount: Int { waiters.count }

  func wait() async {
    if isOpen || Task.isCancelled { return }
    nextID += 1
    let id = nextID
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiters[id] = $0 }
    } onCancel: {
      Task { await self.release(id) }
    }
  }

  private func release(_ id: Int) { waiters.removeValue(forKey: id)?.resume() }

  func open() {
    isOpen = true
    for waiter in waiters.values { waiter.resume() }
    waiters = [:]
  }
}
