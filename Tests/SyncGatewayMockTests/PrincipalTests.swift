import DocgenJSON
import DocgenTestSupport
import SyncGatewayMock
import Testing

@Suite(.fewAtOnce) struct PrincipalTests {
  @Test(
    "section 5: only a write that changes something takes a sequence", arguments: Profile.allCases)
  func principalsAsTheyAreTakeNoSequence(_ profile: Profile) async throws {
    for guest in [#""users": {"GUEST": {"disabled": true}}"#, #""sync": "function () {}""#] {
      try await GatewayHarness.run(guest, profile: profile) { (call) async throws in
        #expect(try await call.admin("GET", "/db/").json?["update_seq"] == 0)
        #expect(try await call.admin("PUT", "/db/_user/GUEST", #"{"disabled":true}"#).status == 200)
        #expect(try await call.admin("GET", "/db/").json?["update_seq"] == 0)
        #expect(try await call("GET", "/db/").status == 401)
        let open = #"{"disabled": false, "admin_channels": ["a"]}"#
        for _ in 0..<2 {
          #expect(try await call.admin("PUT", "/db/_user/GUEST", open).status == 200)
          #expect(try await call("GET", "/db/").json?["update_seq"] == 1)
        }
      }
    }
  }

  @Test("section 5: GET _user/, _role/ → 200 array") func lists() async throws {
    try await GatewayHarness.run(
      GatewayHarness.users + #", "roles": {"r": {"admin_channels": ["x"]}}"#
    ) { (call) async throws in
      #expect(try await call.admin("GET", "/db/_user/").text == #"["alice","bob","off"]"#)
      #expect(try await call.admin("GET", "/db/_role/").text == #"["r"]"#)
    }
  }

  @Test("section 5: GET _user/x") func getUser() async throws {
    let users = """
      "users": {"alice": {"password": "secret", "admin_channels": ["b", "a"], "email": "a@b.cd",
        "disabled": true, "admin_roles": ["r"]}}, "roles": {"r": {"admin_channels": ["z"]}}
      """
    try await GatewayHarness.run(users) { (call) async throws in
      let reply = try await call.admin("GET", "/db/_user/alice")
      #expect(
        reply.text
          == #"{"name":"alice","admin_channels":["a","b"],"all_channels":["!","a","b","z"],"#
          + #""email":"a@b.cd","disabled":true,"admin_roles":["r"],"roles":["r"]}"#)
      let missing = try await call.admin("GET", "/db/_user/nobody")
      #expect(missing.status == 404)
      #expect(missing.reason == "missing")
      #expect(
        try await call.admin("GET", "/db/_role/r").text
          == #"{"name":"r","admin_channels":["z"],"all_channels":["!","z"]}"#)
    }
  }

