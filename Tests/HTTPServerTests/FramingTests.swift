import DocgenTestSupport
import Synchronization
import Testing

@testable import DocgenHTTPServer

/// Requests that two servers could read differently, headers at their limit, and unread responses.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct FramingTests {
  private static let next = "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n"

  @Test(arguments: [
    ("Host: x\r\nHost: y\r\n\r\n", "several 'Host' fields"),
    ("Host: x\r\nHost: x\r\n\r\n", "several 'Host' fields"),
    (
      "Host: x\r\nContent-Length: 0\r\nContent-Length: \(next.utf8.count)\r\n\r\n" + next,
      "several 'Content-Length' fields"
    ),
    (
      "Host: x\r\nContent-Length: \(next.utf8.count + 5)\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "0\r\n\r\n" + next, "both 'Content-Length' and 'Transfer-Encoding'"
    ),
  ])
  func refusesAmbiguousRequests(_ rest: String, _ problem: String) async throws {
    let paths = Mutex<[String]>([])
    let listener = try HTTPListener { request in
      paths.withLock { $0.append(request.path) }
      return HTTPResponse(status: 200)
    }
    for method in ["GET", "POST"] {
      let answer = try await RawClient.send("\(method) / HTTP/1.1\r\n" + rest, to: listener)
      #expect(answer.hasPrefix("HTTP/1.1 400"))
      #expect(answer.lowercased().contains("connection: close"))
      #expect(answer.contains(problem))
    }
    #expect(paths.withLock { $0 } == [])
    await listener.stop()
  }

  @Test func acceptsOneLengthTwice() async throws {
    let listener = try HTTPListener { HTTPResponse(status: 200, body: $0.body) }
    let answer = try await RawClient.send(
      "POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n"
        + "Content-Length: 2\r\n\r\nhi", to: listener)
    #expect(answer.hasSuffix("\r\n\r\nhi"))
    await listener.stop()
  }

  @Test(arguments: ["Cookie", "X-Long"])
  func acceptsAHeaderUpToTheLimit(_ name: String) async throws {
    let listener = try HTTPListener { HTTPResponse(status: 200, text: $0.headers[name] ?? "") }
    for (count, status) in [(20_000, 200), (32_000, 200), (33_000, 431), (300_000, 431)] {
      let value = "a=" + String(repeating: "b", count: count - 2)
      let port = listener.port
      let answer = try await onThread {
        let socket = try TestSocket(port: port)
        // The server may close the connection before all is sent.
        try? socket.send(
          "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\(name): \(value)\r\n\r\n")
        return (try? socket.receive(until: nil)) ?? ""
      }
      #expect(answer.hasPrefix("HTTP/1.1 \(status)"), "\(name) \(count): \(answer.prefix(60))")
      if status == 200 { #expect(answer.hasSuffix(value)) }
    }
    await listener.stop()
  }

  @Test func boundsTheResponsesThatWaitForTheirReaders() async throws {
    let size = 24_000_000
    let shared = [UInt8](repeating: 65, count: size)
    let listener = try HTTPListener(
      limits: .init(allResponsesBytes: 2 * size, idleSeconds: 3_600)
    ) { request in
      request.path == "/shared"
        ? HTTPResponse(status: 200, body: shared)
        : HTTPResponse(status: 200, body: [UInt8](repeating: 66, count: size))
    }
    let port = listener.port
    // Only this array holds the sockets, so that emptying it closes them.
    var readers: [TestSocket] = []
    func begin(_ path: String) async throws -> String {
      readers.append(try TestSocket(port: port))
      let socket = readers[readers.count - 1]
      return try await onThread {
        try socket.send("GET \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        return String(try socket.receive(until: "\r\n\r\n").prefix(12))
      }
    }
    // Readers of one body share it; another body fits beside it, and a third doesn't.
    for path in ["/shared", "/shared", "/shared", "/other"] {
      #expect(try await begin(path) == "HTTP/1.1 200")
    }
    #expect(try await begin("/third") == "HTTP/1.1 503")
    // Another reader of a body that is there already is no burden.
    #expect(try await begin("/shared") == "HTTP/1.1 200")
    // Once the readers have closed their sockets, there is room for another body.
    readers = []
    while listener.connectionCount > 0 { await Task.yield() }
    #expect(try await begin("/third") == "HTTP/1.1 200")
    await listener.stop()
  }
}
