import DocgenClocks
import DocgenHashing
import DocgenJOSE
import DocgenJSON
import DocgenTestSupport
import OpenIDProviderMock
import Testing

/// The algorithms that tokens are signed with, and the choice among several keys.
@Suite(.fewAtOnce) struct AlgorithmTests {
  @Test(
    "RFC 7518 3.1, RFC 8037 3.1: ID tokens by every algorithm, with the hash that belongs to it",
    arguments: SigningAlgorithm.allCases)
  func everyAlgorithm(algorithm: SigningAlgorithm) async throws {
    let issuer = Stage.issuer { $0.clients[0].idTokenAlgorithm = algorithm }
    try await Stage.open(["/": issuer]) { stage in
      let answer = try await stage.token(["code": stage.code()]).json
      let token = try await stage.verified(answer.text("id_token"))
      #expect(token.algorithm == algorithm.rawValue)
      let hash = algorithm.digest.hash(try answer.text("access_token").utf8)
      #expect(token.claims["at_hash"]?.string == Base64URL.encode(hash.prefix(hash.count / 2)))
      let keys = try await stage.browser.get("/jwks").json["keys"]?.array ?? []
      let own = try #require(keys.first { $0["kid"]?.string == token.keyID })
      #expect(own["alg"]?.string == algorithm.rawValue)
      #expect(own["d"] == nil)
      // Three keys are always there; no others are created unless needed.
      #expect(keys.count == ([.rs256, .es256, .ps256].contains(algorithm) ? 3 : 4))
      try await stage.provider.inject(.invalidSignature)
      let wrong = try await stage.token(["code": stage.code()]).json
      await #expect(throws: JOSEError.signatureMismatch) {
        try await stage.verified(wrong.text("id_token"))
      }
    }
  }

  @Test("Registration 2: a client that registers itself brings its algorithm along")
  func registration() async throws {
    try await Stage.open(["/": Stage.issuer { $0.allowsRegistration = true }]) { stage in
      let metadata =
        #"{"redirect_uris": ["https://app.example/cb"], "id_token_signed_response_alg": "EdDSA"}"#
      let client = try await stage.browser.post("/register", json: metadata).json
      #expect(client["id_token_signed_response_alg"] == "EdDSA")
      let reply = try await stage.authorize(["client_id": client.text("client_id")])
      let answer = try await stage.token(
        ["code": reply.query["code"].orThrow()],
        headers: Stage.basic(client.text("client_id"), client.text("client_secret"))
      ).json
      #expect(try await stage.verified(answer.text("id_token")).algorithm == "EdDSA")
    }
  }

  private func keyID(_ stage: Stage) async throws -> String? {
    let answer = try await stage.token(["code": stage.code()]).json
    return try await stage.verified(answer.text("id_token")).keyID
  }

  @Test("Core 10.1: several keys that sign in turn")
  func inTurn() async throws {
    try await Stage.open(["/": Stage.issuer { $0.keyChoice = .inTurn }]) { stage in
      var seen: [String?] = []
      for _ in 0..<4 { seen.append(try await keyID(stage)) }
      #expect(seen == ["rsa-2", "rsa-1", "rsa-2", "rsa-1"])
    }
  }

  @Test("Core 10.1.1: keys that change by the clock, the last ones published for as long again")
  func timed() async throws {
    try await Stage.open(["/": Stage.issuer { $0.keyLifetime = 21_600 }]) { stage in
      let old = try await stage.token(["code": stage.code()]).json.text("id_token")
      stage.clock.advance(by: .seconds(21_599))
      #expect(try await keyID(stage) == "rsa-1")
      stage.clock.advance(by: .seconds(1))
      #expect(try await keyID(stage) == "rsa-2")
      _ = try await stage.verified(old)
      stage.clock.advance(by: .seconds(21_600))
      #expect(try await keyID(stage) == "rsa-3")
      await #expect(throws: JOSEError.unknownKey("rsa-1")) { try await stage.verified(old) }
    }
  }

  @Test("Core 10.1.1: keys that are announced before they sign")
  func announced() async throws {
    try await Stage.open { stage in
      try await stage.provider.changeKeys(.announce)
      let published = try await JSONWebKeySet(json: stage.browser.get("/jwks").json)
      #expect(published.keys.map(\.keyID).contains("rsa-2"))
      #expect(try await keyID(stage) == "rsa-1")
      try await stage.provider.changeKeys(.publish)
      #expect(try await keyID(stage) == "rsa-2")
    }
  }

  private func status(
    _ stage: Stage, secret: String, id: String, algorithm: String = "HS256"
  ) async throws -> Int {
    let claims: JSONObject = [
      "iss": "mac", "sub": "mac", "aud": .string(stage.provider.issuer()),
      "exp": .integer(stage.now + 60), "jti": .string(id),
    ]
    let header: JSONObject = ["alg": .string(algorithm)]
    let bare = JSONWebToken(header: header, claims: claims, signature: [])
    let code = Digest.sha256.authenticationCode(bare.signingInput.utf8, key: Array(secret.utf8))
    let token = JSONWebToken(header: header, claims: claims, signature: code)
    return try await stage.token(
      [
        "grant_type": "client_credentials", "client_assertion": token.compact,
        "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      ], headers: [:]
    ).status
  }

  @Test("Core 9: client_secret_jwt, and no public key in the place of a secret")
  func secretJWT() async throws {
    let key = try PrivateKey.generate(on: .p256)
    let issuer = Stage.issuer {
      $0.clients.append(
        ClientRegistration(
          clientID: "mac", clientSecret: "a secret", redirectURIs: [], responseTypes: [],
          grantTypes: [.clientCredentials], authenticationMethods: [.secretJWT],
          keys: JSONWebKeySet([key.publicKey.jwk(keyID: "k")])))
    }
    try await Stage.open(["/": issuer]) { stage in
      let right = try await status(stage, secret: "a secret", id: "1")
      #expect(right == 200)
      #expect(try await status(stage, secret: "a secret", id: "1") == 401)
      #expect(try await status(stage, secret: "another", id: "2") == 401)
      #expect(try await status(stage, secret: "a secret", id: "3", algorithm: "HS384") == 401)
      #expect(try await status(stage, secret: "a secret", id: "4", algorithm: "ES256") == 401)
    }
  }
}
