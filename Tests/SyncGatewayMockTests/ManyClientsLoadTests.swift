import DocgenJSON
import DocgenTestSupport
import Foundation
import SyncGatewayMock
import Testing

/// A thousand clients that wait for changes at the same time.
@Suite(.loadTest, .fewAtOnce, .serialized, .timeLimit(.minutes(20))) struct ManyClientsLoadTests {
  private static let count = 1_000

  /// Opens that many longpolls, each on a separate connection, and waits until all of them wait.
  private func open(_ feed: String, _ call: GatewayHarness) async throws -> [TestSocket] {
    let port = UInt16(call.gateway.publicURL.port ?? 0)
    let pair = Data("alice:secret".utf8).base64EncodedString()
    let request =
      "GET /db/_changes?feed=\(feed)&since=1000 HTTP/1.1\r\nHost: x\r\nAuthorization: Basic \(pair)\r\n"
      + "\r\n"
    let sockets = try await onThread {
      try (0..<Self.count).map { _ in
        let socket = try TestSocket(port: port)
        try socket.send(request)
        return socket
      }
    }
    while try await call.gateway.waitingFeeds(in: "db") < Self.count { await Task.yield() }
    return sockets
  }

  private var threadCount: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task"))?.count ?? 0
  }

  @Test func allAreWokenByOneChange() async throws {
    try await GatewayHarness.run { call in
      // `since` is after all sequences, so that all requests wait.
      let before = threadCount
      let sockets = try await open("longpoll", call)
      #expect(threadCount < before + 100, "they wait without a thread of their own")
      // Another request is served meanwhile.
      try await #expect(call("GET", "/db/", as: "alice").status == 200)
      for number in 0..<1_000 {
        try await call.gateway.put(["channels": ["a"]], id: "d\(number)", in: "db")
      }
      let woken = try await onThread {
        try sockets.count { try $0.receive(until: "\"last_seq\"").hasPrefix("HTTP/1.1 200") }
      }
      #expect(woken == Self.count)
    }
  }

  @Test(arguments: ["longpoll", "continuous"])
  func thoseThatHangUpAreForgotten(_ feed: String) async throws {
    try await GatewayHarness.run { call in
      let sockets = try await open(feed, call)
      try await onThread { for socket in sockets { socket.hangUp() } }
      while try await call.gateway.waitingFeeds(in: "db") > 0 { await Task.yield() }
      try await #expect(call("GET", "/db/", as: "alice").status == 200)
    }
  }
}
