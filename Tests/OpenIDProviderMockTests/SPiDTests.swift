import DocgenClocks
import DocgenJSON
import DocgenTestSupport
import OpenIDProviderMock
import Testing

/// The flavour `spid`, as in its documentation of 2015.
@Suite(.fewAtOnce) struct SPiDTests {
  private static let redirectURI = "spidmobile-123://login"

  private func open(
    login: IssuerConfiguration.Login = .approve, _ body: (Stage) async throws -> Void
  ) async throws {
    let issuer = IssuerConfiguration.spid(
      clients: [
        ClientRegistration(
          clientID: "123", clientSecret: "foobar", redirectURIs: [Self.redirectURI]),
        ClientRegistration(
          clientID: "456", clientSecret: "x", redirectURIs: ["spidmobile-456://login"]),
      ],
      users: [
        User(
          username: "kari", password: "nordmann",
          claims: [
            "sub": "198962", "given_name": "Kari", "family_name": "Nordmann",
            "preferred_username": "kari", "email": "kari@example.com", "email_verified": true,
          ])
      ], login: login)
    try await Stage.open(["/": issuer], body)
  }

  private func login(_ stage: Stage, client: String = "123") async throws -> Reply {
    try await stage.browser.get(
      "/login",
      [
        ("client_id", client), ("response_type", "code"),
        ("redirect_uri", "spidmobile-\(client)://login"),
      ])
  }

  private func token(_ stage: Stage, _ more: [(String, String)]) async throws -> Reply {
    try await stage.browser.post(
      "/oauth/token", [("client_id", "123"), ("client_secret", "foobar")] + more)
  }

  private func answer(_ stage: Stage) async throws -> JSONValue {
    let code = try await login(stage).query["code"].orThrow()
    return try await token(
      stage,
      [
        ("redirect_uri", Self.redirectURI), ("grant_type", "authorization_code"), ("code", code),
        ("scope", "ddf"), ("state", ""),
      ]
    ).json
  }

  @Test("SPiD step 2: the app's own scheme gets a code of 40 hexadecimal digits, and nothing else")
  func code() async throws {
    try await open { stage in
      let reply = try await login(stage)
      #expect(reply.target == Self.redirectURI)
      #expect(Array(reply.query.keys) == ["code"])
      let code = try reply.query["code"].orThrow()
      #expect(code.count == 40)
      #expect(code.allSatisfy { "0123456789abcdef".contains($0) })
      let stated = try await stage.browser.get(
        "/login",
        [
          ("client_id", "123"), ("response_type", "code"), ("redirect_uri", Self.redirectURI),
          ("state", "s"), ("scope", ""),
        ])
      #expect(stated.query["state"] == "s")
    }
  }

  @Test("SPiD step 4: the answer's members, without token_type and with an empty scope")
  func tokenAnswer() async throws {
    try await open { stage in
      let answer = try await answer(stage)
      #expect(
        answer.object.map { Set($0.keys) } == [
          "access_token", "expires_in", "scope", "user_id", "is_admin", "refresh_token",
          "server_time",
        ])
      #expect(answer["expires_in"] == 3_600)
      #expect(answer["scope"] == "")
      #expect(answer["user_id"] == "198962")
      #expect(answer["is_admin"] == false)
      #expect(answer["server_time"]?.integer == stage.now)
      for name in ["access_token", "refresh_token"] {
        try #expect(answer.text(name).count == 40)
      }
      let refreshed = try await token(
        stage, [("grant_type", "refresh_token"), ("refresh_token", answer.text("refresh_token"))])
      #expect(refreshed.status == 200)
      try #expect(refreshed.json["user_id"] == "198962")
    }
  }

  @Test("Basic credentials work as well (RFC 6749 2.3.1)")
  func basic() async throws {
    try await open { stage in
      let reply = try await stage.browser.post(
        "/oauth/token",
        [
          ("grant_type", "authorization_code"), ("redirect_uri", Self.redirectURI),
          ("code", login(stage).query["code"].orThrow()),
        ], headers: Stage.basic("123", "foobar"))
      #expect(reply.status == 200)
    }
  }

  @Test("SPiD step 5: /api/2/me takes oauth_token or a Bearer header, and answers in a container")
  func me() async throws {
    try await open { stage in
      let access = try await answer(stage).text("access_token")
      let replies = try await [
        stage.browser.get("/api/2/me", [("oauth_token", access)]),
        stage.browser.get("/api/2/me", headers: Stage.bearer(access)),
      ]
      for reply in replies {
        let container = try reply.json
        #expect(container["name"] == "SPP Container")
        #expect(container["api"] == 2)
        #expect(container["object"] == "User")
        #expect(container["code"] == 200)
        #expect(container["error"] == .null)
        let data = try container["data"].orThrow()
        #expect(data["userId"] == "198962")
        #expect(data["displayName"] == "kari")
        #expect(data["emailVerified"] == true)
        #expect(data["name"] == ["givenName": "Kari", "familyName": "Nordmann"])
      }
      let refused = try await stage.browser.get("/api/2/me", [("oauth_token", "x")])
      #expect(refused.status == 401)
      try #expect(refused.json["error"]?["code"] == 401)
      try #expect(refused.json["data"] == .null)
    }
  }

  @Test("the remember-me cookie outlives the browser, and skips the form for other apps too")
  func remember() async throws {
    try await open(login: .form) { stage in
      let page = try await login(stage)
      #expect(page.body.contains("name=\"remember\""))
      #expect(page.body.contains("action=\"\(stage.provider.baseURL)/login/confirm\""))
      func submit(_ page: Reply, _ more: [(String, String)]) async throws -> Reply {
        try await stage.browser.post(
          "/login/confirm",
          [
            ("transaction", page.field("transaction").orThrow()), ("username", "kari"),
            ("password", "nordmann"), ("action", "allow"),
          ] + more)
      }
      let other = try await login(stage)
      let brief = try await submit(other, [])
      #expect(brief.header("Set-Cookie")?.contains("Max-Age") == false)
      let reply = try await submit(page, [("remember", "1")])
      #expect(reply.query["code"] != nil)
      #expect(reply.header("Set-Cookie")?.contains("Max-Age=31536000") == true)
      let otherApp = try await login(stage, client: "456")
      #expect(otherApp.query["code"] != nil)
    }
  }

  @Test("/logout ends session and token, and leads to a registered address or the login page")
  func logout() async throws {
    try await open { stage in
      let access = try await answer(stage).text("access_token")
      let reply = try await stage.browser.get(
        "/logout", [("redirect_uri", Self.redirectURI), ("oauth_token", access)])
      #expect(reply.status == 302)
      #expect(reply.header("Location") == Self.redirectURI)
      #expect(try await stage.browser.get("/api/2/me", [("oauth_token", access)]).status == 401)
      let plain = try await stage.browser.get("/logout")
      #expect(plain.header("Location") == stage.provider.baseURL + "/login")
      #expect(try await stage.browser.get("/login").status == 200)
      let evil = try await stage.browser.get("/logout", [("redirect_uri", "https://evil.example")])
      #expect(evil.status == 400)
      #expect(evil.header("Location") == nil)
    }
  }

  @Test("there is no discovery, no key set, no introspection")
  func closed() async throws {
    try await open { stage in
      for path in [
        "/.well-known/openid-configuration", "/.well-known/oauth-authorization-server", "/jwks",
        "/authorize", "/token", "/userinfo", "/introspect", "/revoke",
      ] {
        let reply = try await stage.browser.get(path)
        #expect(reply.status == 404)
      }
    }
  }
}
