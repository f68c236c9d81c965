import DocgenJSON
import SyncGatewayMock
import Testing

/// Facts of section 2 that apply to every route.
extension CommonBehaviourTests {
  @Test(
    "section 2: rows of an answer have Couch's error names and a status",
    arguments: Profile.allCases)
  func rowErrors(_ profile: Profile) async throws {
    let database = """
      "sync": `function(doc) { if (doc.no) throw {forbidden: "no"};
        if (doc.who) throw {unauthorized: "who"}; channel("a"); }`,
      \(GatewayHarness.users)
      """
    try await GatewayHarness.run(database, profile: profile) { (call) async throws in
      let body = """
        {"docs": [{"_id":"1","no":1}, {"_id":"2","who":1}, {"_id":"3","_x":1}, {"_id":"_4"},
          {"_id":"5"}, {"_id":"5","x":1}]}
        """
      let rows = try await call("POST", "/db/_bulk_docs", as: "alice", body).json?.array ?? []
      #expect(
        rows.map { $0["error"] } == [
          "forbidden", "unauthorized", "bad_request", "bad_request", nil, "conflict",
        ])
      #expect(rows.map { $0["status"] } == [403, 401, 400, 400, nil, 409])
      #expect(rows[0]["reason"] == "no")
      let parts = try await call(
        "POST", "/db/_bulk_get", as: "bob", #"{"docs":[{"id":"5"},{"id":"9"},{}]}"#)
      for words in [
        #""error":"forbidden""#, #""status":403"#, #""error":"not_found""#, #""status":404"#,
        #""error":"bad_request""#, #""status":400"#,
      ] { #expect(parts.text.contains(words), "\(words)") }
      let keys = try await call("POST", "/db/_all_docs", as: "bob", #"{"keys":["5","9"]}"#)
      #expect(keys.json?["rows"]?.array?.map { $0["error"] } == ["forbidden", "not_found"])
    }
  }

  @Test("section 2: keys of answers come out sorted, those of documents too")
  func sortedKeys() async throws {
    let open = #""users": {"GUEST": {"admin_channels": ["*"]}}"#
    try await GatewayHarness.run(open) { (call) async throws in
      let put = try await call("PUT", "/db/doc", #"{"b":1,"a":{"z":1,"y":2},"C":3}"#)
      #expect(put.json?.object?.keys == ["id", "ok", "rev"])
      let get = try await call("GET", "/db/doc")
      #expect(get.json?.object?.keys == ["C", "_id", "_rev", "a", "b"])
      #expect(get.json?["a"]?.object?.keys == ["y", "z"])
      let changes = try await call("GET", "/db/_changes?include_docs=true&since=1")
      let row = changes.json?["results"]?.array?.first
      #expect(row?.object?.keys == ["seq", "id", "doc", "changes"])
      #expect(row?["doc"]?.object?.keys == ["C", "_id", "_rev", "a", "b"])
      let all = try await call("GET", "/db/_all_docs?include_docs=true")
      let doc = all.json?["rows"]?.array?.first?["doc"]
      #expect(doc?.object?.keys == ["C", "_id", "_rev", "a", "b"])
    }
  }

  @Test(
    "section 2: CORS fields are on every answer of the public port",
    arguments: [
      ("GET", "/", 200), ("GET", "/nosuch", 301), ("GET", "/nosuch/", 404), ("GET", "/db/d", 401),
      ("PATCH", "/db/d", 405), ("GET", "/db/_nosuch", 404), ("OPTIONS", "/db/_session", 204),
      ("GET", "/db/_session", 200), ("GET", "/db/_oidc", 400),
    ])
  func originsEverywhere(_ method: String, _ path: String, _ status: Int) async throws {
    let cors = #"{"Origin": ["http://a"], "Headers": ["X"]}"#
    try await GatewayHarness.run(cors: cors) { (call) async throws in
      let reply = try await call(method, path, headers: ["Origin": "http://a"])
      #expect(reply.status == status)
      #expect(reply["Access-Control-Allow-Origin"] == "http://a")
      #expect(reply["Access-Control-Allow-Credentials"] == "true")
      #expect(reply["Access-Control-Allow-Headers"] == "X")
      let admin = try await call(method, path, admin: true, headers: ["Origin": "http://a"])
      #expect(admin.status == 403)
      #expect(admin["Access-Control-Allow-Origin"] == nil)
    }
  }

  @Test(
    "section 2: HEAD has the header of GET and no body",
    arguments: ["/", "/db/", "/db/d", "/db/_all_docs", "/db/_session", "/db/_local/x"])
  func head(_ path: String) async throws {
    let open = #""users": {"GUEST": {"admin_channels": ["*"]}}"#
    try await GatewayHarness.run(open) { (call) async throws in
      _ = try await call("PUT", "/db/d", "{}")
      _ = try await call("PUT", "/db/_local/x", "{}")
      let get = try await call("GET", path)
      let head = try await call("HEAD", path)
      #expect(head.status == 200)
      #expect(head.text.isEmpty && !get.text.isEmpty)
      for name in ["Content-Type", "Server", "Etag"] { #expect(head[name] == get[name]) }
    }
  }

  @Test(
    "section 2: OPTIONS is 204, a wrong method 405, and `Allow` names the methods of each route",
    arguments: [
      (false, "/", "GET, HEAD"), (false, "/db/", "GET, HEAD, POST, PUT"),
      (true, "/db/", "GET, HEAD, POST, PUT, DELETE"), (false, "/db/d", "GET, HEAD, PUT, DELETE"),
      (false, "/db/d/a", "GET, HEAD, PUT"), (false, "/db/_changes", "GET, HEAD, POST"),
      (false, "/db/_bulk_docs", "POST"), (false, "/db/_oidc", "GET"),
      (false, "/db/_session", "GET, HEAD, POST, DELETE"),
      (true, "/db/_session", "GET, HEAD, POST"), (true, "/db/_user/x", "GET, HEAD, PUT, DELETE"),
      (true, "/db/_config", "GET, PUT"), (true, "/_all_dbs", "GET, HEAD"),
    ])
  func allowed(_ isAdmin: Bool, _ path: String, _ methods: String) async throws {
    try await GatewayHarness.run { (call) async throws in
      let options = try await call("OPTIONS", path, admin: isAdmin)
      #expect(options.status == 204 && options.text.isEmpty)
      #expect(options["Allow"] == methods)
      let other = try await call("PATCH", path, admin: isAdmin)
      #expect(other.status == 405)
      #expect(other["Allow"] == methods)
    }
  }
}

/// Facts of section 2 about authentication.
extension AuthenticationTests {
  @Test(
    "section 2, authentication order 2: wrong Basic credentials are 401 with a challenge, also where no login is needed",
    arguments: [
      ("GET", "doc"), ("GET", "_session"), ("POST", "_session"), ("GET", "_oidc"),
      ("GET", "_oidc_challenge"), ("GET", "_oidc_callback"), ("GET", "_oidc_refresh"),
    ])
  func badCredentialsEverywhere(_ method: String, _ path: String) async throws {
    for profile in Profile.allCases {
      try await GatewayHarness.run(profile: profile) { (call) async throws in
        let good = try await call(method, "/db/" + path, as: "alice")
        let bad = try await call(method, "/db/" + path, as: "nobody")
        #expect(bad.status == 401 && bad.reason == "Invalid login")
        #expect(bad["WWW-Authenticate"] == "Basic realm=\"Couchbase Sync Gateway\"")
        #expect(good.reason != "Invalid login")
        // A disabled user can't authenticate.
        #expect(try await call(method, "/db/" + path, as: "off").status == 401)
      }
    }
  }

  @Test(
    "section 2, authentication order 3: 2.8 exempts _session GET/POST and _oidc* from \"Session Invalid\"",
    arguments: [
      ("GET", "_session", 200), ("POST", "_session", 401), ("GET", "_oidc", 400),
      ("GET", "_oidc_challenge", 400), ("GET", "_oidc_callback?code=c", 400),
      ("GET", "_oidc_refresh?refresh_token=r", 400),
    ])
  func exemptions(_ method: String, _ path: String, _ status: Int) async throws {
    try await GatewayHarness.run(profile: .v2_8) { (call) async throws in
      let cookie = ["Cookie": "SyncGatewaySession=stale"]
      let reply = try await call(
        method, "/db/" + path, method == "POST" ? "{}" : nil, headers: cookie)
      #expect(reply.status == status)
      #expect(reply.reason != "Session Invalid")
      #expect(try await call("GET", "/db/", headers: cookie).reason == "Session Invalid")
      #expect(try await call("DELETE", "/db/_session", headers: cookie).status == 401)
    }
  }
}
