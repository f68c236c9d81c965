import DocgenJSON
import SyncGatewayMock
import Testing

/// The rows of the changes feed and their members.
extension ChangesTests {
  private func rows(_ reply: GatewayHarness.Reply) -> [JSONValue] {
    reply.json?["results"]?.array ?? []
  }

  @Test("section 6, _changes: active_only leaves out deletions and removals")
  func activeOnly() async throws {
    try await GatewayHarness.run { (call) async throws in
      let first = try await call.gateway.put(["channels": ["a"]], id: "gone", in: "db")
      _ = try await call.admin("DELETE", "/db/gone?rev=\(first)")
      let second = try await call.gateway.put(["channels": ["a"]], id: "left", in: "db")
      try await call.gateway.put(["_rev": .string(second)], id: "left", in: "db")
      try await call.gateway.put(["channels": ["a"]], id: "here", in: "db")
      let all = try await call("GET", "/db/_changes?since=3", as: "alice")
      #expect(rows(all).map { $0["id"] } == ["gone", "left", "here"])
      let active = try await call("GET", "/db/_changes?since=3&active_only=true", as: "alice")
      #expect(rows(active).map { $0["id"] } == ["here"])
    }
  }

  @Test(
    "section 6, _changes: compound sequences as `since`",
    arguments: [
      ("5:4", ["_user/alice"]), ("5:3", ["old", "_user/alice"]), ("2:5:4", ["_user/alice"]),
      ("2::4", ["old", "_user/alice"]), ("\"5:4\"", ["_user/alice"]), ("5", []),
    ])
  func compoundSequences(_ since: String, _ expected: [String]) async throws {
    try await GatewayHarness.run { (call) async throws in
      try await call.gateway.put(["channels": ["new"]], id: "old", in: "db")
      _ = try await call.admin("PUT", "/db/_user/alice", #"{"admin_channels":["a","new"]}"#)
      let escaped = since.replacing("\"", with: "%22")
      let reply = try await call("GET", "/db/_changes?since=\(escaped)", as: "alice")
      #expect(rows(reply).compactMap { $0["id"]?.string } == expected)
      let body = since.hasPrefix("\"") ? since : "\"\(since)\""
      let posted = try await call("POST", "/db/_changes", as: "alice", "{\"since\":\(body)}")
      #expect(rows(posted) == rows(reply))
    }
  }

  @Test(
    "section 6, _changes: what makes no sense is 400",
    arguments: [
      "?since=1:2:3:4", "?since=-1", "?since=x", "?feed=x", "?filter=x",
      "?filter=sync_gateway/bychannel", "?filter=sync_gateway/bychannel&channels=a,,b",
      "?filter=_doc_ids", "?filter=_doc_ids&doc_ids=x&feed=longpoll",
    ])
  func badQueries(_ query: String) async throws {
    try await GatewayHarness.run { (call) async throws in
      #expect(try await call.admin("GET", "/db/_changes" + query).status == 400)
    }
  }

  @Test(
    "section 6, _changes: a body of the wrong shape is 400",
    arguments: [
      "", "[]", "{", #"{"since":true}"#, #"{"limit":"1"}"#, #"{"channels":["a"]}"#,
      #"{"heartbeat":-1}"#, #"{"doc_ids":"a"}"#,
    ])
  func badBodies(_ body: String) async throws {
    try await GatewayHarness.run { (call) async throws in
      let reply = try await call.admin("POST", "/db/_changes", body)
      #expect(reply.status == 400)
      #expect(reply.reason?.hasPrefix("Invalid JSON: ") == true)
    }
  }

  @Test("section 6, _changes: _doc_ids gives the sequence of the document itself, and `doc`")
  func documentIDs() async throws {
    try await GatewayHarness.run { (call) async throws in
      try await call.gateway.put(["channels": ["new"]], id: "old", in: "db")
      try await call.gateway.put(["channels": ["secret"]], id: "other", in: "db")
      _ = try await call.admin("PUT", "/db/_user/alice", #"{"admin_channels":["a","new"]}"#)
      let body = #"{"filter":"_doc_ids","doc_ids":["other","old","none"],"include_docs":true}"#
      let reply = try await call("POST", "/db/_changes", as: "alice", body)
      #expect(rows(reply).map { $0["seq"] } == [4])
      #expect(rows(reply).first?["doc"]?["_id"] == "old")
      #expect(reply.json?["last_seq"] == 4)
      let all = try await call.admin("POST", "/db/_changes?limit=1&since=4", body)
      #expect(rows(all).map { $0["id"] } == ["other"])
    }
  }

  @Test("section 7: a role's channels, granted later, are backfilled, and longpoll wakes")
  func roleGrants() async throws {
    let database = """
      "sync": `function(doc) { channel(doc.channels); role(doc.to, doc.role); }`,
      "roles": {"r": {"admin_channels": ["rc"]}}, "users": {"alice": {"password": "secret"}}
      """
    try await GatewayHarness.run(database) { (call) async throws in
      try await call.gateway.put(["channels": ["rc"]], id: "old", in: "db")
      async let waiting = call("GET", "/db/_changes?feed=longpoll&since=3", as: "alice")
      await call.untilSomebodyWaits()
      try await call.gateway.put(["to": "alice", "role": "role:r"], id: "grant", in: "db")
      #expect(rows(try await waiting).first?["seq"] == "4:3")
      #expect(rows(try await waiting).first?["id"] == "old")
    }
  }

  @Test("section 6, _changes: HEAD, like POST, reads a body")
  func head() async throws {
    try await GatewayHarness.run { (call) async throws in
      #expect(try await call("HEAD", "/db/_changes", as: "alice").status == 400)
    }
  }
}
