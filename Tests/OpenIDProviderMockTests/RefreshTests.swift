import DocgenClocks
import DocgenJOSE
import DocgenJSON
import DocgenTestSupport
import OpenIDProviderMock
import Testing

@Suite(.fewAtOnce) struct RefreshTests {
  private func refresh(
    _ stage: Stage, _ token: String, _ scope: String? = nil, client: String = "web"
  ) async throws -> Reply {
    try await stage.token(
      ["grant_type": "refresh_token", "refresh_token": token, "scope": scope, "redirect_uri": nil],
      client: client)
  }

  private func refreshToken(_ stage: Stage, scope: String = "openid email offline_access")
    async throws -> String
  {
    let code = try await stage.code(["scope": scope, "nonce": "n-0"])
    return try await stage.token(["code": code]).json.text("refresh_token")
  }

  @Test("Core 11 and Google's access_type: when a refresh token is given")
  func offline() async throws {
    try await Stage.open { stage in
      for changes: KeyValuePairs<String, String?> in [
        ["scope": "openid offline_access"], ["access_type": "offline"],
      ] {
        let answer = try await stage.token(["code": stage.code(changes)]).json
        #expect(answer["refresh_token"] != nil)
      }
      // A client that isn't registered for refresh tokens gets none.
      let code = try await stage.code(["client_id": "basic", "access_type": "offline"])
      let answer = try await stage.token(
        ["code": code], headers: Stage.basic("basic", "a%3Ab+c%2B%25%C3%A4")
      ).json
      #expect(answer["access_token"] != nil)
      #expect(answer["refresh_token"] == nil)
    }
  }

  @Test("Core 12.2: the new ID token keeps iss, sub, aud and auth_time, and drops the nonce")
  func idToken() async throws {
    try await Stage.open { stage in
      let token = try await refreshToken(stage)
      let start = stage.now
      stage.clock.advance(by: .seconds(10_000))
      let answer = try await refresh(stage, token).json
      let claims = try await stage.verified(answer.text("id_token")).claims
      #expect(claims["iss"]?.string == stage.provider.issuer())
      #expect(claims["sub"] == "a-1")
      #expect(claims["aud"] == "web")
      #expect(claims["auth_time"]?.integer == start)
      #expect(claims["iat"]?.integer == stage.now)
      #expect(claims["nonce"] == nil)
      let info = try await stage.browser.get(
        "/userinfo", headers: Stage.bearer(answer.text("access_token")))
      #expect(try info.json["email"] == "alice@example.com")
    }
  }

  @Test("rotation is off: the token stays good, for Sync Gateway never passes a new one on")
  func rotationOff() async throws {
    try await Stage.open { stage in
      let token = try await refreshToken(stage)
      for _ in 0..<3 {
        let reply = try await refresh(stage, token)
        #expect(reply.status == 200)
        #expect(try reply.json["refresh_token"] == nil)
      }
    }
  }

  @Test("RFC 6749 6: unknown, expired, missing and other clients' refresh tokens")
  func invalid() async throws {
    try await Stage.open { stage in
      let token = try await refreshToken(stage)
      #expect(try await refresh(stage, "bogus").json["error"] == "invalid_grant")
      #expect(try await refresh(stage, token, client: "es").json["error"] == "invalid_grant")
      #expect(try await refresh(stage, "").json["error"] == "invalid_request")
      stage.clock.advance(by: .seconds(2_592_000))
      let late = try await refresh(stage, token)
      #expect(late.status == 400)
      #expect(try late.json["error"] == "invalid_grant")
    }
  }

  @Test("RFC 6749 6: scopes may become fewer, for that access token only, but not more")
  func scopes() async throws {
    try await Stage.open { stage in
      let token = try await refreshToken(stage)
      #expect(try await refresh(stage, token, "openid phone").json["error"] == "invalid_scope")
      let fewer = try await refresh(stage, token, "openid").json
      #expect(fewer["scope"] == "openid")
      let info = try await stage.browser.get(
        "/userinfo", headers: Stage.bearer(fewer.text("access_token")))
      #expect(try info.json["email"] == nil)
      #expect(try await refresh(stage, token).json["scope"] == "openid email offline_access")
      let withoutOpenID = try await refresh(stage, token, "email").json
      #expect(withoutOpenID["id_token"] == nil)
    }
  }

  private func rotating(
    _ rotation: IssuerConfiguration.RefreshTokenRotation, grace: Int = 0
  ) -> [String: IssuerConfiguration] {
    [
      "/": Stage.issuer {
        $0.refreshTokenRotation = rotation
        $0.refreshTokenGrace = grace
      }
    ]
  }

  @Test("RFC 9700 4.14.2: rotation replaces the token, the old one is refused")
  func rotation() async throws {
    try await Stage.open(rotating(.always)) { stage in
      let first = try await refreshToken(stage)
      let second = try await refresh(stage, first).json.text("refresh_token")
      #expect(second != first)
      for (token, isActive) in [(first, false), (second, true)] {
        let reply = try await stage.browser.post(
          "/introspect", [("token", token)], headers: Stage.basic("web", "s3cret"))
        #expect(try reply.json["active"]?.bool == isActive)
      }
      #expect(try await refresh(stage, first).json["error"] == "invalid_grant")
      #expect(try await refresh(stage, second).status == 200)
    }
  }

  @Test("RFC 9700 4.14.2: reuse detected ends the whole family")
  func reuseDetection() async throws {
    try await Stage.open(rotating(.reuseDetection)) { stage in
      let first = try await refreshToken(stage)
      let answer = try await refresh(stage, first).json
      #expect(try await refresh(stage, first).json["error"] == "invalid_grant")
      let second = try await refresh(stage, answer.text("refresh_token"))
      #expect(try second.json["error"] == "invalid_grant")
      let info = try await stage.browser.get(
        "/userinfo", headers: Stage.bearer(answer.text("access_token")))
      #expect(info.status == 401)
    }
  }

  @Test("a grace lets a client whose answer got lost try again")
  func grace() async throws {
    try await Stage.open(rotating(.reuseDetection, grace: 10)) { stage in
      let first = try await refreshToken(stage)
      #expect(try await refresh(stage, first).status == 200)
      stage.clock.advance(by: .seconds(9))
      let again = try await refresh(stage, first)
      #expect(again.status == 200)
      stage.clock.advance(by: .seconds(1))
      #expect(try await refresh(stage, first).status == 400)
      // Reuse after the grace period counts as theft, which revokes all tokens.
      let newest = try await refresh(stage, again.json.text("refresh_token"))
      #expect(newest.status == 400)
    }
  }
}
