import DocgenClocks
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
      "GET /db/_changes?feed=\(feed)&since=10 HTTP/1.1\r\nHost: x\r\nAuthorization: Basic \(pair)\r\n"
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
      for number in 0..<10 {
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

/// Clients that read slowly.
@Suite(.loadTest, .fewAtOnce, .timeLimit(.minutes(20))) struct SlowClientLoadTests {
  private static let database = """
    {"databases": {"db": {"users": {"alice": {"password": "secret", "admin_channels": ["a"]}}}}}
    """

  private func start(
    _ change: (inout SyncGateway.Options) -> Void = { _ in }
  ) async throws -> SyncGateway {
    var options = SyncGateway.Options()
    options.idleSeconds = 600
    change(&options)
    return try await SyncGateway.start(
      configuration: GatewayConfiguration(Self.database), clock: ManualClock(), options: options)
  }

  private static func port(_ url: URL) -> UInt16 { UInt16(url.port ?? 0) }

  private static func authorization() -> String {
    "Host: 127.0.0.1\r\nAuthorization: Basic \(Data("alice:secret".utf8).base64EncodedString())\r\n"
  }

  private static let feeds = [
    "_changes?feed=continuous&include_docs=true", "_changes?feed=websocket&include_docs=true",
    "_changes?include_docs=true",
  ]

  /// Sends rows of twenty megabytes in total to a client that reads none of them.
  @Test(arguments: feeds)
  func whoDoesNotReadIsClosedAndNothingIsKept(_ feed: String) async throws {
    let gateway = try await start { $0.idleSeconds = 1 }
    let text = JSONValue.string(String(repeating: "x", count: 500_000))
    for number in 0..<40 {
      try await gateway.put(["channels": ["a"], "text": text], id: "d\(number)", in: "db")
    }
    let socket = try await onThread {
      let socket = try TestSocket(port: Self.port(gateway.publicURL))
      var head = "GET /db/\(feed) HTTP/1.1\r\n" + Self.authorization()
      if feed.contains("websocket") {
        for (name, value) in WebSocketClient.handshake { head += "\(name): \(value)\r\n" }
      }
      try socket.send(head + "\r\n")
      // The response has begun. From here on only the server can close the connection, possibly
      // before this test continues.
      _ = try socket.receive(until: "\r\n\r\n")
      if feed.contains("websocket") {
        // The first message, masked with zeros: requests all documents.
        try socket.send([0x81, 0x80 | 21, 0, 0, 0, 0] + Array(#"{"include_docs":true}"#.utf8))
      }
      return socket
    }
    while gateway.connectionCount > 0 { await Task.yield() }
    let rest = try await onThread { try socket.receive(until: nil) }
    #expect(rest.utf8.count < 15_000_000, "what was in the sockets")
    try await #expect(gateway.waitingFeeds(in: "db") == 0)
    await gateway.stop()
  }
}
