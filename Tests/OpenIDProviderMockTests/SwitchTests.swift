import DocgenClocks
import DocgenJOSE
import DocgenJSON
import DocgenTestSupport
import OpenIDProviderMock
import Testing

/// The switches that make an issuer stricter, less strict, or like an older one.
@Suite(.fewAtOnce) struct SwitchTests {
  private func hasRefreshToken(
    _ stage: Stage, _ changes: KeyValuePairs<String, String?>
  ) async throws -> Bool {
    try await stage.token(["code": stage.code(changes)]).json["refresh_token"] != nil
  }

  @Test("Core 11: offline_access needs prompt=consent, or is ignored")
  func offlineAccess() async throws {
    let issuer = Stage.issuer { $0.offlineAccess = .scopeWithConsent }
    try await Stage.open(["/": issuer]) { stage in
      let unasked = try await hasRefreshToken(stage, ["scope": "openid offline_access"])
      let foreign = try await hasRefreshToken(stage, ["access_type": "offline"])
      let asked: KeyValuePairs<String, String?> = [
        "scope": "openid offline_access", "prompt": "consent",
      ]
      let consented = try await hasRefreshToken(stage, asked)
      #expect([unasked, foreign, consented] == [false, false, true])
    }
  }

  @Test("Core 11: offline_access without prompt=consent, refused")
  func offlineAccessRefused() async throws {
    let issuer = Stage.issuer { $0.offlineAccess = .scopeWithConsentOrError }
    try await Stage.open(["/": issuer]) { stage in
      let reply = try await stage.authorize(["scope": "openid offline_access"])
      #expect(reply.query["error"] == "invalid_request")
      #expect(reply.query["state"] == "xyz & 1")
    }
  }

  @Test("RFC 7636 4.2: a plain challenge where it is allowed, with its own verifier")
  func plainPKCE() async throws {
    try await Stage.open(["/": Stage.issuer { $0.allowsPlainPKCE = true }]) { stage in
      for method in ["plain", nil] {
        let changes: KeyValuePairs<String, String?> = [
          "code_challenge": Stage.verifier, "code_challenge_method": method,
        ]
        let wrong = try await stage.token([
          "code": stage.code(changes), "code_verifier": Stage.challenge,
        ])
        try #expect(wrong.json["error"] == "invalid_grant")
        let right = try await stage.token([
          "code": stage.code(changes), "code_verifier": Stage.verifier,
        ])
        #expect(right.status == 200)
      }
      let document = try await stage.browser.get("/.well-known/openid-configuration").json
      #expect(document["code_challenge_methods_supported"] == ["S256", "plain"])
    }
  }

  @Test("Core 3.1.2.1: acr_values, the usual class, and a class that must be")
  func authenticationClass() async throws {
    try await Stage.open(["/": Stage.issuer { $0.acrValues = ["silver", "gold"] }]) { stage in
      for (asked, acr) in [(nil, "silver"), ("platinum gold", "gold"), ("x", "silver")] {
        let answer = try await stage.token(["code": stage.code(["acr_values": asked])]).json
        let claims = try await stage.verified(answer.text("id_token")).claims
        #expect(claims["acr"]?.string == acr)
        #expect(claims["amr"] == ["pwd"])
      }
      let essential = #"{"id_token": {"acr": {"essential": true, "values": ["platinum"]}}}"#
      let reply = try await stage.authorize(["claims": essential])
      #expect(reply.query["error"] == "unmet_authentication_requirements")
      let document = try await stage.browser.get("/.well-known/openid-configuration").json
      #expect(document["acr_values_supported"] == ["silver", "gold"])
    }
  }

  @Test("RFC 9207: older providers send no iss, and say so")
  func responseIssuer() async throws {
    try await Stage.open(["/": Stage.issuer { $0.sendsIssuerInResponses = false }]) { stage in
      let reply = try await stage.authorize()
      #expect(reply.query["iss"] == nil)
      let document = try await stage.browser.get("/.well-known/openid-configuration").json
      #expect(document["authorization_response_iss_parameter_supported"] == false)
    }
  }