  @Test("section 5: PUT _user/x → 201 new, 200 existing") func putUser() async throws {
    try await GatewayHarness.run { (call) async throws in
      let new = try await call.admin("PUT", "/db/_user/carl", #"{"password":"secret"}"#)
      #expect(new.status == 201)
      #expect(new.text.isEmpty)
      #expect(try await call("GET", "/db/nosuch", as: "carl").status == 404)
      #expect(try await call.admin("PUT", "/db/_user/carl", "{}").status == 200)
      // The password remains unchanged.
      #expect(try await call("GET", "/db/nosuch", as: "carl").status == 404)
    }
  }

  @Test("section 5: PUT replaces everything but the password")
  func putReplacesEverythingButThePassword() async throws {
    try await GatewayHarness.run { (call) async throws in
      _ = try await call.admin("PUT", "/db/_user/alice", #"{"email":"a@b.cd"}"#)
      #expect(
        try await call.admin("GET", "/db/_user/alice").text
          == #"{"name":"alice","all_channels":["!"],"email":"a@b.cd"}"#)
    }
  }

  @Test(
    "section 5: PUT and POST of users: name mismatch 400, password missing/short 400, existing 409",
    arguments: [
      (
        "PUT", "/db/_user/carl", #"{"name":"other","password":"secret"}"#, 400,
        "Name mismatch (can't change name)"
      ),
      ("PUT", "/db/_user/carl", "{}", 400, "Empty passwords are not allowed "),
      (
        "PUT", "/db/_user/carl", #"{"password":"ab"}"#, 400,
        "Passwords must be at least three 3 characters"
      ),
      (
        "PUT", "/db/_user/alice", #"{"password":"ab"}"#, 400,
        "Passwords must be at least three 3 characters"
      ),
      ("POST", "/db/_user/", #"{"name":"alice","password":"secret"}"#, 409, "Already exists"),
      ("POST", "/db/_user/", #"{"password":"secret"}"#, 400, "Missing name property"),
      ("POST", "/db/_user/", #"{"name":"a b","password":"secret"}"#, 400, "Invalid name \"a b\""),
      ("DELETE", "/db/_user/nobody", "", 404, "missing"),
      ("DELETE", "/db/_role/nobody", "", 404, "missing"),
    ])
  func userErrors(
    _ method: String, _ path: String, _ body: String, _ status: Int, _ reason: String
  ) async throws {
    try await GatewayHarness.run { (call) async throws in
      let reply = try await call.admin(method, path, body)
      #expect(reply.status == status)
      #expect(reply.reason == reason)
    }
  }

  @Test("section 5: POST _user/ → 201; DELETE _user/x → 200, 404") func postAndDelete() async throws
  {
    try await GatewayHarness.run { (call) async throws in
      let body = #"{"name":"carl","password":"secret"}"#
      #expect(try await call.admin("POST", "/db/_user/", body).status == 201)
      #expect(try await call.admin("DELETE", "/db/_user/carl").status == 200)
      #expect(try await call.admin("GET", "/db/_user/carl").status == 404)
      #expect(try await call.admin("PUT", "/db/_role/r", "{}").status == 201)
      #expect(try await call.admin("PUT", "/db/_role/r", "{}").status == 200)
      #expect(try await call.admin("POST", "/db/_role/", #"{"name":"r"}"#).status == 409)
      #expect(try await call.admin("DELETE", "/db/_role/r").status == 200)
    }
  }

  @Test("section 5: DELETE of GUEST is 405 from 2.0") func theGuestCannotBeDeletedSince2_0()
    async throws
  {
    try await GatewayHarness.run(#""users": {"GUEST": {}}"#, profile: .v2_8) {
      (call) async throws in
      #expect(try await call.admin("DELETE", "/db/_user/GUEST").status == 405)
    }
  }

  @Test("section 5: each effective principal write consumes a sequence")
  func onlyEffectiveWritesUseUpASequence() async throws {
    try await GatewayHarness.run { (call) async throws in
      func sequence() async throws -> Int? {
        try await call.admin("GET", "/db/").json?["update_seq"]?.integer
      }
      let before = try #require(try await sequence())
      _ = try await call.admin("PUT", "/db/_user/alice", #"{"admin_channels":["a"]}"#)
      #expect(try await sequence() == before)
      _ = try await call.admin("PUT", "/db/_user/alice", #"{"admin_channels":["a","c"]}"#)
      #expect(try await sequence() == before + 1)
      let session = try await call("GET", "/db/_session", as: "alice")
      #expect(
        session.json?["userCtx"]?["channels"] == ["!": 1, "a": 1, "c": .integer(before + 1)])
    }
  }

  @Test("section 5: `%` names need double encoding") func percentSignsInNamesNeedDoubleEncoding()
    async throws
  {
    try await GatewayHarness.run { (call) async throws in
      let body = #"{"name":"127.0.0.1%3A80_x","password":"secret"}"#
      #expect(try await call.admin("POST", "/db/_user/", body).status == 201)
      #expect(try await call.admin("GET", "/db/_user/127.0.0.1%253A80_x").status == 200)
      #expect(try await call.admin("GET", "/db/_user/127.0.0.1%3A80_x").status == 404)
    }
  }

  @Test("section 5: PUT /newdb/ → 201, duplicate 412; DELETE /db/ → 200 {}; GET /_all_dbs")
  func databasesComeAndGo() async throws {
    try await GatewayHarness.run { (call) async throws in
      #expect(try await call.admin("GET", "/_all_dbs").text == #"["db"]"#)
      let made = try await call.admin("PUT", "/new/", #"{"users":{"GUEST":{}}}"#)
      #expect(made.status == 201)
      #expect(made.text.isEmpty)
      #expect(try await call("GET", "/new/").status == 200)
      #expect(try await call.admin("PUT", "/new/", "{}").status == 412)
      #expect(try await call.admin("GET", "/_all_dbs").text == #"["db","new"]"#)
      let gone = try await call.admin("DELETE", "/new/")
      #expect(gone.status == 200)
      #expect(gone.text == "{}")
      #expect(try await call("GET", "/new/").status == 404)
    }
  }

  @Test("section 5: GET db/_config and /_config, redacted in 2.8 unless redact=false")
  func configurationIsShownAndRedactedSince2_8() async throws {
    try await GatewayHarness.run { (call) async throws in
      let reply = try await call.admin("GET", "/db/_config")
      #expect(reply.json?["users"]?["alice"]?["password"] == "secret")
      #expect(reply.json?["name"] == "db")
      #expect(try await call.admin("GET", "/_config").json?["databases"]?["db"]?["name"] == "db")
      #expect(try await call.admin("PUT", "/db/_config", #"{"offline":true}"#).status == 201)
      #expect(try await call.admin("GET", "/db/_config").json?["offline"] == true)
    }
    try await GatewayHarness.run(profile: .v2_8) { (call) async throws in
      let hidden = try await call.admin("GET", "/_config")
      #expect(!hidden.text.contains("secret"))
      #expect(try await call.admin("GET", "/_config?redact=false").text.contains("secret"))
    }
  }

  @Test(
    "section 5: POST db/_offline → 503 \"DB is currently under maintenance\", GET /db/ still works; _online"
  ) func offlineAndOnline() async throws {
    try await GatewayHarness.run { (call) async throws in
      #expect(try await call.admin("POST", "/db/_offline").status == 200)
      let refused = try await call("GET", "/db/doc", as: "alice")
      #expect(refused.status == 503)
      #expect(refused.reason == "DB is currently under maintenance")
      #expect(try await call("GET", "/db/", as: "alice").json?["state"] == "Offline")
      #expect(try await call.admin("POST", "/db/_online").status == 200)
      #expect(try await call("GET", "/db/doc", as: "alice").status == 404)
    }
    try await GatewayHarness.run(#""offline": true"#) { (call) async throws in
      #expect(try await call.admin("GET", "/db/_all_docs").status != 200)
    }
  }
}
