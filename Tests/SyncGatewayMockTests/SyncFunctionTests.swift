import DocgenClocks
import DocgenJSON
import DocgenTestSupport
import SyncGatewayMock
import Testing

@Suite(.fewAtOnce) struct SyncFunctionTests {
  func run(
    _ sync: String, profile: Profile = .v1_5,
    _ body: (GatewayHarness) async throws -> Void
  ) async throws {
    let users = """
      "sync": `\(sync)`, "roles": {"r": {"admin_channels": ["rc"]}},
      "users": {"alice": {"password": "secret", "admin_channels": ["a"], "admin_roles": ["r"]},
        "bob": {"password": "secret"}, "star": {"password": "secret", "admin_channels": ["*"]},
        "GUEST": {"admin_channels": ["g"]}}
      """
    try await GatewayHarness.run(users, profile: profile, body)
  }

  @Test("section 7: channel(a,[b]), null ignored") func channelPutsDocumentsIntoChannels()
    async throws
  {
    try await run("function(doc) { channel(doc.to, null, ['x', 1]); }") { (call) async throws in
      #expect(try await call.admin("PUT", "/db/doc", #"{"to":"a"}"#).status == 201)
      #expect(try await call("GET", "/db/doc", as: "alice").status == 200)
      #expect(try await call("GET", "/db/doc", as: "bob").status == 403)
    }
  }

  @Test(
    "section 7: comma or empty channel, other exceptions → 500 \"Exception in JS sync function\"",
    arguments: ["channel('a,b')", "channel('')", "nosuch()", "throw 'x'", "throw null"])
  func exceptionsAre500(_ statement: String) async throws {
    try await run("function(doc) { \(statement); }") { (call) async throws in
      let reply = try await call.admin("PUT", "/db/doc", "{}")
      #expect(reply.status == 500)
      #expect(reply.reason == "Exception in JS sync function")
      #expect(try await call.admin("GET", "/db/doc").status == 404)
    }
  }

  @Test(
    "a sync function that was stopped says so, and the gateway continues",
    arguments: [
      ("for (;;);", "after 1 s"), ("for (;;) channel('a')", "(after 1 s|at 32 MiB of memory)"),
      ("for (;;) access('u', 'a')", "(after 1 s|at 32 MiB of memory)"),
      ("var a = []; for (;;) a.push(doc._id + a.length)", "(after 1 s|at 32 MiB of memory)"),
    ])
  func stoppedFunctions(_ statement: String, _ limit: String) async throws {
    try await run("function(doc) { \(statement); }") { (call) async throws in
      let reply = try await call.admin("PUT", "/db/doc", "{}")
      #expect(reply.status == 500)
      let reason = try #require(reply.reason)
      let expected = try Regex("^this mock's limit: the sync function was stopped \(limit)$")
      #expect(reason.contains(expected), "\(reason)")
      #expect(try await call.admin("GET", "/db/doc").status == 404)
    }
  }

  @Test("a document may be in many channels") func manyChannels() async throws {
    let sync = "function(doc) { for (var i = 0; i < 20000; i++) channel('c' + i); }"
    try await run(sync) { (call) async throws in
      #expect(try await call.admin("PUT", "/db/doc", "{}").status == 201)
    }
  }

