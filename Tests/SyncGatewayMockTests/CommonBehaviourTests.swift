import DocgenJSON
import DocgenTestSupport
import SyncGatewayMock
import Testing

@Suite(.fewAtOnce) struct CommonBehaviourTests {
  @Test(
    "section 2: `Server` names the release, and `Date` follows the clock",
    arguments: [(Profile.v1_5, "1.5.0"), (.v2_8, "2.8.3")])
  func serverField(_ profile: Profile, _ version: String) async throws {
    try await GatewayHarness.run(profile: profile) { (call) async throws in
      let reply = try await call("GET", "/")
      #expect(reply["Server"] == "Couchbase Sync Gateway/\(version)")
      #expect(reply["Date"] == "Wed, 18 May 2033 03:33:20 GMT")
    }
  }

  @Test("section 2: errors are {\"error\", \"reason\"} as JSON") func errorsHaveErrorAndReason()
    async throws
  {
    try await GatewayHarness.run { (call) async throws in
      let reply = try await call("GET", "/db/nosuch", as: "alice")
      #expect(reply.status == 404)
      #expect(reply.text == #"{"error":"not_found","reason":"missing"}"#)
      #expect(reply["Content-Type"] == "application/json")
    }
  }

  @Test("section 2: an unknown URL is 404 \"unknown URL\"") func unknownURL() async throws {
    try await GatewayHarness.run { (call) async throws in
      for path in ["/db/_nosuch", "/_all_dbs", "/db/_user/", "/db/_session/x", "/a/b/c/d"] {
        let reply = try await call("GET", path)
        #expect(reply.status == 404, "\(path)")
        #expect(reply.reason == "unknown URL", "\(path)")
      }
    }
  }

  @Test("section 2: a wrong method is 405 with `Allow`") func wrongMethodIs405WithAllow()
    async throws
  {
    try await GatewayHarness.run { (call) async throws in
      let reply = try await call("PATCH", "/db/doc")
      #expect(reply.status == 405)
      #expect(reply["Allow"] == "GET, HEAD, PUT, DELETE")
      #expect(reply.text == #"{"error":"Method Not Allowed","reason":""}"#)
    }
  }

  @Test("section 2: `/db` → 301 `/db/`, `/db/_user` → 301 `/db/_user/` even for POST")
  func strictSlashRedirectsEvenPosts() async throws {
    try await GatewayHarness.run { (call) async throws in
      let get = try await call("GET", "/db?x=1")
      #expect(get.status == 301)
      #expect(get["Location"]?.hasSuffix("/db/?x=1") == true)
      let post = try await call.admin("POST", "/db/_user", "{}")
      #expect(post.status == 301)
      #expect(post["Location"]?.hasSuffix("/db/_user/") == true)
      #expect(try await call("GET", "/db/_session/").status == 301)
    }
  }

  @Test("section 2: an unknown database is 404, a bad name 400") func unknownDatabase() async throws
  {
    try await GatewayHarness.run { (call) async throws in
      let missing = try await call("GET", "/nosuch/")
      #expect(missing.status == 404)
      #expect(missing.reason == "no such database \"nosuch\"")
      #expect(try await call("GET", "/Bad/").status == 400)
    }
  }

