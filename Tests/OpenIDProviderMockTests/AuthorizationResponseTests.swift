import DocgenClocks
import DocgenHashing
import DocgenJOSE
import DocgenJSON
import DocgenTestSupport
import OpenIDProviderMock
import Testing

@Suite(.fewAtOnce) struct AuthorizationResponseTests {
  @Test("Core 3.1.2.5: a code in the query, with state as it came and iss (RFC 9207 2)")
  func code() async throws {
    try await Stage.open { stage in
      for post in [false, true] {
        let reply = try await stage.authorize(post: post)
        #expect(reply.status == (post ? 303 : 302))
        #expect(reply.target == Stage.redirectURI)
        #expect(Set(reply.query.keys) == ["code", "state", "iss"])
        #expect(reply.query["state"] == "xyz & 1")
        #expect(reply.query["iss"] == stage.provider.issuer())
        #expect(reply.header("Cache-Control") == "no-store")
        // 128 bits are 22 characters of base64url (RFC 6749 10.10).
        #expect((reply.query["code"] ?? "").count >= 22)
      }
    }
  }

  @Test("no state, no state")
  func withoutState() async throws {
    try await Stage.open { stage in
      let reply = try await stage.authorize(["state": nil])
      #expect(Set(reply.query.keys) == ["code", "iss"])
    }
  }

  @Test("RFC 6749 3.1.2: a query of the redirect URI stays")
  func redirectURIWithQuery() async throws {
    try await Stage.open { stage in
      let reply = try await stage.authorize(["redirect_uri": Stage.redirectURI + "?a=b"])
      #expect(reply.query["a"] == "b")
      #expect(reply.query["code"] != nil)
    }
  }

  @Test("MRT 2.1: response_mode=fragment for a code")
  func codeInFragment() async throws {
    try await Stage.open { stage in
      let reply = try await stage.authorize(["response_mode": "fragment"])
      #expect(reply.query.isEmpty)
      #expect(reply.fragment["code"] != nil)
    }
  }

  @Test("Core 3.2.2.5: id_token alone, with the claims of its scopes (5.4)")
  func idToken() async throws {
    try await Stage.open { stage in
      let reply = try await stage.authorize([
        "response_type": "id_token", "nonce": "n-1", "scope": "openid email",
      ])
      #expect(Set(reply.fragment.keys) == ["id_token", "state", "iss"])
      let token = try await stage.verified(reply.fragment["id_token"])
      #expect(token.claims["iss"]?.string == stage.provider.issuer())
      #expect(token.claims["aud"] == "web")
      #expect(token.claims["sub"] == "a-1")
      #expect(token.claims["nonce"] == "n-1")
      #expect(token.claims["iat"]?.integer == stage.now)
      #expect(token.claims["exp"]?.integer == stage.now + 3_600)
      #expect(token.claims["auth_time"]?.integer == stage.now)
      #expect(token.claims["email"] == "alice@example.com")
      #expect(token.claims["phone_number"] == nil)
      #expect(token.claims["at_hash"] == nil)
      #expect(token.header["alg"] == "RS256")
      #expect(token.header["typ"] == "JWT")
      #expect(token.keyID != nil)
    }
  }

  @Test("Core 3.2.2.9: id_token token, in either order, with at_hash")
  func idTokenAndToken() async throws {
    try await Stage.open { stage in
      for type in ["id_token token", "token id_token"] {
        let reply = try await stage.authorize(["response_type": .some(type), "nonce": "n"])
        #expect(reply.fragment["token_type"] == "Bearer")
        #expect(reply.fragment["expires_in"] == "3600")
        #expect(reply.fragment["refresh_token"] == nil)
        let access = try reply.fragment["access_token"].orThrow()
        let token = try await stage.verified(reply.fragment["id_token"])
        let hash = Digest.sha256.hash(access.utf8)
        #expect(token.claims["at_hash"]?.string == Base64URL.encode(hash.prefix(16)))
        let info = try await stage.browser.get("/userinfo", headers: Stage.bearer(access))
        #expect(info.status == 200)
      }
    }
  }

  @Test(
    "Core 3.3.2.11: hybrid responses, with a hash for what comes along",
    arguments: ["code id_token", "code token", "code id_token token"])
  func hybrid(type: String) async throws {
    try await Stage.open { stage in
      let reply = try await stage.authorize(["response_type": type, "nonce": "n"])
      let code = try reply.fragment["code"].orThrow()
      let words = type.split(separator: " ")
      #expect((reply.fragment["access_token"] != nil) == words.contains("token"))
      #expect((reply.fragment["id_token"] != nil) == words.contains("id_token"))
      if words.contains("id_token") {
        let token = try await stage.verified(reply.fragment["id_token"])
        let hash = Digest.sha256.hash(code.utf8)
        #expect(token.claims["c_hash"]?.string == Base64URL.encode(hash.prefix(16)))
        #expect((token.claims["at_hash"] != nil) == words.contains("token"))
      }
      #expect(try await stage.token(["code": code]).status == 200)
    }
  }

