import DocgenClocks
import DocgenGzip
import DocgenHTTPServer
import DocgenJSON
import SyncGatewayMock
import Testing

/// Feeds that wait, and what they send meanwhile.
extension ChangesTests {
  @Test("section 6, _changes: longpoll sends its beginning at once and heartbeats, min 25000")
  func longpollHeartbeat() async throws {
    try await GatewayHarness.run { (call) async throws in
      let socket = try OpenSocket.get(
        "/db/_changes?feed=longpoll&since=3&heartbeat=1000", call, as: "alice")
      let header = try await socket.receive(through: "\r\n\r\n")
      #expect(header.contains("Content-Type: application/json\r\n"))
      #expect(header.contains("Cache-Control: private, max-age=0, no-cache, no-store\r\n"))
      #expect(
        try await socket.receive(through: "[\r\n\r\n").hasSuffix("\r\n{\"results\":[\r\n\r\n"))
      await call.untilSomebodyWaits()
      call.clock.advance(by: .seconds(24))
      call.clock.advance(by: .seconds(1))
      #expect(try await socket.receive(through: "\r\n\n\r\n") == "1\r\n\n\r\n")
      await call.untilSomebodyWaits()
      try await call.gateway.put(["channels": ["a"]], id: "d", in: "db")
      let rest = try await socket.receive(through: "0\r\n\r\n")
      #expect(rest.contains("\"id\":\"d\"") && rest.contains("],\n\"last_seq\":\"4\"}\n"))
      #expect(!rest.contains("\r\n\n\r\n"))
    }
  }

  @Test("section 1, `maxHeartbeat`: heartbeats are no further apart")
  func maxHeartbeat() async throws {
    try await GatewayHarness.run(server: "\"maxHeartbeat\": 30,") { (call) async throws in
      let socket = try OpenSocket.get(
        "/db/_changes?feed=continuous&since=3&heartbeat=100000", call, as: "alice")
      _ = try await socket.receive(through: "\r\n\r\n1\r\n\n\r\n")
      await call.untilSomebodyWaits()
      call.clock.advance(by: .seconds(30))
      #expect(try await socket.receive(through: "\n\r\n") == "1\r\n\n\r\n")
    }
  }

  @Test(
    "section 6, _changes: timeout default 300000, max 900000",
    arguments: [("", 300), ("&timeout=1000000", 900), ("&timeout=7000", 7), ("&timeout=x", 300)])
  func timeouts(_ parameter: String, _ seconds: Int) async throws {
    try await GatewayHarness.run { (call) async throws in
      let socket = try OpenSocket.get(
        "/db/_changes?feed=longpoll&since=3\(parameter)", call, as: "alice")
      _ = try await socket.receive(through: "[\r\n\r\n")
      await call.untilSomebodyWaits()
      call.clock.advance(by: .seconds(seconds))
      let rest = try await socket.receive(through: "0\r\n\r\n")
      #expect(rest.contains("],\n\"last_seq\":\"3\"}\n"))
    }
  }

  @Test("section 6, _changes: timeout=0 waits for ever")
  func noTimeout() async throws {
    try await GatewayHarness.run { (call) async throws in
      async let waiting = call("GET", "/db/_changes?feed=longpoll&since=3&timeout=0", as: "alice")
      await call.untilSomebodyWaits()
      call.clock.advance(by: .seconds(1_000_000))
      try await call.gateway.put(["channels": ["a"]], id: "d", in: "db")
      #expect(try await waiting.json?["results"]?.array?.map { $0["id"] } == ["d"])
    }
  }

  @Test("section 6, _changes: continuous begins with a blank line, beats, and ends at its timeout")
  func continuousLife() async throws {
    try await GatewayHarness.run { (call) async throws in
      async let beating = call(
        "GET", "/db/_changes?feed=continuous&since=3&heartbeat=25000&limit=1", as: "alice")
      await call.untilSomebodyWaits()
      call.clock.advance(by: .seconds(25))
      await call.untilSomebodyWaits()
      // Missed heartbeats are not sent later.
      call.clock.advance(by: .seconds(250))
      await call.untilSomebodyWaits()
      try await call.gateway.put(["channels": ["a"]], id: "d", in: "db")
      let lines = try await beating.text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count == 5 && lines[..<3].allSatisfy(\.isEmpty))
      #expect(lines[3].contains("\"d\""))
      async let ending = call(
        "GET", "/db/_changes?feed=continuous&since=4&timeout=5000", as: "alice")
      await call.untilSomebodyWaits()
      call.clock.advance(by: .seconds(5))
      #expect(try await ending.text == "\n")
    }
  }

  @Test("section 5: _offline ends the feeds that wait")
  func offlineEndsFeeds() async throws {
    try await GatewayHarness.run { (call) async throws in
      async let polling = call("GET", "/db/_changes?feed=longpoll&since=3", as: "alice")
      async let running = call("GET", "/db/_changes?feed=continuous&since=3", as: "bob")
      await call.untilSomebodyWaits(2)
      #expect(try await call.admin("POST", "/db/_offline").status == 200)
      #expect(try await polling.json == ["results": [], "last_seq": "3"])
      #expect(try await running.text == "\n")
    }
  }

  // MARK: Web sockets

  @Test("section 6, _changes: websocket handshake, options in the first message, rows as arrays")
  func webSocket() async throws {
    try await GatewayHarness.run { (call) async throws in
      try await call.gateway.put(["channels": ["a"]], id: "d1", in: "db")
      let client = try await WebSocketClient("/db/_changes?feed=websocket", call, as: "alice")
      #expect(client.header.hasPrefix("HTTP/1.1 101 "))
      #expect(client.header.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"))
      #expect(client.header.lowercased().contains("upgrade: websocket\r\n"))
      // Fragments form one message.
      try client.send(1, #"{"since":3,"#, isFinal: false)
      try client.send(9, "ping")
      try client.send(0, #""include_docs":true,"heartbeat":30000}"#)
      #expect(
        try await client.receive()
          == WebSocketClient.Message(opcode: 10, payload: Array("ping".utf8)))
      let rows = try await client.receive()
      #expect(rows.opcode == 1)
      let json = try JSONParser.parse(rows.payload)
      #expect(json.array?.map { $0["id"] } == ["d1"])
      #expect(json.array?.first?["doc"]?["_id"] == "d1")
      #expect(try await client.receive().text == "[]")
      await call.untilSomebodyWaits()
      call.clock.advance(by: .seconds(30))
      #expect(try await client.receive() == WebSocketClient.Message(opcode: 1, payload: []))
      try await call.gateway.put(["channels": ["a"]], id: "d2", in: "db")
      #expect(try await client.receive().text.contains("\"id\":\"d2\""))
      #expect(try await client.receive().text == "")
      try client.send(8, "")
      #expect(try await client.receive().opcode == 8)
      #expect(try await client.socket.receiveAll() == "")
    }
  }

  @Test("section 6, _changes: websocket messages are packed for accept_encoding gzip")
  func packedWebSocket() async throws {
    try await GatewayHarness.run { (call) async throws in
      try await call.gateway.put(["channels": ["a"]], id: "d1", in: "db")
      let client = try await WebSocketClient("/db/_changes?feed=websocket", call, as: "alice")
      try client.send(1, #"{"since":3,"accept_encoding":"gzip","limit":1}"#)
      let rows = try await client.receive()
      #expect(rows.opcode == 2)
      // Without the trailer, which is never sent.
      let end = GzipEncoder.encode([]).dropFirst(10)
      #expect(throws: GzipError.corrupt) {
        try GzipDecoder.decode(rows.payload + end, limit: 10_000)
      }
      #expect(rows.payload.prefix(2) == [0x1F, 0x8B])
      // After one row, the request's limit, the server closes the socket.
      #expect(try await client.receive().opcode == 8)
    }
  }

  @Test("section 6, _changes: websocket needs a login and a proper handshake")
  func refusedWebSockets() async throws {
    try await GatewayHarness.run { (call) async throws in
      let path = "/db/_changes?feed=websocket"
      #expect(try await call("GET", path, headers: WebSocketClient.handshake).status == 401)
      #expect(try await call("GET", path, as: "alice").reason == "not websocket protocol")
      var old = WebSocketClient.handshake
      old["Sec-WebSocket-Version"] = "8"
      #expect(try await call("GET", path, as: "alice", headers: old).status == 400)
      let silent = try await WebSocketClient(path, call, as: "alice")
      try silent.send(1, "no JSON")
      #expect(try await silent.receive().opcode == 8)
      // Clients must mask frames.
      let rude = try await WebSocketClient(path, call, as: "alice")
      try rude.socket.send([0x81, 0])
      let goodbye = try await rude.receive()
      #expect(goodbye.payload == [1002 >> 8, 1002 & 0xFF])
    }
  }

  @Test("stopping ends a web socket") func stoppingEndsAWebSocket() async throws {
    let harness = try await GatewayHarness()
    let client = try await WebSocketClient("/db/_changes?feed=websocket", harness, as: "alice")
    try client.send(1, "{}")
    _ = try await client.receive()
    await harness.gateway.stop()
    _ = try await client.socket.receiveAll()
  }
}