  @Test("section 2: a body that is not JSON is 415, but `_user` takes any type")
  func bodiesMustBeJSON() async throws {
    try await GatewayHarness.run { (call) async throws in
      let form = ["Content-Type": "application/x-www-form-urlencoded"]
      let put = try await call("PUT", "/db/doc", as: "alice", "{}", headers: form)
      #expect(put.status == 415)
      #expect(put.json?["error"] == "Unsupported Media Type")
      #expect(try await call("POST", "/db/_session", "{}", headers: form).status == 415)
      // Users and roles accept any content type.
      let user = try await call(
        "PUT", "/db/_user/carl", admin: true, #"{"password":"secret"}"#, headers: form)
      #expect(user.status == 201)
    }
  }

  @Test("section 2: bad JSON is 400 \"Bad JSON\"") func badJSONIs400() async throws {
    try await GatewayHarness.run { (call) async throws in
      let reply = try await call("PUT", "/db/doc", as: "alice", "{")
      #expect(reply.status == 400)
      #expect(reply.reason == "Bad JSON")
    }
  }

  @Test("section 2: `Accept` without JSON is 406") func acceptWithoutJSONIs406() async throws {
    try await GatewayHarness.run { (call) async throws in
      let reply = try await call("GET", "/", headers: ["Accept": "text/html"])
      #expect(reply.status == 406)
      #expect(reply.reason == "only application/json available")
      #expect(try await call("GET", "/", headers: ["Accept": "text/html, */*"]).status == 200)
    }
  }

  private let cors = """
    {"Origin": ["http://a", "*"], "LoginOrigin": ["http://a"], "Headers": ["Content-Type", "X"],
     "MaxAge": 7}
    """

  @Test("section 2: CORS fields on the public port, and those of OPTIONS") func crossOriginFields()
    async throws
  {
    try await GatewayHarness.run(cors: cors) { (call) async throws in
      let known = try await call("GET", "/db/", headers: ["Origin": "http://a"])
      #expect(known["Access-Control-Allow-Origin"] == "http://a")
      #expect(known["Access-Control-Allow-Credentials"] == "true")
      #expect(known["Access-Control-Allow-Headers"] == "Content-Type, X")
      #expect(known["Access-Control-Max-Age"] == nil)
      let other = try await call("GET", "/db/", headers: ["Origin": "http://b"])
      #expect(other["Access-Control-Allow-Origin"] == "*")
      let preflight = try await call("OPTIONS", "/db/", headers: ["Origin": "http://a"])
      #expect(preflight["Access-Control-Max-Age"] == "7")
      #expect(preflight["Access-Control-Allow-Methods"] == "GET, HEAD, POST, PUT")
      // These rules don't apply to the admin port, or to a request without an origin.
      let admin = try await call("GET", "/db/", admin: true, headers: ["Origin": "http://a"])
      #expect(admin["Access-Control-Allow-Origin"] == nil)
      #expect(try await call("GET", "/db/")["Access-Control-Allow-Origin"] == nil)
    }
  }

  @Test("section 2: an origin that is not listed gets an empty `Access-Control-Allow-Origin`")
  func anOriginThatDoesNotMatchGetsAnEmptyField() async throws {
    try await GatewayHarness.run(cors: #"{"Origin": ["http://a"]}"#) { (call) async throws in
      let reply = try await call("GET", "/db/", headers: ["Origin": "http://b"])
      #expect(reply["Access-Control-Allow-Origin"] == "")
    }
  }

  @Test("section 2: GET / welcomes, and says ADMIN on the admin port") func root() async throws {
    try await GatewayHarness.run { (call) async throws in
      let reply = try await call("GET", "/")
      #expect(
        reply.text
          == #"{"couchdb":"Welcome","vendor":{"name":"Couchbase Sync Gateway","version":1.5},"#
          + #""version":"Couchbase Sync Gateway/1.5.0(mock)"}"#)
      #expect(try await call.admin("GET", "/").json?["ADMIN"] == true)
    }
    try await GatewayHarness.run(profile: .v2_8) { (call) async throws in
      #expect(try await call("GET", "/").json?["vendor"]?["version"] == "2.8")
    }
  }

  @Test("section 2: GET /db/") func databaseInformation() async throws {
    try await GatewayHarness.run { (call) async throws in
      let reply = try await call("GET", "/db/", as: "alice")
      #expect(
        reply.text == #"{"committed_update_seq":3,"compact_running":false,"db_name":"db","#
          + #""disk_format_version":0,"doc_count":0,"instance_start_time":2000000000000000,"#
          + #""purge_seq":0,"state":"Online","update_seq":3}"#)
    }
  }

  @Test("section 2: public PUT /db/ is 412 if it exists, else 403") func publicPutOfADatabase()
    async throws
  {
    try await GatewayHarness.run { (call) async throws in
      #expect(try await call("PUT", "/db/").status == 412)
      #expect(try await call("PUT", "/new/").status == 403)
    }
  }
}
