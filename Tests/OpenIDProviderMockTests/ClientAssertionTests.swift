import DocgenClocks
import DocgenJOSE
import DocgenJSON
import DocgenMockHTTP
import DocgenTestSupport
import OpenIDProviderMock
import Testing

/// `private_key_jwt` (RFC 7523 3, OpenID Connect Core 9).
@Suite(.fewAtOnce) struct ClientAssertionTests {
  private let key: PrivateKey
  private let issuers: [String: IssuerConfiguration]

  init() throws {
    let key = try PrivateKey.generate(on: .p256)
    self.key = key
    issuers = [
      "/": Stage.issuer {
        $0.clients.append(
          ClientRegistration(
            clientID: "signer", redirectURIs: [], responseTypes: [],
            grantTypes: [.clientCredentials], authenticationMethods: [.privateKeyJWT],
            keys: JSONWebKeySet([key.publicKey.jwk(keyID: "k")])))
      }
    ]
  }

  private func token(
    _ stage: Stage, _ changes: JSONObject = [:], without names: [String] = [],
    key: PrivateKey? = nil, type: String? = nil
  ) async throws -> Reply {
    var claims: JSONObject = [
      "iss": "signer", "sub": "signer", "aud": .string(stage.provider.issuer() + "/token"),
      "exp": .integer(stage.now + 60), "jti": "1",
    ]
    for (name, value) in changes.members { claims[name] = value }
    for name in names { claims[name] = nil }
    let assertion = try JSONWebToken(
      signing: claims, keyID: "k", with: key ?? self.key, algorithm: .es256)
    return try await stage.token(
      [
        "grant_type": "client_credentials", "client_assertion": assertion.compact,
        "client_assertion_type": type
          ?? "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      ], headers: [:])
  }

  @Test("RFC 7523 3: a signed assertion is taken once")
  func success() async throws {
    try await Stage.open(issuers) { stage in
      #expect(try await token(stage).status == 200)
      let again = try await token(stage)
      #expect(again.status == 401)
      #expect(try again.json["error"] == "invalid_client")
      #expect(try await token(stage, ["jti": "2"]).status == 200)
      #expect(
        try await token(stage, ["jti": "3", "aud": [.string(stage.provider.issuer()), "x"]]).status
          == 200)
    }
  }

  @Test("RFC 7523 3: wrong key, issuer, subject, audience, time or no jti")
  func errors() async throws {
    try await Stage.open(issuers) { stage in
      let replies = try await [
        token(stage, key: .generate(on: .p256)), token(stage, ["iss": "web"]),
        token(stage, ["sub": "web"]), token(stage, ["aud": "https://other.example"]),
        token(stage, without: ["aud"]), token(stage, ["exp": .integer(stage.now)]),
        token(stage, without: ["exp"]), token(stage, without: ["jti"]),
      ]
      for reply in replies {
        #expect(reply.status == 401)
        #expect(try reply.json["error"] == "invalid_client")
      }
      #expect(try await token(stage, type: "x").json["error"] == "invalid_request")
      // A failed attempt doesn't use up the assertion's id.
      #expect(try await token(stage).status == 200)
    }
  }

  @Test("RFC 7519 4.1.5: 'nbf' in the future is refused, and times may have fractions")
  func times() async throws {
    try await Stage.open(issuers) { stage in
      let now = Double(stage.now)
      let wrong: [JSONObject] = [
        ["nbf": .double(now + 0.5)], ["nbf": .integer(stage.now + 60)], ["nbf": "now"],
        ["exp": .double(now - 0.5)],
      ]
      for (number, claims) in wrong.enumerated() {
        let id: JSONObject = ["jti": .string("wrong \(number)")]
        let refused = try await token(stage, JSONObject(claims.members + id.members))
        #expect(try refused.json["error"] == "invalid_client")
      }
      let right: [JSONObject] = [
        ["exp": .double(now + 0.5)], ["exp": .double(1e300)], ["exp": .integer(.max)],
        ["nbf": .double(now - 0.5)], ["nbf": .integer(stage.now)],
      ]
      for (number, claims) in right.enumerated() {
        let id: JSONObject = ["jti": .string("right \(number)")]
        let all = JSONObject(claims.members + id.members)
        #expect(try await token(stage, all).status == 200)
        #expect(try await token(stage, all).status == 401)
      }
    }
  }

  @Test("the registration needs keys")
  func configuration() {
    let text = """
      {"issuers": {"/": {"users": [{"username": "u"}], "clients": [
        {"client_id": "a", "redirect_uris": ["a:/"], "token_endpoint_auth_method": "private_key_jwt"},
        {"client_id": "b", "redirect_uris": ["a:/"], "jwks": {"keys": [{"kty": "oct"}]}}]}}}
      """
    #expect(
      ProviderConfiguration.check(text).map(\.message) == [
        "'private_key_jwt' needs 'jwks'",
        "'jwks' cannot be used: malformed key: its 'kty' is none of RSA, EC and OKP",
      ])
  }
}
