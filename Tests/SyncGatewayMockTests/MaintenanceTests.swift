import DocgenClocks
import DocgenJSON
import DocgenTestSupport
import SyncGatewayMock
import Testing

/// Maintenance of databases and of the server on the admin port.
@Suite(.fewAtOnce) struct MaintenanceTests {
  private let open = #""users": {"GUEST": {"admin_channels": ["*"]}}"#

  @Test("section 5: PUT db/_config takes effect at _online; documents and sessions stay")
  func putConfiguration() async throws {
    try await GatewayHarness.run { (call) async throws in
      try await call.gateway.put(["channels": ["a"]], id: "d", in: "db")
      let session = try await call("POST", "/db/_session", as: "alice")
      let new = """
        {"sync": "function(doc) { var x = '`a`'; channel('b'); }",
         "users": {"carl": {"password": "secret"}, "alice": {"password": "other"}}}
        """
      let put = try await call.admin("PUT", "/db/_config", new)
      #expect(put.status == 201)
      #expect(put.text.isEmpty)
      // The database is already online, so the new configuration isn't applied.
      #expect(try await call.admin("POST", "/db/_online").status == 200)
      #expect(try await call("GET", "/db/", as: "carl").status == 401)
      _ = try await call.admin("POST", "/db/_offline")
      #expect(try await call.admin("POST", "/db/_online").status == 200)
      #expect(try await call("GET", "/db/", as: "carl").status == 200)
      // An existing user is not overwritten.
      #expect(try await call("GET", "/db/d", as: "alice").status == 200)
      let cookie = ["Cookie": "SyncGatewaySession=\(session.cookie ?? "")"]
      #expect(try await call("GET", "/db/d", headers: cookie).status == 200)
      _ = try await call.admin("PUT", "/db/e", "{}")
      #expect(try await call("GET", "/db/e", as: "alice").status == 403)
      #expect(try await call("GET", "/db/e", as: "bob").status == 200)
    }
  }

