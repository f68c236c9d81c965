import DocgenClocks
import DocgenJOSE
import DocgenJSON
import DocgenTestSupport
import OpenIDProviderMock
import Testing

/// Access tokens in the form of RFC 9068, and tokens that tests create without a login.
@Suite(.fewAtOnce) struct AccessTokenTests {
  private static let jwt = ["/": Stage.issuer { $0.accessTokenFormat = .jwt }]

  @Test("RFC 9068 2.1 and 2.2: the header's type and the required claims")
  func claims() async throws {
    try await Stage.open(Self.jwt) { stage in
      let answer = try await stage.token(["code": stage.code(["scope": "openid email"])]).json
      let token = try await stage.verified(answer.text("access_token"))
      #expect(token.header["typ"] == "at+jwt")
      #expect(token.algorithm == "RS256")
      #expect(token.claims["iss"]?.string == stage.provider.issuer())
      #expect(token.claims["sub"] == "a-1")
      #expect(token.claims["aud"]?.string == stage.provider.issuer())
      #expect(token.claims["client_id"] == "web")
      #expect(token.claims["scope"] == "openid email")
      #expect(token.claims["iat"]?.integer == stage.now)
      #expect(token.claims["exp"]?.integer == stage.now + 3_600)
      #expect(token.claims["auth_time"]?.integer == stage.now)
      #expect(token.claims["jti"]?.string?.isEmpty == false)
      #expect(token.claims["email"] == nil)
      #expect(token.claims["groups"] == ["staff"])
      let id = try await stage.verified(answer.text("id_token"))
      #expect(id.header["typ"] == "JWT")
      #expect(id.claims["at_hash"] != nil)
    }
  }

  @Test("userinfo, introspection and revocation know them (RFC 9068 4, RFC 7662, RFC 7009)")
  func use() async throws {
    try await Stage.open(Self.jwt) { stage in
      let access = try await stage.token(["code": stage.code()]).json.text("access_token")
      var statuses: [Int] = []
      func ask() async throws {
        statuses.append(
          try await stage.browser.get("/userinfo", headers: Stage.bearer(access)).status)
      }
      try await ask()
      let live = try await stage.browser.post(
        "/introspect", [("token", access)], headers: Stage.basic("web", "s3cret"))
      try #expect(live.json["active"] == true)
      let revoked = try await stage.browser.post(
        "/revoke", [("token", access)], headers: Stage.basic("web", "s3cret"))
      #expect(revoked.status == 200)
      try await ask()
      #expect(statuses == [200, 401])
    }
  }

  @Test("RFC 8707 2: the resources of the request are the audience")
  func resources() async throws {
    try await Stage.open(Self.jwt) { stage in
      let parameters: [(String, String)] = [
        ("client_id", "web"), ("redirect_uri", Stage.redirectURI), ("response_type", "code"),
        ("scope", "openid"), ("resource", "https://a.example"), ("resource", "https://b.example"),
      ]
      let code = try await stage.browser.get("/authorize", parameters).query["code"].orThrow()
      let refused = try await stage.token(["code": code, "resource": "https://c.example"])
      #expect(refused.status == 400)
      try #expect(refused.json["error"] == "invalid_target")
      let again = try await stage.browser.get("/authorize", parameters).query["code"].orThrow()
      let answer = try await stage.token(["code": again]).json
      let token = try await stage.verified(answer.text("access_token"))
      #expect(token.claims["aud"] == ["https://a.example", "https://b.example"])
      let malformed = try await stage.authorize(["resource": "/relative"])
      #expect(malformed.query["error"] == "invalid_target")
    }
  }

  @Test("RFC 9068 2.2: a client that acts for itself is its own subject")
  func clientCredentials() async throws {
    try await Stage.open(Self.jwt) { stage in
      let answer = try await stage.token(
        ["grant_type": "client_credentials", "redirect_uri": nil], client: "robot"
      ).json
      let token = try await stage.verified(answer.text("access_token"))
      #expect(token.claims["sub"] == "robot")
      #expect(token.claims["auth_time"] == nil)
    }
  }

