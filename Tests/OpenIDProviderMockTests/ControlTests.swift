import DocgenClocks
import DocgenJOSE
import DocgenJSON
import DocgenTestSupport
import OpenIDProviderMock
import Testing

/// Changes that tests and samples make directly, without a request of a client.
@Suite(.fewAtOnce) struct ControlTests {
  @Test("an ID token without a browser")
  func idToken() async throws {
    try await Stage.open { stage in
      let compact = try await stage.provider.idToken(for: "alice", client: "es", nonce: "n")
      let token = try await stage.verified(compact)
      #expect(token.algorithm == "ES256")
      #expect(token.claims["iss"]?.string == stage.provider.issuer())
      #expect(token.claims["aud"] == "es")
      #expect(token.claims["nonce"] == "n")
      #expect(token.claims["email"] == "alice@example.com")
      #expect(token.claims["groups"] == ["staff"])
      try await stage.provider.inject(.expired)
      let late = try await stage.provider.idToken(for: "bob", client: "web")
      #expect(try await stage.verified(late).claims["exp"]?.integer == stage.now - 3_600)
      await #expect(throws: ProviderError.unknownUser("eve")) {
        try await stage.provider.idToken(for: "eve", client: "web")
      }
      await #expect(throws: ProviderError.unknownClient("x")) {
        try await stage.provider.idToken(for: "bob", client: "x")
      }
    }
  }

  @Test("lifetimes change for what comes after")
  func lifetimes() async throws {
    try await Stage.open { stage in
      try await stage.provider.configure {
        $0.lifetimes = Lifetimes(authorizationCode: 5, accessToken: 10, idToken: 20)
      }
      let answer = try await stage.token(["code": stage.code()]).json
      #expect(answer["expires_in"] == 10)
      let claims = try await stage.verified(answer.text("id_token")).claims
      #expect(claims["exp"]?.integer == stage.now + 20)
      let code = try await stage.code()
      stage.clock.advance(by: .seconds(5))
      #expect(try await stage.token(["code": code]).json["error"] == "invalid_grant")
    }
  }

  @Test("logging a user out ends sessions and tokens of that user only")
  func logOut() async throws {
    try await Stage.open(login: .form) { stage in
      var tokens: [String] = []
      for name in ["bob", "alice"] {
        try await stage.provider.queue(.approve(username: name))
        let reply = try await stage.authorize(["response_type": "token", "prompt": "login"])
        tokens.append(try reply.fragment["access_token"].orThrow())
      }
      try await stage.provider.logOut("alice")
      let statuses = try await [
        stage.browser.get("/userinfo", headers: Stage.bearer(tokens[0])).status,
        stage.browser.get("/userinfo", headers: Stage.bearer(tokens[1])).status,
      ]
      #expect(statuses == [200, 401])
      #expect(try await stage.authorize(["prompt": "none"]).query["error"] == "login_required")
    }
  }
}
