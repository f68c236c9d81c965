import DocgenClocks
import DocgenJSON
import DocgenMockHTTP
import DocgenTestSupport
import SyncGatewayMock
import Testing

/// The rows of section 1, as clients notice them.
@Suite(.fewAtOnce) struct ConfigurationRowTests {
  @Test("section 1, `CORS`: absent means off") func noCORS() async throws {
    try await GatewayHarness.run { (call) async throws in
      let reply = try await call("GET", "/", headers: ["Origin": "http://a"])
      #expect(!reply.headers.contains { $0.name.hasPrefix("Access-Control") })
    }
  }

  @Test(
    "section 1, `databases.<name>`: ^[a-z][-a-z0-9_$()+/]*$",
    arguments: [
      ("a", true), ("a-z_0$()+", true), ("a/b", true), ("1a", false), ("A", false),
      ("aB", false), ("_a", false), ("a.b", false), ("", false),
    ])
  func databaseNames(_ name: String, _ isValid: Bool) {
    let problems = GatewayConfiguration.check("{\"databases\": {\"\(name)\": {}}}")
    #expect(problems.isEmpty == isValid)
    #expect(isValid || problems.first?.message == "Illegal database name: \(name)")
  }

  @Test("section 1, `server`, `bucket`, `pool`: walrus:, the database's name, default")
  func bucket() async throws {
    try await GatewayHarness.run { (call) async throws in
      let json = try await call.admin("GET", "/db/_config").json
      #expect(json?["server"] == "walrus:" && json?["bucket"] == "db")
      #expect(json?["pool"] == "default")
    }
    try await GatewayHarness.run(#""server": "http://cb:8091", "bucket": "b", "pool": "p""#) {
      (call) async throws in
      let json = try await call.admin("GET", "/db/_config").json
      #expect(json?["server"] == "http://cb:8091" && json?["bucket"] == "b" && json?["pool"] == "p")
    }
  }

