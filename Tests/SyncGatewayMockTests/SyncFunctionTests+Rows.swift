import DocgenJSON
import SyncGatewayMock
import Testing

/// More facts of section 7.
extension SyncFunctionTests {
  @Test("section 7: in channel() `*` swallows the others; a user's `*` reads all")
  func stars() async throws {
    try await run("function(doc) { channel(doc.to); }") { (call) async throws in
      _ = try await call.admin("PUT", "/db/d", #"{"to":["a","*"]}"#)
      #expect(try await call("GET", "/db/d", as: "alice").status == 403)
      #expect(try await call("GET", "/db/d", as: "star").status == 200)
      _ = try await call.admin("PUT", "/db/none", "{}")
      #expect(try await call("GET", "/db/none", as: "star").status == 200)
      #expect(try await call("GET", "/db/none", as: "alice").status == 403)
    }
  }

  @Test("section 7: access() takes a user or array, or a role; `*` is dropped")
  func accessToRoles() async throws {
    try await run("function(doc) { channel('x'); access(doc.to, doc.what); }") {
      (call) async throws in
      _ = try await call.admin("PUT", "/db/1", #"{"to":"role:r","what":"x"}"#)
      #expect(try await call("GET", "/db/1", as: "alice").status == 200)
      #expect(try await call("GET", "/db/1", as: "bob").status == 403)
      #expect(
        try await call.admin("GET", "/db/_role/r").json?["all_channels"] == ["!", "rc", "x"])
      _ = try await call.admin("PUT", "/db/2", #"{"to":["bob"],"what":["*"]}"#)
      #expect(try await call.admin("GET", "/db/_user/bob").json?["all_channels"] == ["!"])
    }
  }

  @Test("section 7: the function runs on deletes and on new_edits=false, before saving")
  func everyRevision() async throws {
    let sync = "function(doc) { if (doc._deleted || doc.no) throw {forbidden: 'no'}; }"
    try await run(sync) { (call) async throws in
      let rev = try await call("PUT", "/db/d", "{}").json?["rev"]?.string ?? ""
      #expect(try await call("DELETE", "/db/d?rev=\(rev)").status == 403)
      let edit = try await call(
        "PUT", "/db/e?new_edits=false", #"{"_rev":"1-a","no":true}"#)
      #expect(edit.status == 403)
      #expect(try await call.admin("GET", "/db/e").status == 404)
      #expect(try await call.admin("GET", "/db/d").status == 200)
    }
  }

  @Test("section 7: oldDoc is null for a new document, and has no _rev")
  func oldDocument() async throws {
    let sync = "function(doc, old) { if (old !== null && old._rev === undefined) channel('a'); }"
    try await run(sync) { (call) async throws in
      let rev = try await call.admin("PUT", "/db/d", "{}").json?["rev"]?.string ?? ""
      #expect(try await call("GET", "/db/d", as: "alice").status == 403)
      _ = try await call.admin("PUT", "/db/d?rev=\(rev)", "{}")
      #expect(try await call("GET", "/db/d", as: "alice").status == 200)
    }
  }

  @Test("section 7: GUEST's name is \"\"") func guestName() async throws {
    try await run("function() { requireUser(''); }") { (call) async throws in
      #expect(try await call("PUT", "/db/d", "{}").status == 201)
      #expect(try await call("PUT", "/db/e", as: "bob", "{}").status == 403)
    }
  }

  @Test("section 7: a grant that ends takes the documents away, and a new one brings them back")
  func grantsComeAndGo() async throws {
    try await run("function(doc) { channel(doc.ch); access(doc.to, 'x'); }") {
      (call) async throws in
      _ = try await call.admin("PUT", "/db/d", #"{"ch":"x"}"#)
      func visible() async throws -> [String] {
        let rows = try await call("GET", "/db/_changes", as: "bob").json?["results"]?.array ?? []
        return rows.compactMap { $0["id"]?.string }.filter { !$0.hasPrefix("_") }
      }
      #expect(try await visible() == [])
      let rev = try await call.admin("PUT", "/db/grant", #"{"to":"bob"}"#).json?["rev"]?.string
      #expect(try await visible() == ["d"])
      let end = try await call.admin("DELETE", "/db/grant?rev=\(rev ?? "")")
      #expect(end.status == 200)
      #expect(try await visible() == [])
    }
  }
}

extension PrincipalTests {
  @Test("section 5: roles: the same as users, no password")
  func roles() async throws {
    try await GatewayHarness.run { (call) async throws in
      #expect(
        try await call.admin("PUT", "/db/_role/r", #"{"admin_channels":["z"]}"#).status == 201)
      #expect(try await call.admin("PUT", "/db/_role/r", "{}").status == 200)
      #expect(
        try await call.admin("GET", "/db/_role/r").text == #"{"name":"r","all_channels":["!"]}"#)
      #expect(try await call.admin("PUT", "/db/_role/r", #"{"name":"x"}"#).status == 400)
      #expect(try await call.admin("POST", "/db/_role/", #"{"name":"s"}"#).status == 201)
      let again = try await call.admin("POST", "/db/_role/", #"{"name":"s"}"#)
      #expect(again.status == 409 && again.reason == "Already exists")
      #expect(try await call.admin("GET", "/db/_role/").json == ["r", "s"])
      #expect(try await call.admin("DELETE", "/db/_role/s").status == 200)
      #expect(try await call.admin("DELETE", "/db/_role/s").status == 404)
      #expect(try await call.admin("GET", "/db/_role/s").reason == "missing")
    }
  }

  @Test("section 5: users and lists have a JSON type in 2.8 only; a role never has")
  func contentTypes() async throws {
    for profile in Profile.allCases {
      try await GatewayHarness.run(
        GatewayHarness.users + #", "roles": {"r": {}}"#, profile: profile
      ) { (call) async throws in
        let text = "text/plain; charset=utf-8"
        for path in ["_user/", "_role/", "_user/alice"] {
          let type = try await call.admin("GET", "/db/" + path)["Content-Type"]
          #expect(type == (profile == .v1_5 ? text : "application/json"))
        }
        #expect(try await call.admin("GET", "/db/_role/r")["Content-Type"] == text)
      }
    }
  }

  @Test("section 5: omitting `admin_channels` clears them, and the documents are gone")
  func clearedChannels() async throws {
    try await GatewayHarness.run { (call) async throws in
      try await call.gateway.put(["channels": ["a"]], id: "d", in: "db")
      #expect(try await call("GET", "/db/d", as: "alice").status == 200)
      #expect(try await call.admin("PUT", "/db/_user/alice", "{}").status == 200)
      #expect(try await call("GET", "/db/d", as: "alice").status == 403)
    }
  }
}
