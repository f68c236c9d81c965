import DocgenClocks
import DocgenJSON
import DocgenTestSupport
import SyncGatewayMock
import Testing

@Suite(.fewAtOnce) struct ChangesTests {
  private func ids(_ reply: GatewayHarness.Reply) -> [String] {
    reply.json?["results"]?.array?.compactMap { $0["id"]?.string } ?? []
  }

  @Test("section 6, _changes: rows, user row with empty changes, last_seq a string")
  func rowsAndLastSequence() async throws {
    try await GatewayHarness.run { (call) async throws in
      let rev = try await call.gateway.put(["channels": ["a"]], id: "d1", in: "db")
      _ = try await call.gateway.put(["channels": ["b"]], id: "d2", in: "db")
      let reply = try await call("GET", "/db/_changes", as: "alice")
      #expect(
        reply.text == "{\"results\":[\r\n{\"seq\":1,\"id\":\"_user/alice\",\"changes\":[]}\n"
          + ",{\"seq\":4,\"id\":\"d1\",\"changes\":[{\"rev\":\"\(rev)\"}]}\n],\n\"last_seq\":\"4\"}\n"
      )
      let none = try await call("GET", "/db/_changes?since=4", as: "alice")
      #expect(none.json == ["results": [], "last_seq": "4"])
      #expect(ids(try await call.admin("GET", "/db/_changes")) == ["d1", "d2"])
    }
  }

  @Test("section 6, _changes: POST, query overrides body, limit, include_docs")
  func queryOverridesTheBody() async throws {
    try await GatewayHarness.run { (call) async throws in
      for id in ["d1", "d2", "d3"] {
        try await call.gateway.put(["channels": ["a"]], id: id, in: "db")
      }
      let body = #"{"since":4,"limit":1,"include_docs":true}"#
      let posted = try await call("POST", "/db/_changes", as: "alice", body)
      #expect(ids(posted) == ["d2"])
      #expect(posted.json?["results"]?.array?[0]["doc"]?["_id"] == "d2")
      #expect(ids(try await call("POST", "/db/_changes?since=5", as: "alice", body)) == ["d3"])
    }
  }

  @Test("section 6, _changes: backfill `trigger:seq` just before the trigger")
  func aGrantSendsOlderChangesWithItsSequence() async throws {
    try await GatewayHarness.run { (call) async throws in
      try await call.gateway.put(["channels": ["new"]], id: "old", in: "db")
      _ = try await call.admin("PUT", "/db/_user/alice", #"{"admin_channels":["a","new"]}"#)
      let reply = try await call("GET", "/db/_changes?since=4", as: "alice")
      let rows = try #require(reply.json?["results"]?.array)
      #expect(rows.map { $0["seq"] } == ["5:4", 5])
      #expect(rows.map { $0["id"] } == ["old", "_user/alice"])
      #expect(reply.json?["last_seq"] == "5")
      let resumed = try await call("GET", "/db/_changes?since=5:4", as: "alice")
      #expect(ids(resumed) == ["_user/alice"])
    }
  }

  @Test("section 7: leaving a channel yields removed, a deletion deleted and removed")
  func leavingAChannelIsRemovedAndDeletionIsDeleted() async throws {
    try await GatewayHarness.run { (call) async throws in
      let rev = try await call.gateway.put(["channels": ["a"]], id: "d", in: "db")
      let moved = try await call.gateway.put(
        ["channels": ["b"], "_rev": .string(rev)], id: "d", in: "db")
      let left = try await call("GET", "/db/_changes?since=4", as: "alice")
      #expect(left.json?["results"]?.array?[0]["removed"] == ["a"])
      #expect(left.json?["results"]?.array?[0]["changes"] == [["rev": .string(moved)]])
      _ = try await call.admin("DELETE", "/db/d?rev=\(moved)")
      let gone = try await call("GET", "/db/_changes?since=5", as: "bob")
      #expect(gone.json?["results"]?.array?[0]["deleted"] == true)
      #expect(gone.json?["results"]?.array?[0]["removed"] == ["b"])
      let active = try await call("GET", "/db/_changes?since=5&active_only=true", as: "bob")
      #expect(ids(active).isEmpty)
    }
  }

  @Test("section 6, _changes: bychannel and _doc_ids (integer last_seq)") func filters()
    async throws
  {
    try await GatewayHarness.run { (call) async throws in
      try await call.gateway.put(["channels": ["a"]], id: "d1", in: "db")
      try await call.gateway.put(["channels": ["b"]], id: "d2", in: "db")
      let byChannel = "/db/_changes?filter=sync_gateway/bychannel"
      #expect(ids(try await call.admin("GET", byChannel + "&channels=b")) == ["d2"])
      #expect(ids(try await call("GET", byChannel + "&channels=b", as: "alice")) == ["_user/alice"])
      #expect(
        try await call.admin("GET", byChannel).reason == "Missing 'channels' filter parameter")
      let byID = try await call.admin("GET", "/db/_changes?filter=_doc_ids&doc_ids=d2,x")
      #expect(ids(byID) == ["d2"])
      #expect(byID.json?["last_seq"] == 5)
    }
  }

  @Test("section 6, _changes: style=all_docs lists all leaves") func styleAllDocsListsAllLeaves()
    async throws
  {
    try await GatewayHarness.run { (call) async throws in
      for digest in ["x", "y"] {
        let body = "{\"_revisions\":{\"start\":2,\"ids\":[\"\(digest)\",\"a\"]}}"
        _ = try await call.admin("PUT", "/db/d?new_edits=false", body)
      }
      let reply = try await call.admin("GET", "/db/_changes?style=all_docs")
      #expect(
        reply.json?["results"]?.array?[0]["changes"] == [["rev": "2-y"], ["rev": "2-x"]])
    }
  }

  @Test("section 6, _changes: longpoll waits for a change, a grant or its timeout")
  func longpollWaitsForAChangeAGrantOrItsTimeout() async throws {
    try await GatewayHarness.run { (call) async throws in
      async let waiting = call("GET", "/db/_changes?feed=longpoll&since=3", as: "alice")
      await call.untilSomebodyWaits()
      try await call.gateway.put(["channels": ["b"]], id: "other", in: "db")
      try await call.gateway.put(["channels": ["a"]], id: "mine", in: "db")
      #expect(ids(try await waiting) == ["mine"])
      async let granted = call("GET", "/db/_changes?feed=longpoll&since=5", as: "alice")
      await call.untilSomebodyWaits()
      _ = try await call.admin("PUT", "/db/_user/alice", #"{"admin_channels":["a","b"]}"#)
      #expect(ids(try await granted).contains("other"))
      async let over = call("GET", "/db/_changes?feed=longpoll&since=6&timeout=1000", as: "alice")
      await call.untilSomebodyWaits()
      call.clock.advance(by: .seconds(1))
      #expect(try await over.json == ["results": [], "last_seq": "6"])
    }
  }

  @Test("section 6, _changes: continuous sends lines and a blank one when caught up")
  func continuousSendsLinesAndAnEmptyOneWhenCaughtUp() async throws {
    try await GatewayHarness.run { (call) async throws in
      try await call.gateway.put(["channels": ["a"]], id: "d1", in: "db")
      async let feed = call(
        "GET", "/db/_changes?feed=continuous&since=3&limit=2", as: "alice")
      await call.untilSomebodyWaits()
      try await call.gateway.put(["channels": ["a"]], id: "d2", in: "db")
      let reply = try await feed
      #expect(reply["Content-Type"] == "application/octet-stream")
      let lines = reply.text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count == 4)
      #expect(lines[0].contains("\"d1\"") && lines[1].isEmpty && lines[2].contains("\"d2\""))
    }
  }

  @Test("stopping ends a waiting feed") func stoppingEndsAWaitingFeed() async throws {
    let harness = try await GatewayHarness()
    async let feed = harness("GET", "/db/_changes?feed=continuous&since=9", as: "alice")
    await harness.untilSomebodyWaits()
    await harness.gateway.stop()
    // The request ends, with or without a response.
    let reply = try? await feed
    #expect((reply?.text ?? "").allSatisfy { $0 == "\n" })
  }
}