  @Test("section 5: a configuration that would not start is refused", arguments: Profile.allCases)
  func badConfigurations(_ profile: Profile) async throws {
    try await GatewayHarness.run(profile: profile) { (call) async throws in
      let bad = try await call.admin("PUT", "/db/_config", #"{"users":{"x":{}}}"#)
      #expect(bad.status == 400)
      #expect(try await call.admin("PUT", "/new/", #"{"sync":"function("}"#).status == 400)
      #expect(try await call.admin("PUT", "/New/", "{}").status == 400)
      #expect(try await call.admin("PUT", "/new/", "[").status == 400)
      let unknown = try await call.admin("PUT", "/new/", #"{"nosuch":1}"#)
      #expect(unknown.status == (profile == .v1_5 ? 201 : 400))
    }
  }

  @Test("section 5: _online with a delay waits on the clock")
  func delayedOnline() async throws {
    try await GatewayHarness.run { (call) async throws in
      _ = try await call.admin("POST", "/db/_offline")
      #expect(try await call.admin("POST", "/db/_online", #"{"delay":60}"#).status == 200)
      #expect(try await call.admin("GET", "/db/").json?["state"] == "Offline")
      await call.untilSomebodyWaits()
      call.clock.advance(by: .seconds(60))
      while try await call.admin("GET", "/db/").json?["state"] != "Online" {}
    }
  }

  @Test("_raw shows the document and `_sync`") func raw() async throws {
    let database = """
      "sync": `function(doc) { channel(doc.channels); access(doc.to, "x"); }`,
      "users": {"GUEST": {"admin_channels": ["*"]}}
      """
    try await GatewayHarness.run(database) { (call) async throws in
      let first = try await call.gateway.put(
        ["channels": ["a"], "to": "zoe", "v": 1], id: "d", in: "db")
      let second = try await call.gateway.put(
        ["channels": ["b"], "_rev": .string(first)], id: "d", in: "db")
      let reply = try await call.admin("GET", "/db/_raw/d")
      let json = try #require(reply.json)
      #expect(json["channels"] == ["b"])
      let sync = try #require(json["_sync"])
      #expect(sync["rev"]?.string == second)
      #expect(sync["history"]?["revs"] == [.string(first), .string(second)])
      #expect(sync["history"]?["parents"] == [-1, 0])
      #expect(sync["history"]?["channels"] == [["a"], ["b"]])
      #expect(sync["channels"]?["b"] == .null)
      #expect(sync["channels"]?["a"]?["rev"]?.string == second)
      #expect(try await call.admin("GET", "/db/_raw/none").status == 404)
      #expect(try await call("GET", "/db/_raw/d").status == 404)
    }
    try await GatewayHarness.run(database, profile: .v2_8) { (call) async throws in
      try await call.gateway.put(["v": 1], id: "d", in: "db")
      let bare = try await call.admin("GET", "/db/_raw/d?include_doc=false")
      #expect(bare.json?.object?.keys == ["_sync"])
    }
  }

  @Test("_purge removes documents without a tombstone") func purge() async throws {
    try await GatewayHarness.run(open) { (call) async throws in
      for id in ["d1", "d2", "d3"] { _ = try await call("PUT", "/db/\(id)", "{}") }
      let reply = try await call.admin(
        "POST", "/db/_purge", #"{"d1":["*"],"d2":["1-a"],"d3":["*","*"],"none":["*"]}"#)
      #expect(reply.status == 200)
      #expect(reply.text == "{\"purged\":{\r\n\"d1\" : [\"*\"]\n}\n}\n")
      #expect(try await call("GET", "/db/d1").reason == "missing")
      #expect(try await call("GET", "/db/d2").status == 200)
      let changes = try await call("GET", "/db/_changes")
      #expect(!changes.text.contains("d1"))
      let bad = try await call.admin("POST", "/db/_purge", "[")
      #expect(bad.reason == "_purge document ID's must be passed as a JSON")
    }
  }

  @Test("_compact forgets old bodies")
  func compact() async throws {
    try await GatewayHarness.run(open) { (call) async throws in
      let text = ["Content-Type": "text/plain"]
      let first = try await call("PUT", "/db/doc/a", "old", headers: text).json?["rev"]?.string
      let rev = try #require(first)
      _ = try await call("PUT", "/db/doc?rev=\(rev)", "{}")
      #expect(try await call("GET", "/db/doc?rev=\(rev)").status == 200)
      #expect(try await call.admin("POST", "/db/_compact").json == ["revs": 1])
      #expect(try await call("GET", "/db/doc?rev=\(rev)").status == 404)
    }
  }

  @Test("_flush forgets everything but the configuration") func flush() async throws {
    try await GatewayHarness.run { (call) async throws in
      try await call.gateway.put(["channels": ["a"]], id: "d", in: "db")
      _ = try await call.admin("PUT", "/db/_user/zoe", #"{"password":"secret"}"#)
      #expect(try await call.admin("POST", "/db/_flush").status == 200)
      #expect(try await call.admin("GET", "/db/_user/").json == ["alice", "bob", "off"])
      #expect(try await call("GET", "/db/d", as: "alice").status == 404)
      #expect(try await call.admin("GET", "/db/").json?["update_seq"] == 3)
    }
  }

  @Test("_status came with 2.x; _active_tasks answers")
  func server() async throws {
    for profile in Profile.allCases {
      try await GatewayHarness.run(profile: profile) { (call) async throws in
        #expect(try await call.admin("GET", "/_active_tasks").json == [])
        let status = try await call.admin("GET", "/_status")
        #expect(status.status == (profile == .v1_5 ? 404 : 200))
        if profile == .v2_8 {
          #expect(status.json?["databases"]?["db"]?["state"] == "Online")
        }
      }
    }
  }

  @Test(
    "what the mock does not do is 501, on the admin port only",
    arguments: [
      ("PUT", "/_logging"), ("GET", "/_expvar"), ("POST", "/_post_upgrade"), ("POST", "/_profile"),
      ("POST", "/_heap"), ("GET", "/_stats"), ("POST", "/_replicate"),
      ("GET", "/_sgcollect_info"), ("GET", "/_debug/pprof/heap"), ("GET", "/db/_revtree/d"),
      ("GET", "/db/_dump/all"), ("GET", "/db/_view/v"), ("GET", "/db/_dumpchannel/a"),
      ("GET", "/db/_index"), ("POST", "/db/_repair"), ("POST", "/db/_resync"),
      ("POST", "/db/_vacuum"),
    ])
  func refusals(_ method: String, _ path: String) async throws {
    try await GatewayHarness.run { (call) async throws in
      let admin = try await call.admin(method, path)
      #expect(admin.status == 501)
      #expect(admin.reason?.hasPrefix("this mock ") == true)
      let user = try await call(method, path, as: "alice")
      #expect(user.status == 404)
    }
  }

  @Test("_design/sync_gateway has the filter that replicators look for")
  func designDocument() async throws {
    try await GatewayHarness.run { (call) async throws in
      let reply = try await call("GET", "/db/_design/sync_gateway", as: "alice")
      #expect(reply.json == ["filters": ["bychannel": "ok"]])
    }
  }

  @Test("_blipsync wants a web socket, and is refused even then") func blipSync() async throws {
    try await GatewayHarness.run { (call) async throws in
      let plain = try await call("GET", "/db/_blipsync", as: "alice")
      #expect(plain.status == 426)
      let upgrade = try await call(
        "GET", "/db/_blipsync", as: "alice", headers: WebSocketClient.handshake)
      #expect(upgrade.status == 501)
    }
  }
}
