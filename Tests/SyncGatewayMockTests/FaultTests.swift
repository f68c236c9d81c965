import DocgenClocks
import DocgenJSON
import DocgenMockHTTP
import DocgenTestSupport
import SyncGatewayMock
import Testing

/// Injected faults, as a client sees them.
@Suite(.fewAtOnce) struct FaultTests {
  private static let pattern = RequestPattern("PUT", "/db/*")
  private static let body = #"{"channels": ["a"]}"#

  @Test func aStatusForTheNextRequests() async throws {
    try await GatewayHarness.run { call in
      call.gateway.inject(.status(503, reason: "busy"), into: Self.pattern, times: 2)
      #expect(call.gateway.pendingFaultCount == 2)
      try await #expect(call("GET", "/db/one", as: "alice").status == 404)
      for _ in 0..<2 {
        let reply = try await call("PUT", "/db/one", as: "alice", Self.body)
        #expect(reply.status == 503)
        #expect(reply.text == #"{"error":"Service Unavailable","reason":"busy"}"#)
        #expect(reply["Server"] == "Couchbase Sync Gateway/1.5.0")
      }
      try await #expect(call.gateway.document("one", in: "db") == nil)
      try await #expect(call("PUT", "/db/one", as: "alice", Self.body).status == 201)
      #expect(call.gateway.pendingFaultCount == 0)
    }
  }

  @Test func onlyOnOnePort() async throws {
    try await GatewayHarness.run { call in
      call.gateway.inject(.status(500), on: .adminPort)
      try await #expect(call("GET", "/").status == 200)
      try await #expect(call.admin("GET", "/").status == 500)
      call.gateway.inject(.status(500), on: .both, times: 2)
      try await #expect(call("GET", "/").status == 500)
      try await #expect(call.admin("GET", "/").status == 500)
      call.gateway.inject(.status(500), times: 5)
      call.gateway.clearFaults()
      try await #expect(call("GET", "/").status == 200)
    }
  }

  @Test func aDelayByTheClock() async throws {
    try await GatewayHarness.run { call in
      call.gateway.inject(.delay(seconds: 30))
      async let reply = call("GET", "/")
      await call.untilSomebodyWaits()
      call.clock.advance(by: .seconds(30))
      try await #expect(reply.status == 200)
      call.gateway.inject(.status(502).after(seconds: 5))
      async let late = call("GET", "/")
      await call.untilSomebodyWaits()
      call.clock.advance(by: .seconds(5))
      try await #expect(late.status == 502)
      #expect(
        await call.gateway.requestLog.compactMap(\.fault) == [
          "delay 30.0 s", "delay 5.0 s, status 502",
        ])
    }
  }

  @Test func aConnectionDroppedBeforeTheAnswerWasMade() async throws {
    try await GatewayHarness.run { call in
      call.gateway.inject(.droppedBefore, into: Self.pattern)
      await #expect(throws: SocketClient.Failure.self) {
        try await call("PUT", "/db/one", as: "alice", Self.body)
      }
      try await #expect(call.gateway.document("one", in: "db") == nil)
      try await call.gateway.requestLog.expect(count: 1, "PUT", "/db/one", status: 0)
    }
  }

  @Test func aConnectionDroppedAfterTheAnswerWasMade() async throws {
    try await GatewayHarness.run { call in
      call.gateway.inject(.droppedAfter, into: Self.pattern)
      await #expect(throws: SocketClient.Failure.self) {
        try await call("PUT", "/db/one", as: "alice", Self.body)
      }
      try await #expect(call.gateway.document("one", in: "db") != nil)
      // A client that sends the request again conflicts with its own document.
      try await #expect(call("PUT", "/db/one", as: "alice", Self.body).status == 409)
    }
  }

  @Test func aTruncatedBody() async throws {
    try await GatewayHarness.run { call in
      try await call.gateway.put(["n": 1, "channels": ["a"]], id: "one", in: "db")
      let whole = try await call("GET", "/db/one", as: "alice")
      call.gateway.inject(.truncated(afterBytes: 10), into: RequestPattern("GET"))
      let cut = try await call("GET", "/db/one", as: "alice")
      #expect(cut["Content-Length"] == "\(whole.text.utf8.count)")
      #expect(cut.text == String(whole.text.prefix(10)))
    }
  }

  @Test func aTruncatedFeed() async throws {
    try await GatewayHarness.run { call in
      try await call.gateway.put(["channels": ["a"]], id: "one", in: "db")
      call.gateway.inject(.truncated(afterBytes: 20))
      let feed = try await call("GET", "/db/_changes?feed=continuous&since=0", as: "alice")
      #expect(feed.text.utf8.count == 20)
    }
  }

  @Test func theFaultThatWaitsLongestComesFirst() async throws {
    try await GatewayHarness.run { call in
      call.gateway.inject(.status(501))
      call.gateway.inject(.status(502))
      try await #expect(call("GET", "/").status == 501)
      try await #expect(call("GET", "/").status == 502)
      try await #expect(call("GET", "/").status == 200)
    }
  }
}
