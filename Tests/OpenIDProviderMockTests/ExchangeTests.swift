import DocgenClocks
import DocgenJOSE
import DocgenJSON
import DocgenTestSupport
import OpenIDProviderMock
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

  private func assertion(
    _ stage: Stage, _ claims: JSONObject = [:], client: String = "web"
  ) async throws -> String {
    var all: JSONObject = ["aud": .string(stage.provider.issuer())]
    for (name, value) in claims.members { all[name] = value }
    return try await stage.provider.idToken(for: "bob", client: client, claims: all)
  }

  @Test("RFC 7523 2.1, 3: a token of this issuer, for this issuer, for new ones")
  func assertion() async throws {
    try await Stage.open(Self.issuers) { stage in
      let right = try await assertion(stage)
      let answer = try await ask(
        stage, Self.bearer, [("assertion", right), ("scope", "openid")]
      ).json
      #expect(try await stage.verified(answer.text("id_token")).claims["sub"] == "bob")
      let endpoint = try await assertion(
        stage, ["aud": .string(stage.provider.issuer() + "/token")])
      #expect(try await ask(stage, Self.bearer, [("assertion", endpoint)]).status == 200)
      let foreign = try await assertion(stage, ["iss": "https://other.example"])
      let nobody = try await assertion(stage, ["sub": "nobody"])
      let early = try await assertion(stage, ["nbf": .integer(stage.now + 1)])
      let precise = try await assertion(stage, ["exp": .double(Double(stage.now) + 0.5)])
      #expect(try await ask(stage, Self.bearer, [("assertion", precise)]).status == 200)
      for wrong in [foreign, nobody, early, "x", right + "A"] {
        let refused = try await ask(stage, Self.bearer, [("assertion", wrong)])
        try #expect(refused.json["error"] == "invalid_grant")
      }
      stage.clock.advance(by: .seconds(3_600))
      let late = try await ask(stage, Self.bearer, [("assertion", right)])
      try #expect(late.json["error"] == "invalid_grant")
    }
  }

  @Test("RFC 7523 3: an ID token is for a client, and no assertion unless the issuer is set so")
  func idTokenAsAssertion() async throws {
    try await Stage.open(Self.issuers) { stage in
      let token = try await stage.provider.idToken(for: "bob", client: "web")
      let refused = try await ask(stage, Self.bearer, [("assertion", token)])
      try #expect(refused.json["error"] == "invalid_grant")
      try await stage.provider.configure { $0.allowsIDTokenAssertions = true }
      #expect(try await ask(stage, Self.bearer, [("assertion", token)]).status == 200)
      #expect(
        await stage.provider.requests.map(\.allowances) == [[], ["allow_id_token_assertions"]])
    }
  }

  @Test("RFC 7523 3: an assertion that the client itself has signed")
  func ownAssertion() async throws {
    let key = try PrivateKey.generate(on: .p256)
    var issuer = try #require(Self.issuers["/"])
    issuer.clients[issuer.clients.count - 1].keys = JSONWebKeySet([key.publicKey.jwk(keyID: "k")])
    try await Stage.open(["/": issuer]) { stage in
      func status(_ changes: JSONObject = [:], _ key: PrivateKey) async throws -> Int {
        var claims: JSONObject = [
          "iss": "all", "sub": "a-1", "aud": .string(stage.provider.issuer()),
          "exp": .integer(stage.now + 60),
        ]
        for (name, value) in changes.members { claims[name] = value }
        let token = try JSONWebToken(signing: claims, keyID: "k", with: key, algorithm: .es256)
        return try await ask(stage, Self.bearer, [("assertion", token.compact)]).status
      }
      let right = try await status([:], key)
      #expect(right == 200)
      #expect(try await status(["iss": "web"], key) == 400)
      #expect(try await status(["aud": "web"], key) == 400)
      #expect(try await status(["exp": .integer(stage.now)], key) == 400)
      #expect(try await status([:], .generate(on: .p256)) == 400)
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

  @Test("RFC 8693 3: ID and refresh tokens as subject, ID tokens in exchange")
  func otherTypes() async throws {
    try await Stage.open(Self.issuers) { stage in
      let code = try await stage.code(["scope": "openid email offline_access"])
      let first = try await stage.token(["code": code]).json
      for (name, type) in [
        ("id_token", "id_token"), ("id_token", "jwt"), ("refresh_token", "refresh_token"),
      ] {
        let answer = try await ask(
          stage, Self.exchange,
          [
            ("subject_token", first.text(name)),
            ("subject_token_type", "urn:ietf:params:oauth:token-type:" + type),
            ("requested_token_type", "urn:ietf:params:oauth:token-type:id_token"),
            ("scope", "openid"),
          ]
        ).json
        #expect(
          answer["issued_token_type"] == "urn:ietf:params:oauth:token-type:id_token", "\(answer)")
        #expect(answer["token_type"] == "N_A")
        let token = try await stage.verified(answer.text("access_token"))
        #expect(token.claims["sub"] == "a-1")
        #expect(token.claims["aud"] == "all")
      }
      let mismatch = try await ask(
        stage, Self.exchange,
        [
          ("subject_token", first.text("refresh_token")), ("subject_token_type", Self.accessToken),
        ])
      #expect(try mismatch.json["error"] == "invalid_request")
    }
  }

  @Test("RFC 8693 4.1: who acts for the user stands in the signed token")
  func actor() async throws {
    var issuer = try #require(Self.issuers["/"])
    issuer.accessTokenFormat = .jwt
    try await Stage.open(["/": issuer]) { stage in
      let subject = try await stage.provider.accessToken(for: "alice", client: "web")
      let actor = try await stage.provider.accessToken(for: "bob", client: "web")
      let shown = [("subject_token", subject), ("subject_token_type", Self.accessToken)]
      let reply = try await ask(
        stage, Self.exchange,
        shown + [
          ("actor_token", actor), ("actor_token_type", Self.accessToken),
          ("requested_token_type", "urn:ietf:params:oauth:token-type:jwt"),
          ("resource", "https://api.example"),
        ])
      let token = try await stage.verified(reply.json.text("access_token"))
      #expect(token.claims["sub"] == "a-1")
      #expect(token.claims["act"] == ["sub": "bob"])
      #expect(token.claims["aud"] == "https://api.example")
      for wrong in [
        [("actor_token", "x"), ("actor_token_type", Self.accessToken)], [("actor_token", actor)],
        [("actor_token_type", Self.accessToken)], [("requested_token_type", "x")],
      ] {
        let refused = try await ask(stage, Self.exchange, shown + wrong)
        #expect(try refused.json["error"] == "invalid_request")
      }
    }
  }

  @Test("RFC 9700 2.4: a password grant is a laxness, and the log says so")
  func allowance() async throws {
    try await Stage.open(Self.issuers) { stage in
      _ = try await ask(stage, "password", [("username", "alice"), ("password", "wonder")])
      #expect(await stage.provider.requests.last?.allowances == ["grant_types password"])
    }
  }
}
