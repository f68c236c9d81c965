import DocgenClocks
import DocgenJOSE
import DocgenJSON
import DocgenTestSupport
import OpenIDProviderMock
import Testing

/// Introspection (RFC 7662) and revocation (RFC 7009).
@Suite(.fewAtOnce) struct TokenLifeTests {
  private func tokens(_ stage: Stage) async throws -> JSONValue {
    try await stage.token(["code": stage.code(["scope": "openid offline_access"])]).json
  }

  private func introspect(_ stage: Stage, _ token: String) async throws -> JSONValue {
    try await stage.browser.post(
      "/introspect", [("token", token)], headers: Stage.basic("es", "s3cret")
    ).json
  }

  private func revoke(_ stage: Stage, _ token: String, client: String = "web") async throws -> Reply
  {
    try await stage.browser.post(
      "/revoke", [("token", token), ("token_type_hint", "pancake")],
      headers: Stage.basic(client, "s3cret"))
  }

  @Test("RFC 7662 2.2: a live token is described, a dead one only called dead")
  func introspection() async throws {
    try await Stage.open { stage in
      let answer = try await tokens(stage)
      let access = try await introspect(stage, answer.text("access_token"))
      #expect(
        access == [
          "active": true, "iss": .string(stage.provider.issuer()), "client_id": "web",
          "username": "alice", "sub": "a-1", "scope": "openid offline_access",
          "exp": .integer(stage.now + 3_600), "iat": .integer(stage.now), "token_type": "Bearer",
        ])
      let refresh = try await introspect(stage, answer.text("refresh_token"))
      #expect(refresh["active"] == true)
      #expect(refresh["exp"]?.integer == stage.now + 2_592_000)
      stage.clock.advance(by: .seconds(3_600))
      #expect(try await introspect(stage, answer.text("access_token")) == ["active": false])
      #expect(try await introspect(stage, "bogus") == ["active": false])
    }
  }

  @Test("RFC 7662 2.1, 2.3: introspection needs a client with a secret, and a token")
  func introspectionErrors() async throws {
    try await Stage.open { stage in
      let nobody = try await stage.browser.post("/introspect", [("token", "x")])
      #expect(nobody.status == 401)
      let open = try await stage.browser.post(
        "/introspect", [("token", "x"), ("client_id", "native")])
      #expect(open.status == 401)
      let missing = try await stage.browser.post(
        "/introspect", [], headers: Stage.basic("web", "s3cret"))
      #expect(missing.status == 400)
      #expect(try missing.json["error"] == "invalid_request")
    }
  }

  @Test("RFC 7009 2.1: an access token dies alone, a refresh token takes the others along")
  func revocation() async throws {
    try await Stage.open { stage in
      let answer = try await tokens(stage)
      #expect(try await revoke(stage, answer.text("access_token")).status == 200)
      #expect(try await introspect(stage, answer.text("access_token"))["active"] == false)
      #expect(try await introspect(stage, answer.text("refresh_token"))["active"] == true)
      let second = try await stage.token([
        "grant_type": "refresh_token", "refresh_token": answer.text("refresh_token"),
      ]).json.text("access_token")
      #expect(try await introspect(stage, second)["active"] == true)
      #expect(try await revoke(stage, answer.text("refresh_token")).status == 200)
      #expect(try await introspect(stage, second)["active"] == false)
      #expect(try await introspect(stage, answer.text("refresh_token"))["active"] == false)
    }
  }

  @Test("RFC 7009 2.2: an unknown token is 200; others' tokens and ID tokens are errors")
  func revocationErrors() async throws {
    try await Stage.open { stage in
      let answer = try await tokens(stage)
      #expect(try await revoke(stage, "bogus").status == 200)
      let foreign = try await revoke(stage, answer.text("access_token"), client: "es")
      #expect(foreign.status == 400)
      #expect(try foreign.json["error"] == "unauthorized_client")
      #expect(try await introspect(stage, answer.text("access_token"))["active"] == true)
      let idToken = try await revoke(stage, answer.text("id_token"))
      #expect(try idToken.json["error"] == "unsupported_token_type")
      let nobody = try await stage.browser.post("/revoke", [("token", "x")])
      #expect(nobody.status == 401)
    }
  }
}
