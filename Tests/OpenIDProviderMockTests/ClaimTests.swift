import DocgenClocks
import DocgenJOSE
import DocgenJSON
import DocgenMockHTTP
import DocgenTestSupport
import OpenIDProviderMock
import Testing

/// The subject of a token.
@Suite(.fewAtOnce) struct SubjectTests {
  @Test("Core 3.3.3.6, 5.3.2: both ID tokens of a hybrid flow and userinfo agree on iss and sub")
  func hybrid() async throws {
    try await Stage.open { stage in
      let reply = try await stage.authorize(["response_type": "code id_token", "nonce": "n"])
      let answer = try await stage.token(["code": reply.fragment["code"]]).json
      let front = try await stage.verified(reply.fragment["id_token"]).claims
      let back = try await stage.verified(answer.text("id_token")).claims
      for name in ["iss", "sub", "aud", "nonce", "auth_time"] {
        #expect(front[name] != nil)
        #expect(front[name] == back[name], "\(name)")
      }
      let info = try await stage.browser.get(
        "/userinfo", headers: Stage.bearer(answer.text("access_token")))
      #expect(try info.json["sub"] == front["sub"])
    }
  }

  @Test("Core 5.5.1: a request for a certain sub is not answered with another's token")
  func requestedSubject() async throws {
    try await Stage.open { stage in
      let claims = { (subject: String) in #"{"id_token":{"sub":{"value":"\#(subject)"}}}"# }
      let alice = try await stage.authorize(["claims": .some(claims("a-1"))])
      #expect(alice.query["code"] != nil)
      for prompt in [nil, "none"] {
        let other = try await stage.authorize([
          "claims": .some(claims("bob")), "prompt": prompt,
        ])
        #expect(other.query["error"] == "login_required")
      }
    }
  }

  @Test(
    "Core 2: sub is a string of at most 255 ASCII characters",
    arguments: [
      (#""a""#, true), ("\"\(String(repeating: "a", count: 255))\"", true),
      ("\"\(String(repeating: "a", count: 256))\"", false), (#""""#, false), (#""ä""#, false),
      ("7", false),
    ])
  func form(subject: String, isFine: Bool) {
    let problems = ProviderConfiguration.check(
      #"{"issuers": {"/": {"users": [{"username": "a", "claims": {"sub": \#(subject)}}]}}}"#)
    #expect(problems.isEmpty == isFine)
  }

  @Test("Core 5.1: without a claim sub the user's name is the subject")
  func defaultSubject() async throws {
    try await Stage.open { stage in
      try await stage.provider.queue(.approve(username: "bob"))
      let reply = try await stage.authorize(["response_type": "id_token", "nonce": "n"])
      #expect(try await stage.verified(reply.fragment["id_token"]).claims["sub"] == "bob")
    }
  }
}

/// Claims that contain parameters of a request.
@Suite(.fewAtOnce) struct ClaimTemplateTests {
  private static let text = #"""
    {"issuers": {"/": {
      "scopes": ["read"], "access_tokens": "jwt",
      "claim_mappings": [
        {"parameter": "scope", "value": "read", "claims": {"role": "reader", "who": ["${client_id}"]}},
        {"parameter": "login_hint", "value": "*", "claims": {"role": "${login_hint}"}}
      ],
      "clients": [
        {"client_id": "web", "client_secret": "s3cret", "redirect_uris": ["https://app.example/cb"],
         "grant_types": ["authorization_code", "client_credentials"],
         "claims": {"note": "for ${client_id}, ${unknown}"}}
      ],
      "users": [{"username": "alice", "claims": {"seen": {"nonce": "${nonce}"}}}]
    }}}
    """#

  private func open(_ body: (Stage) async throws -> Void) async throws {
    try await Stage.open(try ProviderConfiguration(parsing: Self.text).issuers, body)
  }

  @Test("users' and clients' claims: ${name} is the parameter, unless it was not sent")
  func templates() async throws {
    try await open { stage in
      let answer = try await stage.token(["code": stage.code(["nonce": "n-7"])]).json
      for name in ["id_token", "access_token"] {
        let claims = try await stage.verified(answer.text(name)).claims
        #expect(claims["seen"]?["nonce"] == "n-7")
        #expect(claims["note"] == "for web, ${unknown}")
        #expect(claims["role"] == nil)
      }
      let info = try await stage.browser.get(
        "/userinfo", headers: Stage.bearer(answer.text("access_token"))
      ).json
      #expect(info["seen"]?["nonce"] == "n-7")
    }
  }

  @Test("mappings: the first that fits, by a word of the parameter or by any value")
  func mappings() async throws {
    try await open { stage in
      for (changes, role) in [
        (["scope": "openid read", "login_hint": "alice"], "reader"),
        (["login_hint": "alice"], "alice"),
      ] as [(KeyValuePairs<String, String?>, String)] {
        let answer = try await stage.token(["code": stage.code(changes)]).json
        let claims = try await stage.verified(answer.text("id_token")).claims
        #expect(claims["role"]?.string == role)
      }
      let own = try await stage.token([
        "grant_type": "client_credentials", "scope": "read", "redirect_uri": nil,
      ]).json
      let claims = try await stage.verified(own.text("access_token")).claims
      #expect(claims["role"] == "reader")
      #expect(claims["who"] == ["web"])
    }
  }

  @Test("secrets never become claims")
  func secrets() async throws {
    let issuer = Stage.issuer {
      $0.accessTokenFormat = .jwt
      $0.clients[4].claims = ["leak": "${client_secret}${client_assertion}"]
    }
    try await Stage.open(["/": issuer]) { stage in
      let answer = try await stage.browser.post(
        "/token",
        [
          ("grant_type", "client_credentials"), ("client_id", "robot"), ("client_secret", "s3cret"),
        ]
      ).json
      let claims = try await stage.verified(answer.text("access_token")).claims
      #expect(claims["leak"] == "${client_secret}${client_assertion}")
    }
  }

  @Test("mappings are read, and mistakes named")
  func mistakes() {
    let problems = ProviderConfiguration.check(
      #"{"issuers": {"/": {"users": [{"username": "a"}], "claim_mappings": [{"parameter": "x"}]}}}"#
    )
    #expect(problems.count == 2)
    #expect(problems.contains { $0.message == "a claim mapping needs 'value'" })
  }
}
