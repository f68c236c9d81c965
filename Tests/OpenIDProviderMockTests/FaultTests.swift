import DocgenClocks
import DocgenJOSE
import DocgenJSON
import DocgenTestSupport
import OpenIDProviderMock
import Testing

@Suite(.fewAtOnce) struct FaultTests {
  private func idToken(_ stage: Stage) async throws -> JSONWebToken {
    let reply = try await stage.authorize(["response_type": "code id_token token", "nonce": "n"])
    return try JSONWebToken(decoding: reply.fragment["id_token"].orThrow())
  }

  @Test("each wrong token is wrong once, in its own way", arguments: IDTokenFault.allCases)
  func idTokenFault(fault: IDTokenFault) async throws {
    try await Stage.open { stage in
      let right = try await idToken(stage)
      let keys = try await JSONWebKeySet(json: stage.browser.get("/jwks").json)
      try await stage.provider.inject(fault)
      if fault == .invalidIssuerAfterRefresh || fault == .invalidSubjectAfterRefresh { return }
      let wrong = try await idToken(stage)
      switch fault {
      case .invalidSignature:
        #expect(throws: JOSEError.signatureMismatch) {
          try wrong.verify(with: keys, allowing: [.rs256])
        }
      case .symmetricSignature, .unsigned, .unknownKeyID:
        #expect(throws: JOSEError.self) { try wrong.verify(with: keys, allowing: [.rs256]) }
      default:
        try wrong.verify(with: keys, allowing: [.rs256])
      }
      let names = Set(right.claims.keys + wrong.claims.keys)
      let differing = names.filter { name in
        // Codes and tokens differ each time, and so do the correct hashes of them.
        ["at_hash", "c_hash"].contains(name)
          ? wrong.claims[name] == nil || wrong.claims[name] == "AAAAAAAAAAAAAAAAAAAAAA"
          : right.claims[name] != wrong.claims[name]
      }
      let expected: [IDTokenFault: Set<String>] = [
        .invalidIssuer: ["iss"], .invalidAudience: ["aud"], .missingAudience: ["aud"],
        .missingSubject: ["sub"], .missingIssuedAt: ["iat"], .invalidNonce: ["nonce"],
        .missingNonce: ["nonce"],
        .invalidAccessTokenHash: ["at_hash"], .missingAccessTokenHash: ["at_hash"],
        .invalidCodeHash: ["c_hash"], .missingCodeHash: ["c_hash"], .expired: ["iat", "exp"],
        .notYetValid: ["iat", "exp", "nbf"],
      ]
      #expect(differing == expected[fault] ?? [])
      #expect((wrong.keyID == nil) == (fault == .missingKeyID))
      #expect(await stage.provider.requests.flatMap(\.faults) == [fault.rawValue])
      let next = try await idToken(stage)
      try next.verify(with: keys, allowing: [.rs256])
      #expect(next.claims["iss"] == right.claims["iss"])
    }
  }

  @Test("refresh-invalid-iss and refresh-invalid-sub wait for a refreshed token")
  func refreshFaults() async throws {
    try await Stage.open { stage in
      try await stage.provider.inject(.invalidIssuerAfterRefresh, .invalidSubjectAfterRefresh)
      let answer = try await stage.token(["code": stage.code(["access_type": "offline"])]).json
      let first = try JSONWebToken(decoding: answer.text("id_token"))
      #expect(first.claims["sub"] == "a-1")
      var tokens: [JSONWebToken] = []
      for _ in 0..<3 {
        let refreshed = try await stage.token([
          "grant_type": "refresh_token", "refresh_token": answer.text("refresh_token"),
        ]).json
        tokens.append(try JSONWebToken(decoding: refreshed.text("id_token")))
      }
      #expect(tokens.map { $0.claims["iss"] == first.claims["iss"] } == [false, true, true])
      #expect(tokens.map { $0.claims["sub"] == "a-1" } == [true, false, true])
    }
  }

  @Test("members of an answer change or vanish")
  func members() async throws {
    try await Stage.open { stage in
      let provider = stage.provider
      try await provider.inject(.member("issuer", "https://other.example"), into: .discovery)
      let path = "/.well-known/openid-configuration"
      #expect(try await stage.browser.get(path).json["issuer"] == "https://other.example")
      #expect(try await stage.browser.get(path).json["issuer"]?.string == provider.issuer())

      try await provider.inject(.member("token_type", nil), into: .token)
      let untyped = try await stage.token(["code": stage.code()]).json
      #expect(untyped["token_type"] == nil)
      try await provider.inject(.member("expires_in", "3600"), into: .token)
      #expect(try await stage.token(["code": stage.code()]).json["expires_in"] == "3600")

      try await provider.inject(.member("sub", "mallory"), into: .userInfo, times: 2)
      let access = try untyped.text("access_token")
      for subject in ["mallory", "mallory", "a-1"] {
        let info = try await stage.browser.get("/userinfo", headers: Stage.bearer(access))
        #expect(try info.json["sub"]?.string == subject)
      }
    }
  }

  @Test("a wrong state, a wrong iss (RFC 9207) in a redirect")
  func redirect() async throws {
    try await Stage.open { stage in
      try await stage.provider.inject(.member("state", "other & more"), into: .authorization)
      try await stage.provider.inject(.member("iss", nil), into: .authorization)
      let state = try await stage.authorize()
      #expect(state.query["state"] == "other & more")
      #expect(state.query["iss"] == stage.provider.issuer())
      let iss = try await stage.authorize(["response_type": "token"])
      #expect(iss.fragment["iss"] == nil)
      #expect(iss.fragment["state"] == "xyz & 1")
      #expect(iss.target == Stage.redirectURI)
    }
  }

  @Test("status, body and content type")
  func answers() async throws {
    try await Stage.open { stage in
      let provider = stage.provider
      try await provider.inject(.status(503), into: .keys)
      try await provider.inject(.truncated, into: .keys)
      try await provider.inject(.contentType("text/html"), into: .keys)
      try await provider.inject(
        .replaced(status: 200, contentType: "text/plain", body: "hello"), into: .keys)
      let replies = try await [
        stage.browser.get("/jwks"), stage.browser.get("/jwks"), stage.browser.get("/jwks"),
        stage.browser.get("/jwks"), stage.browser.get("/jwks"),
      ]
      #expect(replies.map(\.status) == [503, 200, 200, 200, 200])
      #expect(replies[1].body == replies[4].body.prefix(replies[4].body.count / 2))
      #expect(replies[2].header("Content-Type") == "text/html")
      #expect(replies[3].body == "hello")
      let faults = await provider.requests.map(\.faults)
      #expect(
        faults == [["status 503"], ["truncated"], ["content-type"], ["replaced"], []])
    }
  }

  @Test("an answer lost after the code was used up leaves the code used up")
  func lostAnswer() async throws {
    try await Stage.open { stage in
      let code = try await stage.code()
      try await stage.provider.inject(
        .replaced(status: 500, contentType: "text/plain", body: ""), into: .token)
      #expect(try await stage.token(["code": code]).status == 500)
      #expect(try await stage.token(["code": code]).json["error"] == "invalid_grant")
    }
  }

  @Test("a delay is one of the injected clock")
  func delay() async throws {
    try await Stage.open { stage in
      try await stage.provider.inject(.delay(seconds: 30), into: .keys)
      async let reply = stage.browser.get("/jwks")
      while stage.clock.sleeperCount == 0 { await Task.yield() }
      // Other requests are served meanwhile.
      #expect(try await stage.authorize().query["code"] != nil)
      stage.clock.advance(by: .seconds(30))
      #expect(try await reply.status == 200)
    }
  }
}
