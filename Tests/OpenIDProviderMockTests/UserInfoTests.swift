import DocgenClocks
import DocgenJSON
import DocgenTestSupport
import OpenIDProviderMock
import Testing

@Suite(.fewAtOnce) struct UserInfoTests {
  private func accessToken(_ stage: Stage, scope: String) async throws -> String {
    try await stage.token(["code": stage.code(["scope": scope])]).json.text("access_token")
  }

  @Test("Core 5.3: sub always, other claims by scope, private ones always")
  func claims() async throws {
    try await Stage.open { stage in
      let token = try await accessToken(stage, scope: "openid email")
      for post in [false, true] {
        let reply =
          post
          ? try await stage.browser.post("/userinfo", [], headers: Stage.bearer(token))
          : try await stage.browser.get("/userinfo", headers: Stage.bearer(token))
        #expect(reply.status == 200)
        #expect(reply.header("Content-Type") == "application/json")
        #expect(reply.header("Access-Control-Allow-Origin") == "*")
        #expect(
          try reply.json == [
            "sub": "a-1", "email": "alice@example.com", "email_verified": true,
            "groups": ["staff"],
          ])
      }
      let profile = try await accessToken(stage, scope: "openid profile phone")
      let reply = try await stage.browser.get("/userinfo", headers: Stage.bearer(profile))
      #expect(try reply.json["name"] == "Alice")
      #expect(try reply.json["phone_number"] == "+1")
      #expect(try reply.json["email"] == nil)
    }
  }

  @Test("RFC 6750 3.1: no token gives a bare challenge")
  func noToken() async throws {
    try await Stage.open { stage in
      let reply = try await stage.browser.get("/userinfo")
      #expect(reply.status == 401)
      #expect(reply.header("WWW-Authenticate") == "Bearer")
    }
  }

  @Test("RFC 6750 3.1: an unknown or expired token is invalid_token")
  func invalidToken() async throws {
    try await Stage.open { stage in
      let token = try await accessToken(stage, scope: "openid")
      stage.clock.advance(by: .seconds(3_600))
      for value in [token, "bogus"] {
        let reply = try await stage.browser.get("/userinfo", headers: Stage.bearer(value))
        #expect(reply.status == 401)
        #expect(
          reply.header("WWW-Authenticate")?.hasPrefix("Bearer error=\"invalid_token\"") == true)
      }
    }
  }

  @Test("RFC 6750 3.1: a token without openid is insufficient_scope")
  func insufficientScope() async throws {
    try await Stage.open { stage in
      let token = try await accessToken(stage, scope: "email")
      let reply = try await stage.browser.get("/userinfo", headers: Stage.bearer(token))
      #expect(reply.status == 403)
      #expect(
        reply.header("WWW-Authenticate")?.hasPrefix("Bearer error=\"insufficient_scope\"") == true)
    }
  }

  @Test("RFC 6750 2.2 and RFC 9700 4.3.2: a form may carry the token, a query may not")
  func places() async throws {
    try await Stage.open { stage in
      let token = try await accessToken(stage, scope: "openid")
      let form = try await stage.browser.post("/userinfo", [("access_token", token)])
      #expect(form.status == 200)
      let query = try await stage.browser.get("/userinfo", [("access_token", token)])
      #expect(query.status == 400)
      #expect(query.header("WWW-Authenticate")?.contains("invalid_request") == true)
      let both = try await stage.browser.post(
        "/userinfo", [("access_token", token)], headers: Stage.bearer(token))
      #expect(both.status == 400)
      let empty = try await stage.browser.get("/userinfo", headers: ["Authorization": "Bearer "])
      #expect(empty.status == 400)
    }
  }

  @Test("claims changed at run time show at once")
  func changedClaims() async throws {
    try await Stage.open { stage in
      let token = try await accessToken(stage, scope: "openid")
      try await stage.provider.setClaims(["sub": "a-1", "groups": ["x"]], of: "alice")
      let reply = try await stage.browser.get("/userinfo", headers: Stage.bearer(token))
      #expect(try reply.json == ["sub": "a-1", "groups": ["x"]])
    }
  }
}
