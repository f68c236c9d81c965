import JOSE
import JSON
import LabEnvironment
import OpenIDProviderMock
import TestSupport
import Testing

/// JWT Secured Authorization Response Mode for OAuth 2.0 (JARM).
@Suite(.fewAtOnce) struct SignedResponseTests {
  private func claims(_ stage: Stage, _ response: String?) async throws -> JSONObject {
    let token = try await stage.verified(response)
    #expect(token.header["typ"] == "JWT")
    return token.claims
  }

  @Test("2.1, 2.3: a code by query.jwt, fragment.jwt, form_post.jwt and jwt")
  func code() async throws {
    try await Stage.open { stage in
      for (mode, part) in [
        ("query.jwt", \Reply.query), ("jwt", \.query), ("fragment.jwt", \.fragment),
      ] {
        let reply = try await stage.authorize(["response_mode": mode])
        let parameters = reply[keyPath: part]
        #expect(parameters.keys.sorted() == ["response"], "\(mode)")
        let claims = try await claims(stage, parameters["response"])
        #expect(claims.keys == ["iss", "aud", "exp", "code", "state"])
        #expect(claims["iss"]?.string == stage.provider.issuer())
        #expect(claims["aud"] == "web")
        #expect(claims["exp"] == .integer(stage.now + 600))
        #expect(claims["state"] == "xyz & 1")
        let code = try (claims["code"]?.string).orThrow()
        #expect(try await stage.token(["code": code]).status == 200)
      }
      let page = try await stage.authorize(["response_mode": "form_post.jwt"])
      #expect(page.status == 200)
      #expect(page.field("state") == nil)
      let claims = try await claims(stage, page.field("response"))
      #expect(claims["code"] != nil)
    }
  }

  @Test("2.3.4: jwt means fragment.jwt where tokens travel, and expires_in is a number there")
  func tokens() async throws {
    try await Stage.open { stage in
      let reply = try await stage.authorize([
        "response_mode": "jwt", "response_type": "id_token token", "nonce": "n",
      ])
      let claims = try await claims(stage, reply.fragment["response"])
      #expect(claims["expires_in"] == 3_600)
      #expect(claims["token_type"] == "Bearer")
      let token = try await stage.verified(claims["id_token"]?.string)
      #expect(token.claims["nonce"] == "n")
    }
  }

  @Test("2.3.1: tokens are no more sent in a query than without a signature")
  func query() async throws {
    try await Stage.open { stage in
      let reply = try await stage.authorize([
        "response_mode": "query.jwt", "response_type": "id_token", "nonce": "n",
      ])
      #expect(reply.fragment["error"] == "invalid_request")
    }
  }

  @Test("2.1: errors are signed too, in the mode that was asked for, early and late ones")
  func errors() async throws {
    try await Stage.open { stage in
      try await stage.provider.queue(.deny)
      for (changes, code) in [
        ([:], "access_denied"), (["request": "x"], "request_not_supported"),
        (["prompt": "none login"], "invalid_request"),
      ] as [(KeyValuePairs<String, String?>, String)] {
        for mode in ["query.jwt", "form_post.jwt"] {
          if code == "access_denied", mode == "form_post.jwt" {
            try await stage.provider.queue(.deny)
          }
          var all = changes.map { ($0.key, $0.value) }
          all.append(("response_mode", mode))
          let reply = try await stage.browser.get(
            "/authorize",
            [
              ("client_id", "web"), ("redirect_uri", Stage.redirectURI),
              ("response_type", "code"), ("scope", "openid"), ("state", "s"),
            ] + all.compactMap { name, value in value.map { (name, $0) } })
          let response = mode == "query.jwt" ? reply.query["response"] : reply.field("response")
          let claims = try await claims(stage, response)
          #expect(claims["error"]?.string == code)
          #expect(claims["state"] == "s")
          #expect(claims["code"] == nil)
        }
      }
    }
  }

  @Test("3: the client's authorization_signed_response_alg, RS256 unless told")
  func algorithm() async throws {
    let issuer = Stage.issuer { $0.clients[0].authorizationResponseAlgorithm = .edDSA }
    try await Stage.open(["/": issuer]) { stage in
      for (client, algorithm) in [("web", "EdDSA"), ("es", "RS256")] {
        let reply = try await stage.authorize(["response_mode": "jwt", "client_id": client])
        #expect(
          try JSONWebToken(decoding: reply.query["response"].orThrow()).algorithm == algorithm)
      }
      try await stage.provider.expect(
        count: 2, EndpointPattern(.authorization, parameters: ["response_mode": "jwt"]))
    }
  }

  @Test("the same claims have the same signature each time", arguments: SigningAlgorithm.allCases)
  func repeats(algorithm: SigningAlgorithm) async throws {
    let issuer = Stage.issuer { $0.clients[0].authorizationResponseAlgorithm = algorithm }
    try await Stage.open(["/": issuer]) { stage in
      var seen: Set<String> = []
      for _ in 0..<3 {
        try await stage.provider.queue(.deny)
        let reply = try await stage.authorize(["response_mode": "jwt"])
        _ = try await claims(stage, reply.query["response"])
        seen.insert(try reply.query["response"].orThrow())
      }
      #expect(seen.count == 1)
    }
  }

  @Test("4: the modes and algorithms are in the metadata")
  func metadata() async throws {
    try await Stage.open { stage in
      let document = try await stage.browser.get("/.well-known/openid-configuration").json
      #expect(
        document["response_modes_supported"] == [
          "query", "fragment", "form_post", "query.jwt", "fragment.jwt", "form_post.jwt", "jwt",
        ])
      let algorithms = document["authorization_signing_alg_values_supported"]?.array ?? []
      #expect(algorithms.contains("RS256") && algorithms.contains("ES256"))
    }
  }

  @Test(
    "what a client must refuse (2.4): another issuer, another client, an old or forged response")
  func faults() async throws {
    try await Stage.open { stage in
      let provider = stage.provider
      try await provider.inject(.wrongIssuer, into: .authorization)
      try await provider.inject(.member("aud", "somebody-else"), into: .authorization)
      try await provider.inject(.member("exp", 1), into: .authorization)
      try await provider.inject(.wrongState, into: .authorization)
      for (name, value) in [
        ("iss", "https://other.example"), ("aud", "somebody-else"), ("exp", 1),
        ("state", "another-state"),
      ] as [(String, JSONValue)] {
        let reply = try await stage.authorize(["response_mode": "jwt"])
        #expect(reply.query.count == 1)
        #expect(try await claims(stage, reply.query["response"])[name] == value)
      }
      for mode in ["jwt", "form_post.jwt"] {
        try await provider.inject(.invalidSignature, into: .authorization)
        let reply = try await stage.authorize(["response_mode": mode])
        let response = try (reply.query["response"] ?? reply.field("response")).orThrow()
        let keys = try await JSONWebKeySet(json: stage.browser.get("/jwks").json)
        #expect(throws: JOSEError.signatureMismatch) {
          try JSONWebToken(decoding: response).verify(with: keys, allowing: [.rs256])
        }
      }
      let right = try await stage.authorize(["response_mode": "jwt"])
      _ = try await claims(stage, right.query["response"])
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