  @Test("Dynamic Registration 2: PS256, with a key of its own name (RFC 7518 3.5)")
  func probabilisticPadding() async throws {
    try await Stage.open(["/": Stage.issuer { $0.clients[0].idTokenAlgorithm = .ps256 }]) { stage in
      let answer = try await stage.token(["code": stage.code()]).json
      let token = try await stage.verified(answer.text("id_token"))
      #expect(token.algorithm == "PS256")
      #expect(token.keyID == "ps-1")
    }
  }

  @Test("RFC 7515 4.1: headers as other providers have them")
  func header() async throws {
    let issuer = Stage.issuer { $0.tokenHeader = ["typ": .null, "ver": 4] }
    try await Stage.open(["/": issuer]) { stage in
      let answer = try await stage.token(["code": stage.code()]).json
      let token = try await stage.verified(answer.text("id_token"))
      #expect(token.header["typ"] == nil)
      #expect(token.header["ver"] == 4)
    }
  }

  @Test("Core 10.1: tokens and keys without kid, from the start; a key dropped")
  func keys() async throws {
    try await Stage.open(["/": Stage.issuer { $0.namesKeys = false }]) { stage in
      let answer = try await stage.token(["code": stage.code()]).json
      #expect(try await stage.verified(answer.text("id_token")).keyID == nil)
      try await stage.provider.changeKeys(.drop(keyID: "ec-1"))
      let set = try await JSONWebKeySet(json: stage.browser.get("/jwks").json)
      #expect(set.keys.map(\.algorithm) == ["RS256", "PS256"])
    }
  }

  @Test("RFC 9110 15.5.20: a provider answers to its own names only")
  func host() async throws {
    try await Stage.open { stage in
      let path = "/.well-known/openid-configuration"
      let port = try #require(stage.provider.baseURL.split(separator: ":").last)
      for (host, status) in [
        ("localhost:\(port)", 200), ("127.0.0.1:\(port)", 200), ("evil.example", 421),
        ("evil.example:\(port)", 421), ("127.0.0.1:1", 200), ("10.0.2.2:\(port)", 200),
      ] {
        let reply = try await stage.browser.get(path, headers: ["Host": host])
        #expect(reply.status == status, "\(host)")
      }
    }
  }

  @Test("paths of one's own, and endpoints that are not served")
  func paths() async throws {
    let issuer = Stage.issuer {
      $0.paths[.token] = "/oauth/token"
      $0.paths[.introspection] = nil
    }
    try await Stage.open(["/x": issuer]) { stage in
      let document = try await stage.browser.get("/x/.well-known/openid-configuration").json
      #expect(try document.text("token_endpoint") == stage.provider.baseURL + "/x/oauth/token")
      #expect(document["introspection_endpoint"] == nil)
      #expect(try await stage.browser.get("/x/token").status == 404)
      let answer = try await stage.browser.post("/x/oauth/token", [])
      #expect(answer.status == 401)
    }
  }

  @Test("/*: any first path segment is an issuer of its own (Discovery 4.1)")
  func template() async throws {
    try await Stage.open(["/*": Stage.issuer(), "/fixed": Stage.issuer(login: .form)]) { stage in
      for name in ["tenant-1", "b"] {
        let document = try await stage.browser.get("/\(name)/.well-known/openid-configuration").json
        #expect(try document.text("issuer") == stage.provider.issuer("/\(name)"))
        let code = try await stage.authorize(at: "/\(name)").query["code"].orThrow()
        let foreign = try await stage.token(["code": code], at: "/other")
        try #expect(foreign.json["error"] == "invalid_grant")
        let answer = try await stage.token(["code": code], at: "/\(name)")
        #expect(answer.status == 200)
      }
      let inserted = try await stage.browser.get("/.well-known/oauth-authorization-server/c")
      #expect(try inserted.json.text("issuer") == stage.provider.issuer("/c"))
      let form = try await stage.authorize(at: "/fixed")
      #expect(form.status == 200)
      try await stage.provider.queue(.deny, issuer: "/later")
      let denied = try await stage.authorize(at: "/later")
      #expect(denied.query["error"] == "access_denied")
      for path in ["/", "/.well-known/openid-configuration", "/a/b/token", "/é/jwks"] {
        #expect(try await stage.browser.get(path.replacing("é", with: "%C3%A9")).status == 404)
      }
    }
  }
}
