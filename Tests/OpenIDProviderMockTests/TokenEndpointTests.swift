import DocgenClocks
import DocgenHashing
import DocgenJOSE
import DocgenJSON
import DocgenTestSupport
import OpenIDProviderMock
import Testing

@Suite(.fewAtOnce) struct TokenEndpointTests {
  private func expectError(
    _ error: String, _ reply: Reply, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try expectError(error, 400, reply, sourceLocation: sourceLocation)
  }

  private func expectError(
    _ error: String, _ status: Int, _ reply: Reply,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(reply.status == status, sourceLocation: sourceLocation)
    #expect(try reply.json["error"]?.string == error, sourceLocation: sourceLocation)
    #expect(
      try reply.json["error_description"]?.string?.isEmpty == false,
      sourceLocation: sourceLocation)
    #expect(reply.header("Cache-Control") == "no-store", sourceLocation: sourceLocation)
    #expect(reply.header("Pragma") == "no-cache", sourceLocation: sourceLocation)
  }

  @Test("Core 3.1.3.3: a code for tokens")
  func success() async throws {
    try await Stage.open { stage in
      let code = try await stage.code(["nonce": "n-0", "scope": "openid email"])
      stage.clock.advance(by: .seconds(5))
      let reply = try await stage.token(["code": code])
      #expect(reply.status == 200)
      #expect(reply.header("Cache-Control") == "no-store")
      #expect(reply.header("Pragma") == "no-cache")
      #expect(reply.header("Content-Type") == "application/json")
      let answer = try reply.json
      #expect(answer["token_type"] == "Bearer")
      #expect(answer["expires_in"] == 3_600)
      #expect(answer["refresh_token"] == nil)
      #expect(answer["scope"] == "openid email")
      let token = try await stage.verified(answer.text("id_token"))
      #expect(token.claims["nonce"] == "n-0")
      #expect(token.claims["iat"]?.integer == stage.now)
      #expect(token.claims["auth_time"]?.integer == stage.now - 5)
      #expect(token.claims["groups"] == ["staff"])
      // There is an access token too, so the claims are at userinfo (Core 5.4).
      #expect(token.claims["email"] == nil)
      let hash = Digest.sha256.hash(try answer.text("access_token").utf8)
      #expect(token.claims["at_hash"]?.string == Base64URL.encode(hash.prefix(16)))
    }
  }

  @Test("Core 5.4 as Google has it: scope claims in the ID token always")
  func scopeClaims() async throws {
    try await Stage.open(["/": Stage.issuer { $0.scopeClaimsInIDToken = true }]) { stage in
      let code = try await stage.code(["scope": "openid email"])
      let answer = try await stage.token(["code": code]).json
      let claims = try await stage.verified(answer.text("id_token")).claims
      #expect(claims["email"] == "alice@example.com")
    }
  }

  @Test("without openid there is no ID token")
  func plainOAuth() async throws {
    try await Stage.open { stage in
      let answer = try await stage.token(["code": stage.code(["scope": "email"])]).json
      #expect(answer["id_token"] == nil)
      #expect(answer["access_token"] != nil)
      let empty = try await stage.token(["code": stage.code(["scope": nil])]).json
      #expect(empty["scope"] == nil)
    }
  }

  @Test("RFC 6749 2.3.1: both halves of Basic are form-decoded")
  func basic() async throws {
    try await Stage.open { stage in
      let code = try await stage.code(["client_id": "basic"])
      let right = Stage.basic("basic", "a%3Ab+c%2B%25%C3%A4")
      for headers in [
        Stage.basic("basic", "wrong"), Stage.basic("basic", ""), ["Authorization": "Basic ?"],
        ["Authorization": "Basic"], ["Authorization": "Bearer x"], Stage.basic("nobody", "s3cret"),
      ] {
        let reply = try await stage.token(["code": code], headers: headers)
        try expectError("invalid_client", 401, reply)
        #expect(reply.header("WWW-Authenticate") == "Basic realm=\"OpenID provider\"")
      }
      let reply = try await stage.token(
        ["code": code, "client_id": "basic"],
        headers: ["Authorization": right["Authorization"]!.replacing("Basic", with: "basic")])
      #expect(reply.status == 200)
    }
  }

  @Test("OpenID Connect Core 9: client_secret_post")
  func post() async throws {
    try await Stage.open { stage in
      let code = try await stage.code(["client_id": "post"])
      for (id, secret) in [("post", "wrong"), ("post", nil), ("nobody", "s3cret"), (nil, nil)] {
        let reply = try await stage.token(
          ["code": code, "client_id": id, "client_secret": secret], headers: [:])
        try expectError("invalid_client", 401, reply)
      }
      let reply = try await stage.token(
        ["code": code, "client_id": "post", "client_secret": "s3cret"], headers: [:])
      #expect(reply.status == 200)
    }
  }

  @Test("a client keeps to its registered method")
  func method() async throws {
    try await Stage.open { stage in
      let code = try await stage.code(["client_id": "post"])
      try expectError(
        "invalid_client", 401,
        await stage.token(["code": code], headers: Stage.basic("post", "s3cret")))
      // A confidential client doesn't become a public one by omitting its secret.
      let web = try await stage.code()
      try expectError(
        "invalid_client", 401, await stage.token(["code": web, "client_id": "web"], headers: [:]))
    }
  }

  @Test("RFC 6749 2.3: two methods at once, or two clients")
  func twoMethods() async throws {
    try await Stage.open { stage in
      let code = try await stage.code()
      try expectError(
        "invalid_request",
        await stage.token(["code": code, "client_id": "web", "client_secret": "s3cret"]))
      try expectError("invalid_request", await stage.token(["code": code, "client_id": "es"]))
      #expect(try await stage.token(["code": code, "client_id": "web"]).status == 200)
    }
  }

  @Test("RFC 6749 5.2: the grant type is missing, unknown or not the client's")
  func grantType() async throws {
    try await Stage.open { stage in
      try expectError("invalid_request", await stage.token(["grant_type": nil, "code": "x"]))
      for type in ["implicit", "telepathy", "authorization_code "] {
        try expectError("unsupported_grant_type", await stage.token(["grant_type": .some(type)]))
      }
      let reply = try await stage.token(
        ["grant_type": "refresh_token", "refresh_token": "x"],
        headers: Stage.basic("basic", "a%3Ab+c%2B%25%C3%A4"))
      try expectError("unauthorized_client", reply)
    }
  }

  @Test("RFC 6749 5.2: malformed requests")
  func malformed() async throws {
    try await Stage.open { stage in
      try expectError("invalid_request", await stage.token([:]))
      try expectError("invalid_request", await stage.token(["code": ""]))
      let repeated = try await stage.browser.post(
        "/token", [("grant_type", "authorization_code"), ("code", "a"), ("code", "b")],
        headers: Stage.basic("web", "s3cret"))
      try expectError("invalid_request", repeated)
      var headers = Stage.basic("web", "s3cret")
      headers["Content-Type"] = "application/json"
      try expectError("invalid_request", await stage.token(["code": "x"], headers: headers))
      headers["Content-Type"] = "application/x-www-form-urlencoded; charset=utf-8"
      try expectError("invalid_grant", await stage.token(["code": "x"], headers: headers))
    }
  }

  @Test("RFC 6749 4.1.3: a code that is unknown, expired or another client's")
  func invalidCode() async throws {
    try await Stage.open { stage in
      try expectError("invalid_grant", await stage.token(["code": "unknown"]))
      let late = try await stage.code()
      stage.clock.advance(by: .seconds(59))
      let inTime = try await stage.code()
      stage.clock.advance(by: .seconds(1))
      try expectError("invalid_grant", await stage.token(["code": late]))
      try expectError("invalid_grant", await stage.token(["code": inTime], client: "es"))
      // Another client's attempt doesn't use up the code.
      #expect(try await stage.token(["code": inTime]).status == 200)
    }
  }

  @Test("RFC 6749 4.1.3: the redirect URI must be the one of the request")
  func redirectURI() async throws {
    try await Stage.open { stage in
      let code = try await stage.code()
      for uri in [nil, "https://app.example/other", Stage.redirectURI + "?a=b"] {
        try expectError("invalid_grant", await stage.token(["code": code, "redirect_uri": uri]))
      }
    }
  }

  @Test("RFC 7636 4.6: the verifier must belong to the challenge")
  func verifier() async throws {
    try await Stage.open { stage in
      let code = try await stage.code([
        "code_challenge": Stage.challenge, "code_challenge_method": "S256",
      ])
      for verifier in [nil, "wrong", Stage.challenge, Stage.verifier + "x"] {
        try expectError(
          "invalid_grant", await stage.token(["code": code, "code_verifier": verifier]))
      }
      let right = try await stage.token(["code": code, "code_verifier": Stage.verifier])
      #expect(right.status == 200)
    }
  }

  @Test("RFC 9700 4.8: a verifier for a code without a challenge is a downgrade")
  func downgrade() async throws {
    try await Stage.open { stage in
      let code = try await stage.code()
      try expectError(
        "invalid_grant", await stage.token(["code": code, "code_verifier": Stage.verifier]))
    }
  }

  @Test("a public client redeems with PKCE alone")
  func publicClient() async throws {
    try await Stage.open { stage in
      let uri = "http://127.0.0.1:4711/cb"
      let code = try await stage.code([
        "client_id": "native", "redirect_uri": .some(uri), "code_challenge": Stage.challenge,
        "code_challenge_method": "S256",
      ])
      let reply = try await stage.token(
        [
          "code": code, "redirect_uri": uri, "client_id": "native",
          "code_verifier": Stage.verifier,
        ], headers: [:])
      #expect(reply.status == 200)
    }
  }

  @Test("RFC 6749 4.1.2: a code used twice takes back what it gave")
  func codeReuse() async throws {
    try await Stage.open { stage in
      let code = try await stage.code(["scope": "openid offline_access"])
      let answer = try await stage.token(["code": code]).json
      let access = try answer.text("access_token")
      #expect(
        try await stage.browser.get("/userinfo", headers: Stage.bearer(access)).status == 200)
      try expectError("invalid_grant", await stage.token(["code": code]))
      #expect(
        try await stage.browser.get("/userinfo", headers: Stage.bearer(access)).status == 401)
      let refresh = try await stage.token([
        "grant_type": "refresh_token", "refresh_token": answer.text("refresh_token"),
      ])
      try expectError("invalid_grant", refresh)
    }
  }
}