  @Test("section 7: throw({forbidden}) 403, throw({unauthorized}) 401") func thrownRefusals()
    async throws
  {
    try await run("function(doc) { throw doc.error; }") { (call) async throws in
      let forbidden = try await call("PUT", "/db/d", as: "bob", #"{"error":{"forbidden":"no"}}"#)
      #expect(forbidden.status == 403)
      #expect(forbidden.reason == "no")
      let login = try await call("PUT", "/db/d", as: "bob", #"{"error":{"unauthorized":"who"}}"#)
      #expect(login.status == 401)
      #expect(login.reason == "who")
    }
  }

  @Test("section 7: access() grants as long as the document does")
  func accessGrantsChannelsAsLongAsTheDocumentSaysSo() async throws {
    let sync = "function(doc) { channel('secret'); if (doc.to) access(doc.to, ['secret', '*']); }"
    try await run(sync) { (call) async throws in
      let rev = try await call.admin("PUT", "/db/doc", #"{"to":["bob","later"]}"#).json?["rev"]
      #expect(try await call("GET", "/db/doc", as: "bob").status == 200)
      #expect(try await call("GET", "/db/doc", as: "alice").status == 403)
      _ = try await call.admin("PUT", "/db/_user/later", #"{"password":"secret"}"#)
      #expect(try await call("GET", "/db/doc", as: "later").status == 200)
      _ = try await call.admin("PUT", "/db/doc?rev=\(rev?.string ?? "")", "{}")
      #expect(try await call("GET", "/db/doc", as: "bob").status == 403)
    }
  }

  @Test("section 7: role(), prefix required") func roleGrantsRolesAndNeedsThePrefix() async throws {
    try await run("function(doc) { channel('rc'); role(doc.to, doc.role); }") {
      (call) async throws in
      _ = try await call.admin("PUT", "/db/doc", #"{"to":"bob","role":"role:r"}"#)
      #expect(try await call("GET", "/db/doc", as: "bob").status == 200)
      let session = try await call("GET", "/db/_session", as: "bob")
      // Channels of roles aren't listed.
      #expect(session.json?["userCtx"]?["channels"] == ["!": 1])
      #expect(try await call.admin("PUT", "/db/x", #"{"to":"bob","role":"r"}"#).status == 500)
    }
  }

  @Test("section 7: invalid principal name → 500 \"Error in JS sync function\"")
  func anInvalidGranteeIsAnError() async throws {
    try await run("function(doc) { access('a/b', 'x'); }") { (call) async throws in
      let reply = try await call.admin("PUT", "/db/doc", "{}")
      #expect(reply.status == 500)
      #expect(reply.reason == "Error in JS sync function")
    }
  }

  @Test(
    "section 7: requireUser/Role/Access → 403, prefixed \"sg \" since 2.5, skipped for admin",
    arguments: [
      (Profile.v1_5, "requireUser('alice')", "wrong user"),
      (.v1_5, "requireRole(['r', 'x'])", "missing role"),
      (.v1_5, "requireAccess('rc')", "missing channel access"),
      (.v2_8, "requireUser('alice')", "sg wrong user"),
      (.v2_8, "requireRole('r')", "sg missing role"),
      (.v2_8, "requireAccess('a')", "sg missing channel access"),
    ])
  func require(_ profile: Profile, _ statement: String, _ message: String) async throws {
    try await run("function(doc) { \(statement); }", profile: profile) { (call) async throws in
      #expect(try await call("PUT", "/db/1", as: "alice", "{}").status == 201)
      let refused = try await call("PUT", "/db/2", as: "bob", "{}")
      #expect(refused.status == 403)
      #expect(refused.reason == message)
      #expect(try await call("PUT", "/db/3", "{}").status == 403)
      #expect(try await call.admin("PUT", "/db/4", "{}").status == 201)
    }
  }

  @Test("section 7: expiry() since 2.0") func expiryCameWith2_0() async throws {
    try await run("function(doc) { expiry(60); }", profile: .v2_8) { (call) async throws in
      _ = try await call.admin("PUT", "/db/1", "{}")
      #expect(try await call.admin("GET", "/db/1").status == 200)
      call.clock.advance(by: .seconds(61))
      #expect(try await call.admin("GET", "/db/1").status == 404)
    }
    try await run("function(doc) { expiry(60); }") { (call) async throws in
      #expect(try await call.admin("PUT", "/db/1", "{}").status == 500)
    }
  }

  @Test("section 7: requireAdmin() since 2.1") func requireAdminCameWith2_1() async throws {
    try await run("function(doc) { requireAdmin(); }") { (call) async throws in
      #expect(try await call.admin("PUT", "/db/1", "{}").status == 500)
    }
    try await run("function(doc) { requireAdmin(); }", profile: .v2_8) { (call) async throws in
      #expect(try await call.admin("PUT", "/db/1", "{}").status == 201)
      #expect(try await call("PUT", "/db/2", as: "alice", "{}").reason == "sg admin required")
    }
  }

  @Test("section 7: function(doc, oldDoc) with _id, _rev, _deleted")
  func theFunctionSeesBothBodies() async throws {
    let sync = """
      function(doc, old) {
        if (old) throw {forbidden: JSON.stringify(
          [doc._id, doc._rev.charAt(0), doc._deleted, old._id, old.x])};
      }
      """
    try await run(sync) { (call) async throws in
      let first = try await call.admin("PUT", "/db/doc", #"{"x":7}"#).json?["rev"]?.string ?? ""
      let reply = try await call.admin("DELETE", "/db/doc?rev=\(first)")
      #expect(reply.status == 403)
      #expect(reply.reason == #"["doc","2",true,"doc",7]"#)
    }
  }
}
