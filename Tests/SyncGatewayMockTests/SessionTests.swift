import DocgenClocks
import DocgenJSON
import DocgenTestSupport
import Foundation
import SyncGatewayMock
import Testing

@Suite(.fewAtOnce) struct SessionTests {
  private let login = #"{"name":"alice","password":"secret"}"#

  @Test("section 4: GET _session is 200 even with GUEST disabled")
  func getSessionWorksWithTheGuestDisabled() async throws {
    try await GatewayHarness.run { (call) async throws in
      let reply = try await call("GET", "/db/_session")
      #expect(
        reply.text == #"{"authentication_handlers":["default","cookie"],"ok":true,"#
          + #""userCtx":{"channels":{},"name":null}}"#)
      let alice = try await call("GET", "/db/_session", as: "alice")
      #expect(alice.json?["userCtx"] == ["channels": ["!": 1, "a": 1], "name": "alice"])
    }
  }

  @Test("section 4: POST _session {name,password} → 200 and cookie") func postSessionSetsACookie()
    async throws
  {
    try await GatewayHarness.run { (call) async throws in
      let reply = try await call("POST", "/db/_session", login)
      #expect(reply.status == 200)
      #expect(reply.json?["userCtx"]?["name"] == "alice")
      let id = try #require(reply.cookie)
      #expect(id.count == 40)
      #expect(
        reply["Set-Cookie"]
          == "SyncGatewaySession=\(id); Path=/db; Expires=Thu, 19 May 2033 03:33:20 GMT")
      let cookie = ["Cookie": "x=1; SyncGatewaySession=\(id)"]
      #expect(try await call("GET", "/db/nosuch", headers: cookie).status == 404)
      #expect(try await call.gateway.sessions(in: "db").map(\.user) == ["alice"])
    }
  }

  @Test("section 4: POST _session with a wrong password → 401 \"Invalid login\"")
  func wrongPasswordIs401() async throws {
    try await GatewayHarness.run { (call) async throws in
      for body in [
        #"{"name":"alice","password":"wrong"}"#, #"{"name":"x","password":"secret"}"#,
        #"{"name":"off","password":"secret"}"#, "{}",
      ] {
        let reply = try await call("POST", "/db/_session", body)
        #expect(reply.status == 401, "\(body)")
        #expect(reply.reason == "Invalid login", "\(body)")
      }
    }
  }

  @Test("section 4: the session of a user who is disabled meanwhile is the guest's")
  func aDisabledUserHasNoSession() async throws {
    try await GatewayHarness.run { (call) async throws in
      let id = try #require(try await call("POST", "/db/_session", login).cookie)
      let cookie = ["Cookie": "SyncGatewaySession=\(id)"]
      for (isDisabled, status) in [(true, 401), (false, 404)] {
        let user = "{\"disabled\": \(isDisabled)}"
        #expect(try await call.admin("PUT", "/db/_user/alice", user).status == 200)
        #expect(try await call("GET", "/db/nosuch", headers: cookie).status == status)
      }
    }
  }

  @Test("section 4: POST _session without a user in the body → a session for the caller")
  func credentialsWithoutABodyGiveASession() async throws {
    try await GatewayHarness.run { (call) async throws in
      for body in [nil, "", "{}"] as [String?] {
        let reply = try await call("POST", "/db/_session", as: "alice", body)
        #expect(reply.status == 200)
        #expect(reply.json?["userCtx"]?["name"] == "alice")
      }
      // Neither a user nor valid JSON.
      #expect(try await call("POST", "/db/_session").status == 400)
    }
  }

  @Test("section 4: POST _session {} names GUEST") func anEmptyObjectNamesTheGuest() async throws {
    let users = #""users": {"GUEST": {}, "alice": {"password": "secret"}}"#
    try await GatewayHarness.run(users) { (call) async throws in
      let reply = try await call("POST", "/db/_session", as: "alice", "{}")
      #expect(reply.status == 200)
      #expect(reply.json?["userCtx"]?["name"] == .null)
    }
  }

  @Test("section 4: DELETE _session → 200 empty, emptied cookie; no cookie 404 \"no session\"")
  func deleteSession() async throws {
    try await GatewayHarness.run { (call) async throws in
      let id = try #require(try await call("POST", "/db/_session", login).cookie)
      let cookie = ["Cookie": "SyncGatewaySession=\(id)"]
      let reply = try await call("DELETE", "/db/_session", headers: cookie)
      #expect(reply.status == 200)
      #expect(reply.text.isEmpty)
      #expect(
        reply["Set-Cookie"] == "SyncGatewaySession=; Expires=Wed, 18 May 2033 03:33:20 GMT")
      #expect(try await call("GET", "/db/nosuch", headers: cookie).status == 401)
      let none = try await call("DELETE", "/db/_session", as: "alice")
      #expect(none.status == 404)
      #expect(none.reason == "no session")
    }
  }

  @Test("section 4: POST/DELETE with an Origin not in LoginOrigin → 400 \"No CORS\"")
  func anyOriginIsRefusedUnlessListed() async throws {
    try await GatewayHarness.run { (call) async throws in
      let origin = ["Origin": "http://a"]
      let post = try await call("POST", "/db/_session", login, headers: origin)
      #expect(post.status == 400)
      #expect(post.reason == "No CORS")
      #expect(
        try await call("DELETE", "/db/_session", as: "alice", headers: origin).reason == "No CORS")
    }
    try await GatewayHarness.run(cors: #"{"LoginOrigin": ["http://a"]}"#) { (call) async throws in
      let allowed = ["Origin": "http://a"]
      #expect(try await call("POST", "/db/_session", login, headers: allowed).status == 200)
      let other = ["Origin": "http://b"]
      #expect(try await call("POST", "/db/_session", login, headers: other).status == 400)
    }
  }

  @Test("section 4: expiry is enforced, and slides after 10 % of the TTL")
  func expiryIsEnforcedAndSlides() async throws {
    try await GatewayHarness.run { (call) async throws in
      let id = try #require(try await call("POST", "/db/_session", login).cookie)
      let cookie = ["Cookie": "SyncGatewaySession=\(id)"]
      // A tenth of a day, but not more: there is no new cookie.
      call.clock.advance(by: .seconds(8_640))
      let early = try await call("GET", "/db/_session", headers: cookie)
      #expect(early["Set-Cookie"] == nil)
      call.clock.advance(by: .seconds(60))
      let late = try await call("GET", "/db/_session", headers: cookie)
      #expect(late.cookie == id)
      #expect(
        late["Set-Cookie"]
          == "SyncGatewaySession=\(id); Path=/db; Expires=Thu, 19 May 2033 05:58:20 GMT")
      call.clock.advance(by: .seconds(86_400))
      let over = try await call("GET", "/db/_session", headers: cookie)
      #expect(over.json?["userCtx"]?["name"] == .null)
      #expect(try await call.gateway.sessions(in: "db").isEmpty)
    }
  }

  @Test("section 4: a password change deletes the sessions") func aNewPasswordEndsTheSessions()
    async throws
  {
    try await GatewayHarness.run { (call) async throws in
      let id = try #require(try await call("POST", "/db/_session", login).cookie)
      _ = try await call.admin("PUT", "/db/_user/alice", #"{"password":"other"}"#)
      let cookie = ["Cookie": "SyncGatewaySession=\(id)"]
      #expect(
        try await call("GET", "/db/_session", headers: cookie).json?["userCtx"]?["name"] == .null)
    }
  }

  @Test(
    "section 4: cookie attributes of 2.8; section 1, 2.x keys: `session_cookie_name`, `_secure`, `_http_only`"
  ) func cookieOptionsOf2_x() async throws {
    let options =
      #", "session_cookie_name": "C", "session_cookie_secure": true, "session_cookie_http_only": true"#
    try await GatewayHarness.run(GatewayHarness.users + options, profile: .v2_8) {
      (call) async throws in
      let reply = try await call("POST", "/db/_session", login)
      #expect(reply["Set-Cookie"]?.hasPrefix("C=") == true)
      #expect(reply["Set-Cookie"]?.hasSuffix("; HttpOnly; Secure") == true)
    }
  }

  @Test(
    "section 4, admin: POST _session {name,ttl} → 200 session_id, expires, cookie_name",
    arguments: Profile.allCases)
  func adminPostSession(_ profile: Profile) async throws {
    try await GatewayHarness.run(profile: profile) { (call) async throws in
      let reply = try await call.admin("POST", "/db/_session", #"{"name":"alice","ttl":60}"#)
      #expect(reply.status == 200)
      let id = try #require(reply.json?["session_id"]?.string)
      #expect(
        reply.text == "{\"session_id\":\"\(id)\",\"expires\":\"2033-05-18T03:34:20Z\","
          + "\"cookie_name\":\"SyncGatewaySession\"}")
      // One that shall never end lasts a century.
      let long = #"{"name":"alice","ttl":\#(Int.max)}"#
      let end = try await call.admin("POST", "/db/_session", long).json?["expires"]?.string
      #expect(end?.hasPrefix("2133-05-19T") == true)
      let shown = try await call.admin("GET", "/db/_session/\(id)")
      #expect(shown.json?["userCtx"]?["name"] == "alice")
      call.clock.advance(by: .seconds(61))
      #expect(try await call.admin("GET", "/db/_session/\(id)").status == 404)
    }
  }

  @Test("section 4, admin: `expires` has nanoseconds to 2.7, seconds in 2.8")
  func nanosecondsOf1_5() async throws {
    try await GatewayHarness.run { (call) async throws in
      call.clock.advance(by: .milliseconds(250))
      let reply = try await call.admin("POST", "/db/_session", #"{"name":"alice","ttl":60}"#)
      #expect(reply.json?["expires"] == "2033-05-18T03:34:20.25Z")
    }
    try await GatewayHarness.run(profile: .v2_8) { (call) async throws in
      call.clock.advance(by: .milliseconds(250))
      let reply = try await call.admin("POST", "/db/_session", #"{"name":"alice","ttl":60}"#)
      #expect(reply.json?["expires"] == "2033-05-18T03:34:20Z")
    }
  }

  @Test(
    "section 4, admin: POST _session: no such user 404, bad name 400, ttl<1 400",
    arguments: [
      (#"{"name":"nobody"}"#, 404, "No such user \"nobody\""),
      (#"{"name":"a/b"}"#, 400, "Invalid or missing user name"),
      (#"{"name":"GUEST"}"#, 400, "Invalid or missing user name"),
      (#"{}"#, 400, "Invalid or missing user name"),
      (#"{"name":"alice","ttl":0}"#, 400, "Invalid or missing ttl"),
      (#"{"name":"alice","ttl":"1"}"#, 400, "Bad JSON"),
    ])
  func adminPostSessionErrors(_ body: String, _ status: Int, _ reason: String) async throws {
    try await GatewayHarness.run { (call) async throws in
      let reply = try await call.admin("POST", "/db/_session", body)
      #expect(reply.status == status)
      #expect(reply.reason == reason)
    }
  }

  @Test("section 4, admin: GET and DELETE of sessions, by id and by user")
  func adminDeletesSessions() async throws {
    try await GatewayHarness.run { (call) async throws in
      func make(_ name: String) async throws -> String {
        let reply = try await call.admin("POST", "/db/_session", "{\"name\":\"\(name)\"}")
        return reply.json?["session_id"]?.string ?? ""
      }
      let first = try await make("alice")
      #expect(try await call.admin("DELETE", "/db/_session/\(first)").status == 200)
      #expect(try await call.admin("GET", "/db/_session/\(first)").status == 404)
      let second = try await make("alice")
      let foreign = try await call.admin("DELETE", "/db/_user/bob/_session/\(second)")
      #expect(foreign.status == 404)
      let own = try await call.admin("DELETE", "/db/_user/alice/_session/\(second)")
      #expect(own.status == 200)
      #expect(own.text.isEmpty)
      _ = try await make("alice")
      _ = try await make("bob")
      #expect(try await call.admin("DELETE", "/db/_user/alice/_session").status == 200)
      #expect(try await call.gateway.sessions(in: "db").map(\.user) == ["bob"])
    }
  }
}
