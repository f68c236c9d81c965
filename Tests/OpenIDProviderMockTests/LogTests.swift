import DocgenClocks
import DocgenJSON
import DocgenMockHTTP
import DocgenTestSupport
import OpenIDProviderMock
import Testing

@Suite(.fewAtOnce) struct LogTests {
  @Test("expect counts requests like a pattern, and shows the log when it is wrong")
  func count() async throws {
    try await Stage.open { stage in
      let code = try await stage.code()
      _ = try await stage.token(["code": code])
      _ = try await stage.token(["code": code])
      let provider = stage.provider
      try await provider.expect(count: 3, EndpointPattern())
      try await provider.expect(count: 2, EndpointPattern(.token, issuer: "/", method: "POST"))
      try await provider.expect(count: 1, EndpointPattern(.token, error: "invalid_grant"))
      try await provider.expect(
        count: 2, EndpointPattern(parameters: ["grant_type": "authorization_code"]))
      try await provider.expect(count: 0, EndpointPattern(.userInfo))
      let failure = await #expect(throws: UnexpectedRequests.self) {
        try await provider.expect(count: 1, EndpointPattern(.token, parameters: ["scope": "x"]))
      }
      let text = try #require(failure).description
      #expect(
        text.hasPrefix("expected 1 of token scope=x, found 0 in:\n  GET /authorize"))
      #expect(text.contains("\n  POST /token"))
      #expect(text.hasSuffix("→ 400 invalid_grant"))
      #expect(!text.contains(code))
    }
  }

  @Test("expect follows an order, whatever comes between")
  func order() async throws {
    try await Stage.open { stage in
      _ = try await stage.browser.get("/.well-known/openid-configuration")
      let code = try await stage.code()
      _ = try await stage.browser.get("/jwks")
      _ = try await stage.token(["code": code])
      try await stage.provider.expect(
        inOrder: EndpointPattern(.discovery), EndpointPattern(.authorization),
        EndpointPattern(.token, status: 200))
      let failure = await #expect(throws: UnexpectedRequests.self) {
        try await stage.provider.expect(
          inOrder: EndpointPattern(.token), EndpointPattern(.authorization))
      }
      let text = try #require(failure).description
      #expect(text.hasPrefix("expected authorization after token in:"))
      await stage.provider.clearLog()
      try await stage.provider.expect(count: 0, EndpointPattern())
    }
  }

  @Test("the log has the answers too, tokens and personal claims hashed")
  func answers() async throws {
    try await Stage.open { stage in
      let reply = try await stage.authorize(["scope": "openid email"])
      let answer = try await stage.token(["code": reply.query["code"].orThrow()]).json
      let access = try answer.text("access_token")
      _ = try await stage.browser.get("/userinfo", headers: Stage.bearer(access))
      let log = await stage.provider.requests
      #expect(log.map(\.endpoint) == [.authorization, .token, .userInfo])
      #expect(log.map(\.issuer) == ["/", "/", "/"])
      #expect(log[0].responseParameters.map(\.name) == ["code", "state", "iss"])
      #expect(log[1].responseParameters.first { $0.name == "token_type" }?.value == "Bearer")
      let hash = log[1].responseParameters.first { $0.name == "access_token" }?.value
      #expect(hash?.hasPrefix("[sha256 ") == true)
      #expect(log[2].responseParameters.contains { $0.name == "email" })
      let text = String(describing: log)
      for secret in try [access, answer.text("id_token"), "alice@example.com"] {
        #expect(!text.contains(secret))
      }
    }
  }

  @Test("every laxness that a request made use of is named, as the configuration names it")
  func allowances() async throws {
    let issuer = Stage.issuer {
      $0.allowsPlainPKCE = true
      $0.requirePKCE = .never
      $0.refreshTokenRotation = .always
      $0.refreshTokenGrace = 10
    }
    try await Stage.open(["/": issuer]) { stage in
      _ = try await stage.authorize(["scope": "openid unheard"])
      _ = try await stage.authorize([
        "code_challenge": Stage.verifier, "code_challenge_method": "plain",
      ])
      _ = try await stage.authorize(["client_id": "native", "redirect_uri": "com.example.app:/cb"])
      let code = try await stage.code(["access_type": "offline"])
      let token = try await stage.token(["code": code]).json.text("refresh_token")
      for _ in 0..<2 {
        _ = try await stage.token(["grant_type": "refresh_token", "refresh_token": token])
      }
      #expect(
        await stage.provider.requests.map(\.allowances) == [
          ["refuse_unknown_scopes"], ["allow_plain_pkce"], ["require_pkce"], ["offline_access"], [],
          [], ["refresh_token_grace"],
        ])
    }
  }
}
