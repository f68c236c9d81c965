import DocgenClocks
import DocgenJOSE
import DocgenJSON
import DocgenMockHTTP
import DocgenTestSupport
import OpenIDProviderMock
import Testing

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
