import DocgenJSON
import DocgenTestSupport
import OpenIDProviderMock
import Testing

/// Identifiers and secrets are compared byte by byte: the Kelvin sign is canonically equivalent to
/// K, and `e` with a combining accent to `é`.
@Suite(.fewAtOnce) struct ExactComparisonTests {
  private static let kelvin = "\u{212A}"
  private static let redirectURI = "https://app.example/K"

  private func open(_ body: (Stage) async throws -> Void) async throws {
    let issuer = Stage.issuer {
      $0.clients = [
        ClientRegistration(
          clientID: "K", clientSecret: "\u{E9}-K", redirectURIs: [Self.redirectURI],
          postLogoutRedirectURIs: [Self.redirectURI])
      ]
      $0.users = [User(username: "alice", password: "K")]
    }
    try await Stage.open(["/": issuer], body)
  }

  private func code(_ stage: Stage, id: String = "K", uri: String = redirectURI) async throws
    -> Reply
  {
    try await stage.authorize([
      "client_id": id, "redirect_uri": uri, "access_type": "offline",
    ])
  }

  @Test("client ids and redirect URIs")
  func requests() async throws {
    try await open { stage in
      #expect(try await code(stage).status == 302)
      #expect(try await code(stage, id: Self.kelvin).status == 400)
      #expect(try await code(stage, uri: "https://app.example/\(Self.kelvin)").status == 400)
      let logout = try await stage.browser.get(
        "/end_session",
        [("client_id", "K"), ("post_logout_redirect_uri", "https://app.example/\(Self.kelvin)")])
      #expect(logout.status == 400)
    }
  }

  @Test("secrets, codes, redirect URIs of codes, access and refresh tokens, cookies")
  func secrets() async throws {
    try await open { stage in
      try await stage.provider.queueValues("code-K", "access-K", "refresh-K")
      #expect(try await code(stage).query["code"] == "code-K")
      func redeem(
        _ code: String = "code-K", secret: String = "\u{E9}-K", uri: String = Self.redirectURI
      ) async throws -> Reply {
        try await stage.token(
          ["code": code, "redirect_uri": uri, "client_id": "K", "client_secret": secret],
          headers: [:])
      }
      #expect(try await redeem(secret: "e\u{301}-K").json["error"] == "invalid_client")
      #expect(try await redeem("code-\(Self.kelvin)").json["error"] == "invalid_grant")
      #expect(
        try await redeem(uri: "https://app.example/\(Self.kelvin)").json["error"]
          == "invalid_grant")
      #expect(try await redeem().json["access_token"] == "access-K")
      let info = try await stage.browser.post("/userinfo", [("access_token", "access-\u{212A}")])
      #expect(info.status == 401)
      #expect(
        try await stage.browser.post("/userinfo", [("access_token", "access-K")]).status == 200)
      let refresh = try await stage.token(
        [
          "grant_type": "refresh_token", "refresh_token": "refresh-\(Self.kelvin)",
          "client_id": "K", "client_secret": "\u{E9}-K",
        ], headers: [:])
      #expect(try refresh.json["error"] == "invalid_grant")
    }
  }

  @Test("a word list may be long and repeat its words, and a body may not hold up other requests")
  func longLists() async throws {
    try await Stage.open { stage in
      let words = (0..<2_000).map { "w\($0) w\($0 / 2)" }.joined(separator: " ")
      let reply = try await stage.authorize(["scope": "openid " + words + " openid"], post: true)
      #expect(reply.query["code"] != nil)
      let repeated = (0..<4_000).flatMap { [("p\($0)", "1"), ("p\($0)", "1")] }
      #expect(
        try await stage.browser.post("/token", repeated).json["error_description"]
          == "the parameter 'p0' is repeated")
      let long = String(repeating: "w ", count: 40_000)
      #expect(try await stage.authorize(["scope": long], post: true).status == 413)
    }
  }
}