  @Test("the form, lifetimes, audiences and claims of one client")
  func client() async throws {
    let issuer = Stage.issuer {
      $0.clients[0].accessTokenFormat = .jwt
      $0.clients[0].lifetimes = Lifetimes(accessToken: 30, idToken: 40)
      $0.clients[0].additionalAudiences = ["api"]
      $0.clients[0].claims = ["tenant": "t1"]
      $0.accessTokenAudience = "https://api.example"
    }
    try await Stage.open(["/": issuer]) { stage in
      let answer = try await stage.token(["code": stage.code()]).json
      #expect(answer["expires_in"] == 30)
      let access = try await stage.verified(answer.text("access_token"))
      #expect(access.claims["exp"]?.integer == stage.now + 30)
      #expect(access.claims["aud"] == "https://api.example")
      #expect(access.claims["tenant"] == "t1")
      let id = try await stage.verified(answer.text("id_token"))
      #expect(id.claims["exp"]?.integer == stage.now + 40)
      #expect(id.claims["aud"] == ["web", "api"])
      #expect(id.claims["azp"] == "web")
      #expect(id.claims["tenant"] == "t1")
      // Another client has the issuer's default.
      let other = try await stage.token(
        [
          "code": stage.code(["client_id": "post"]), "client_id": "post", "client_secret": "s3cret",
        ],
        headers: [:]
      ).json
      #expect(other["expires_in"] == 3_600)
      #expect(throws: JOSEError.self) {
        try JSONWebToken(decoding: other.text("access_token"))
      }
    }
  }

  @Test("clock skew moves iat and exp, and nothing else")
  func skew() async throws {
    try await Stage.open(Self.jwt) { stage in
      try await stage.provider.configure { $0.clockSkew = -300 }
      let code = try await stage.code()
      stage.clock.advance(by: .seconds(59))
      let answer = try await stage.token(["code": code]).json
      for name in ["id_token", "access_token"] {
        let claims = try await stage.verified(answer.text(name)).claims
        #expect(claims["iat"]?.integer == stage.now - 300)
        #expect(claims["exp"]?.integer == stage.now + 3_300)
        #expect(claims["auth_time"]?.integer == stage.now - 59)
      }
      let late = try await stage.code()
      stage.clock.advance(by: .seconds(60))
      #expect(try await stage.token(["code": late]).status == 400)
    }
  }

  @Test("tokens made by hand: any claim, any lifetime, and their end")
  func minting() async throws {
    try await Stage.open { stage in
      let provider = stage.provider
      let foreign = try await provider.idToken(
        for: "alice", client: "web", claims: ["iss": "https://other.example"], lifetime: 5)
      let claims = try await stage.verified(foreign).claims
      #expect(claims["iss"] == "https://other.example")
      #expect(claims["exp"]?.integer == stage.now + 5)
      let access = try await provider.accessToken(
        for: "bob", client: "web", scopes: ["openid", "email"], claims: ["role": "x"], lifetime: 9)
      func info() async throws -> Reply {
        try await stage.browser.get("/userinfo", headers: Stage.bearer(access))
      }
      let told = try await info().json
      #expect(told == ["sub": "bob", "email": "bob@example.com", "role": "x"])
      stage.clock.advance(by: .seconds(9))
      #expect(try await info().status == 401)
      let second = try await provider.accessToken(for: nil, client: "robot", scopes: ["read"])
      let live = try await stage.browser.post(
        "/introspect", [("token", second)], headers: Stage.basic("web", "s3cret"))
      try #expect(live.json["active"] == true)
      try await provider.revoke(second)
      let dead = try await stage.browser.post(
        "/introspect", [("token", second)], headers: Stage.basic("web", "s3cret"))
      try #expect(dead.json == ["active": false])
    }
  }
}