  @Test("RFC 6749 4.2.2: token alone needs no nonce")
  func token() async throws {
    try await Stage.open { stage in
      let reply = try await stage.authorize(["response_type": "token", "scope": "email"])
      #expect(reply.fragment["access_token"] != nil)
      #expect(reply.fragment["id_token"] == nil)
      #expect(reply.fragment["scope"] == "email")
    }
  }

  @Test("Dynamic Registration 2: id_token_signed_response_alg ES256")
  func es256() async throws {
    try await Stage.open { stage in
      let reply = try await stage.authorize([
        "client_id": "es", "response_type": "id_token", "nonce": "n",
      ])
      let token = try await stage.verified(reply.fragment["id_token"])
      #expect(token.algorithm == "ES256")
      #expect(token.signature.count == 64)
      #expect(token.claims["aud"] == "es")
    }
  }

  @Test("Core 5.5: the claims parameter puts single claims into the ID token")
  func claims() async throws {
    try await Stage.open { stage in
      let reply = try await stage.authorize([
        "response_type": "id_token token", "nonce": "n",
        "claims": #"{"id_token":{"email":null,"iss":null},"userinfo":{"name":{"essential":true}}}"#,
      ])
      let token = try await stage.verified(reply.fragment["id_token"])
      #expect(token.claims["email"] == "alice@example.com")
      #expect(token.claims["name"] == nil)
      #expect(token.claims["iss"]?.string == stage.provider.issuer())
      let info = try await stage.browser.get(
        "/userinfo", headers: Stage.bearer(reply.fragment["access_token"].orThrow()))
      #expect(try info.json["name"] == "Alice")
      #expect(try info.json["email"] == nil)
    }
  }

  @Test("queued users come in the order of the queue, then the first user again")
  func queue() async throws {
    try await Stage.open { stage in
      try await stage.provider.queue(.approve(username: "bob"))
      var subjects: [String?] = []
      for _ in 0..<2 {
        let reply = try await stage.authorize(["response_type": "id_token", "nonce": "n"])
        subjects.append(
          try await stage.verified(reply.fragment["id_token"]).claims["sub"]?.string)
      }
      #expect(subjects == ["bob", "a-1"])
      await #expect(throws: ProviderError.unknownUser("eve")) {
        try await stage.provider.queue(.approve(username: "eve"))
      }
      await #expect(throws: ProviderError.unknownIssuer("/x")) {
        try await stage.provider.queue(.deny, issuer: "/x")
      }
    }
  }

  @Test("Core 3.1.2.1: an id_token_hint for another user gives login_required")
  func hint() async throws {
    try await Stage.open { stage in
      let first = try await stage.authorize(["response_type": "id_token", "nonce": "n"])
      let hint = try first.fragment["id_token"].orThrow()
      stage.clock.advance(by: .seconds(100_000))
      let same = try await stage.authorize(["id_token_hint": hint, "prompt": "none"])
      #expect(same.query["code"] != nil)
      try await stage.provider.queue(.approve(username: "bob"))
      let other = try await stage.authorize(["id_token_hint": hint])
      #expect(other.query["error"] == "login_required")
    }
  }

  @Test("awkward codes and tokens survive a client that encodes them, and only that one")
  func awkwardValues() async throws {
    try await Stage.open(["/": Stage.issuer { $0.valueStyle = .awkward }]) { stage in
      let code = try await stage.code(["access_type": "offline"])
      #expect(code.hasPrefix("+/=&%"))
      let answer = try await stage.token(["code": code]).json
      let refresh = try answer.text("refresh_token")
      #expect(refresh.hasPrefix("+/=&%"))
      let refreshed = try await stage.token([
        "grant_type": "refresh_token", "refresh_token": .some(refresh),
      ])
      #expect(refreshed.status == 200)
    }
  }

  @Test("a parameter is changed in a form that posts itself, and after a slow user's thought")
  func memberFaults() async throws {
    try await Stage.open { stage in
      try await stage.provider.inject(.wrongState, into: .authorization)
      let page = try await stage.authorize(["response_mode": "form_post"])
      #expect(page.field("state") == "another-state")
      try await stage.provider.queue(.slow(seconds: 5, then: .approve(username: "bob")))
      try await stage.provider.inject(.wrongState, into: .authorization)
      async let slow = stage.authorize()
      while stage.clock.sleeperCount == 0 { await Task.yield() }
      stage.clock.advance(by: .seconds(5))
      let reply = try await slow
      #expect(reply.query["state"] == "another-state")
      #expect(await stage.provider.requests.last?.faults == ["member state"])
    }
  }

  @Test("Multiple Response Types 4: none gives no more than the state, and stands alone")
  func nothing() async throws {
    try await Stage.open { stage in
      let reply = try await stage.authorize(["response_type": "none"])
      #expect(reply.query == ["state": "xyz & 1", "iss": stage.provider.issuer()])
      let mixed = try await stage.authorize(["response_type": "none code"])
      #expect(mixed.query["error"] == "unsupported_response_type")
      try await stage.provider.queue(.deny)
      let denied = try await stage.authorize(["response_type": "none"])
      #expect(denied.query["error"] == "access_denied")
    }
  }
}