  @Test(
    "section 1, `sync`: absent means channel(doc.channels)",
    arguments: [
      (#"["a","x"]"#, true), (#""a""#, true), (#"["x"]"#, false), ("1", false), ("null", false),
    ])
  func defaultSync(_ channels: String, _ isVisible: Bool) async throws {
    try await GatewayHarness.run { (call) async throws in
      _ = try await call.admin("PUT", "/db/d", "{\"channels\":\(channels)}")
      #expect(try await call("GET", "/db/d", as: "alice").status == (isVisible ? 200 : 403))
    }
  }

  @Test("section 1, `users`, `roles`: every property")
  func principals() async throws {
    let database = """
      "roles": {"r": {"admin_channels": ["rc"]}},
      "users": {"u": {"password": "secret", "email": "u@b.cd", "disabled": false,
        "admin_channels": ["c"], "admin_roles": ["r"]}}
      """
    try await GatewayHarness.run(database) { (call) async throws in
      #expect(
        try await call.admin("GET", "/db/_user/u").text
          == #"{"name":"u","admin_channels":["c"],"all_channels":["!","c","rc"],"#
          + #""email":"u@b.cd","admin_roles":["r"],"roles":["r"]}"#)
      #expect(try await call("GET", "/db/", as: "u").status == 200)
    }
  }

  @Test("section 1, `users`: existing principals are not overwritten, GUEST always is")
  func existingPrincipals() async throws {
    let guest = #""GUEST": {"disabled": false, "admin_channels": ["g"]}"#
    try await GatewayHarness.run(
      "\"users\": {\"alice\": {\"password\": \"secret\", \"admin_channels\": [\"a\"]}, \(guest)}"
    ) { (call) async throws in
      _ = try await call.admin("PUT", "/db/_user/alice", #"{"admin_channels":["changed"]}"#)
      _ = try await call.admin("PUT", "/db/_user/GUEST", #"{"disabled":true}"#)
      for step in ["_offline", "_online"] { _ = try await call.admin("POST", "/db/\(step)") }
      let alice = try await call.admin("GET", "/db/_user/alice")
      #expect(alice.json?["admin_channels"] == ["changed"])
      let guest = try await call.admin("GET", "/db/_user/GUEST")
      #expect(guest.json?["admin_channels"] == ["g"] && guest.json?["disabled"] == nil)
    }
  }

  @Test("section 1, `users.GUEST`: absent means disabled, and without channels")
  func noGuest() async throws {
    try await GatewayHarness.run { (call) async throws in
      #expect(try await call("GET", "/db/").status == 401)
      let guest = try await call.admin("GET", "/db/_user/GUEST")
      #expect(guest.json == ["name": "GUEST", "all_channels": [], "disabled": true])
    }
  }

  @Test("section 1, `allow_empty_password`: off unless told")
  func emptyPasswords() async throws {
    try await GatewayHarness.run { (call) async throws in
      #expect(try await call.admin("PUT", "/db/_user/x", #"{"password":""}"#).status == 400)
    }
    try await GatewayHarness.run(#""allow_empty_password": true"#) { (call) async throws in
      #expect(try await call.admin("PUT", "/db/_user/x", "{}").status == 201)
      let empty = ["Authorization": "Basic eDo="]
      #expect(try await call("GET", "/db/", headers: empty).status == 200)
    }
  }

  @Test("section 1, `offline`: off unless told") func offline() async throws {
    try await GatewayHarness.run { (call) async throws in
      #expect(try await call.admin("GET", "/db/").json?["state"] == "Online")
    }
    try await GatewayHarness.run(#""offline": true"#) { (call) async throws in
      #expect(try await call.admin("GET", "/db/").json?["state"] == "Offline")
      #expect(try await call.admin("GET", "/db/_all_docs").status == 503)
    }
  }

  @Test("section 1, `revs_limit`: revisions that lie deeper are cut off; at least 20")
  func revsLimit() async throws {
    let database = #""revs_limit": 20, "users": {"GUEST": {"admin_channels": ["*"]}}"#
    try await GatewayHarness.run(database) { (call) async throws in
      var rev = ""
      for number in 1...25 {
        let put = try await call("PUT", "/db/d?rev=\(rev)", "{\"n\":\(number)}")
        rev = try #require(put.json?["rev"]?.string)
      }
      let ids = try await call("GET", "/db/d?revs=true").json?["_revisions"]
      #expect(ids?["start"] == 25)
      #expect(ids?["ids"]?.array?.count == 20)
    }
    let few = GatewayConfiguration.check(#"{"databases": {"db": {"revs_limit": 19}}}"#)
    #expect(few.map(\.severity) == [.refusal])
    // Without conflicts, 2.8 accepts a lower limit.
    let text = #"{"databases": {"db": {"revs_limit": 1, "allow_conflicts": false}}}"#
    #expect(GatewayConfiguration.check(text, profile: .v2_8).isEmpty)
  }

  @Test("section 1, 2.x keys: `allow_conflicts` false refuses branches")
  func allowConflicts() async throws {
    let members = #""users": {"GUEST": {"admin_channels": ["*"]}}"#
    for (isAllowed, status) in [(true, 201), (false, 409)] {
      try await GatewayHarness.run(
        "\"allow_conflicts\": \(isAllowed), \(members)", profile: .v2_8
      ) { (call) async throws in
        func put(_ start: Int, _ ids: String) async throws -> Int {
          let body = "{\"_revisions\":{\"start\":\(start),\"ids\":\(ids)}}"
          return try await call("PUT", "/db/d?new_edits=false", body).status
        }
        #expect(try await put(2, #"["b","a"]"#) == 201)
        #expect(try await put(3, #"["c","b","a"]"#) == 201)
        #expect(try await put(2, #"["x","a"]"#) == status)
        #expect(try await put(1, #"["y"]"#) == status)
        // A deleted document begins again.
        let tombstone = #"{"_id": "e", "_rev": "1-a", "_deleted": true}"#
        #expect(try await call("PUT", "/db/e?new_edits=false", tombstone).status == 201)
        #expect(
          try await call("PUT", "/db/e?new_edits=false", #"{"_rev": "1-b"}"#).status == 201)
      }
    }
  }

  @Test("section 1, 2.x keys: `hide_product_version` hides the release on the public port")
  func hiddenProductVersion() async throws {
    let option = #""hide_product_version": true,"#
    try await GatewayHarness.run(profile: .v2_8, server: option) { (call) async throws in
      let hidden = try await call("GET", "/")
      #expect(hidden["Server"] == "Couchbase Sync Gateway")
      #expect(
        hidden.json == [
          "couchdb": "Welcome", "vendor": ["name": "Couchbase Sync Gateway", "version": ""],
        ])
      #expect(try await call("GET", "/db/d").headers.allSatisfy { !$0.value.contains("2.8") })
      let shown = try await call.admin("GET", "/")
      #expect(shown["Server"] == "Couchbase Sync Gateway/2.8.3")
      #expect(shown.json?["vendor"]?["version"] == "2.8")
    }
    // 1.5 doesn't know this key.
    try await GatewayHarness.run(server: option) { (call) async throws in
      #expect(try await call("GET", "/")["Server"] == "Couchbase Sync Gateway/1.5.0")
    }
  }

  @Test("section 1, 2.x keys: `hide_product_version` is known to 2.8 only")
  func hideProductVersion() {
    let text = #"{"hide_product_version": true}"#
    #expect(GatewayConfiguration.check(text, profile: .v2_8).isEmpty)
    #expect(GatewayConfiguration.check(text).map(\.severity) == [.warning])
  }

  @Test(
    "section 1, `oidc`: two providers may share an issuer; `allow_unsigned_provider_tokens`, `roles_claim`, `channels_claim` of 3.x are unknown"
  )
  func sharedIssuer() {
    let provider = #"{"issuer": "http://op", "client_id": "c", "validation_key": "k"}"#
    let text =
      "{\"databases\": {\"db\": {\"oidc\": {\"providers\": {\"a\": \(provider), "
      + "\"b\": \(provider)}}}}}"
    for profile in Profile.allCases {
      #expect(GatewayConfiguration.check(text, profile: profile).isEmpty)
      for (key, value) in [
        ("allow_unsigned_provider_tokens", "true"), ("roles_claim", "\"r\""),
        ("channels_claim", "\"c\""),
      ] {
        let later = text.replacing("\"client_id\"", with: "\"\(key)\": \(value), \"client_id\"")
        let problems = GatewayConfiguration.check(later, profile: profile)
        #expect(
          problems.map(\.severity)
            == [Profile.v1_5: .warning, .v2_8: .refusal][profile].map { [$0, $0] })
      }
    }
  }
}
