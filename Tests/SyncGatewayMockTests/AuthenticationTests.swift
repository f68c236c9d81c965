import DocgenJSON
import DocgenTestSupport
import SyncGatewayMock
import Testing

@Suite(.fewAtOnce) struct AuthenticationTests {
  private let basic = "Basic realm=\"Couchbase Sync Gateway\""

  @Test(
    "section 2, authentication order 4: with GUEST disabled 401 \"Login required\" and the Basic challenge"
  ) func withoutCredentialsTheDisabledGuestIsRefused() async throws {
    try await GatewayHarness.run { (call) async throws in
      let reply = try await call("GET", "/db/doc")
      #expect(reply.status == 401)
      #expect(reply.reason == "Login required")
      #expect(reply["WWW-Authenticate"] == basic)
    }
  }

  @Test("section 2, authentication order 4: an enabled GUEST is let in")
  func anEnabledGuestIsLetIn() async throws {
    try await GatewayHarness.run(#""users": {"GUEST": {"admin_channels": ["*"]}}"#) {
      (call) async throws in
      #expect(try await call("PUT", "/db/doc", "{}").status == 201)
      #expect(try await call("GET", "/db/doc").status == 200)
    }
  }

  @Test(
    "section 2, authentication order 3: an unknown cookie falls through in 1.5, is \"Session Invalid\" in 2.8"
  ) func anUnknownCookieFallsThroughIn1_5AndIsRefusedIn2_8() async throws {
    let cookie = ["Cookie": "SyncGatewaySession=nosuch"]
    try await GatewayHarness.run(#""users": {"GUEST": {}}"#) { (call) async throws in
      #expect(try await call("GET", "/db/doc", headers: cookie).status == 404)
    }
    try await GatewayHarness.run(#""users": {"GUEST": {}}"#, profile: .v2_8) {
      (call) async throws in
      let reply = try await call("GET", "/db/doc", headers: cookie)
      #expect(reply.status == 401)
      #expect(reply.reason == "Session Invalid")
      #expect(try await call("GET", "/db/_session", headers: cookie).status == 200)
      #expect(try await call("POST", "/db/_session", "{}", headers: cookie).status == 200)
      #expect(try await call("GET", "/db/_oidc", headers: cookie).status == 400)
    }
  }

  @Test("section 2, authentication order: Basic comes before the cookie")
  func basicComesBeforeTheCookie() async throws {
    try await GatewayHarness.run { (call) async throws in
      let login = try await call("POST", "/db/_session", #"{"name":"bob","password":"secret"}"#)
      let cookie = ["Cookie": "SyncGatewaySession=\(login.cookie ?? "")"]
      let reply = try await call("GET", "/db/_session", as: "alice", headers: cookie)
      #expect(reply.json?["userCtx"]?["name"] == "alice")
    }
  }

  @Test("section 2, authentication order 1: Bearer counts only if the database has `oidc`")
  func bearerCountsOnlyWithOpenIDConnect() async throws {
    try await GatewayHarness.run(#""users": {"GUEST": {}}"#) { (call) async throws in
      let reply = try await call("GET", "/db/doc", headers: ["Authorization": "Bearer x"])
      #expect(reply.status == 404)
    }
  }

  @Test("section 2: the admin port ignores credentials") func theAdminPortIgnoresCredentials()
    async throws
  {
    try await GatewayHarness.run { (call) async throws in
      #expect(try await call("GET", "/db/", admin: true, as: "nobody").status == 200)
    }
  }

  @Test("section 1, 2.x keys: `send_www_authenticate_header`")
  func wwwAuthenticateCanBeSwitchedOffSince2_1() async throws {
    try await GatewayHarness.run(#""send_www_authenticate_header": false"#, profile: .v2_8) {
      call in
      let reply = try await call("GET", "/db/doc")
      #expect(reply.status == 401)
      #expect(reply["WWW-Authenticate"] == nil)
    }
  }

  @Test("secrets stay out of the log") func secretsStayOutOfTheLog() async throws {
    try await GatewayHarness.run { (call) async throws in
      _ = try await call("GET", "/db/_oidc_callback?code=TOPSECRET&provider=x", as: "alice")
      _ = try await call.admin("GET", "/db/_session/TOPSECRET")
      let log = await call.gateway.requestLog
      #expect(
        log.map(\.target) == [
          "/db/_oidc_callback?code=…&provider=x", "/db/_session/…",
        ])
      #expect(log.map(\.status) == [400, 404])
      #expect(log.map(\.user) == ["alice", nil])
      #expect(log.map(\.isAdmin) == [false, true])
    }
  }
}
