import JOSE
import JSON
import LabEnvironment
import OpenIDProviderMock
import TestSupport
import Testing

/// Grants without a browser.
@Suite(.fewAtOnce) struct ExchangeTests {
  private static let bearer = "urn:ietf:params:oauth:grant-type:jwt-bearer"
  private static let exchange = "urn:ietf:params:oauth:grant-type:token-exchange"
  private static let accessToken = "urn:ietf:params:oauth:token-type:access_token"

  private static let issuers = [
    "/": Stage.issuer {
      $0.clients.append(
        ClientRegistration(
          clientID: "all", clientSecret: "s3cret", redirectURIs: [], responseTypes: [],
          grantTypes: [.password, .jwtBearer, .tokenExchange, .refreshToken]))
    }
  ]

  private func ask(
    _ stage: Stage, _ type: String, _ parameters: [(String, String)], as client: String = "all"
  ) async throws -> Reply {
    try await stage.browser.post(
      "/token", [("grant_type", type)] + parameters, headers: Stage.basic(client, "s3cret"))
  }

  @Test("RFC 6749 4.3: a name and a password for tokens, for clients registered so")
  func password() async throws {
    try await Stage.open(Self.issuers) { stage in
      let right = [
        ("username", "alice"), ("password", "wonder"), ("scope", "openid offline_access"),
      ]
      let answer = try await ask(stage, "password", right).json
      #expect(try await stage.verified(answer.text("id_token")).claims["sub"] == "a-1")
      #expect(answer["refresh_token"] != nil)
      let wrong = try await ask(stage, "password", [("username", "alice"), ("password", "x")])
      #expect(wrong.status == 400)
      try #expect(wrong.json["error"] == "invalid_grant")
      let short = try await ask(stage, "password", [("username", "alice")])
      try #expect(short.json["error"] == "invalid_request")
      let other = try await ask(stage, "password", right, as: "web")
      try #expect(other.json["error"] == "unauthorized_client")
    }
  }

  @Test("RFC 7523 2.1: a token of this issuer for new ones")
  func assertion() async throws {
    try await Stage.open(Self.issuers) { stage in
      let assertion = try await stage.provider.idToken(for: "bob", client: "web")
      let answer = try await ask(
        stage, Self.bearer, [("assertion", assertion), ("scope", "openid")]
      ).json
      #expect(try await stage.verified(answer.text("id_token")).claims["sub"] == "bob")
      let foreign = try await stage.provider.idToken(
        for: "bob", client: "web", claims: ["iss": "https://other.example"])
      for wrong in [foreign, "x", assertion + "A"] {
        let refused = try await ask(stage, Self.bearer, [("assertion", wrong)])
        try #expect(refused.json["error"] == "invalid_grant")
      }
      stage.clock.advance(by: .seconds(3_600))
      let late = try await ask(stage, Self.bearer, [("assertion", assertion)])
      try #expect(late.json["error"] == "invalid_grant")
    }
  }

  @Test("RFC 8693 2.1 and 2.2: one access token for another, with no more scopes")
  func tokenExchange() async throws {
    try await Stage.open(Self.issuers) { stage in
      let subject = try await stage.provider.accessToken(
        for: "alice", client: "web", scopes: ["openid", "email"])
      let parameters = [("subject_token", subject), ("subject_token_type", Self.accessToken)]
      let reply = try await ask(stage, Self.exchange, parameters + [("scope", "openid")])
      let answer = try reply.json
      #expect(answer["issued_token_type"]?.string == Self.accessToken)
      #expect(answer["token_type"] == "Bearer")
      #expect(answer["scope"] == "openid")
      let info = try await stage.browser.get(
        "/userinfo", headers: Stage.bearer(answer.text("access_token"))
      ).json
      #expect(info["sub"] == "a-1")
      #expect(info["email"] == nil)
      let wider = try await ask(stage, Self.exchange, parameters + [("scope", "openid phone")])
      try #expect(wider.json["error"] == "invalid_scope")
      for wrong in [
        [("subject_token", "x"), ("subject_token_type", Self.accessToken)],
        [("subject_token", subject)],
        [("subject_token", subject), ("subject_token_type", "other")],
      ] {
        let refused = try await ask(stage, Self.exchange, wrong)
        try #expect(refused.json["error"] == "invalid_request")
      }
    }
  }
}
