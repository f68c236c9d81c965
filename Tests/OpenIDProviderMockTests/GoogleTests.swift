import DocgenClocks
import DocgenJOSE
import DocgenJSON
import DocgenTestSupport
import OpenIDProviderMock
import Testing

/// The flavour `google`, at `/google`.
@Suite(.fewAtOnce) struct GoogleTests {
  private static let native = "123-abc.apps.googleusercontent.com"
  private static let nativeURI = "com.googleusercontent.apps.123-abc:/oauth2redirect"
  private static let authorization = "/google/o/oauth2/v2/auth"

  private func open(
    login: IssuerConfiguration.Login = .approve,
    change: (inout IssuerConfiguration) -> Void = { _ in },
    _ body: (Stage) async throws -> Void
  ) async throws {
    var issuer = IssuerConfiguration.google(
      clients: Stage.clients + [ClientRegistration(clientID: Self.native, redirectURIs: [])],
      users: [
        User(username: "carol", password: "c", claims: ["email": "carol@gmail.example"]),
        User(
          username: "dave", password: "d",
          claims: [
            "hd": "corp.example", "email": "dave@corp.example", "picture": "https://p.example",
          ]),
      ], login: login)
    change(&issuer)
    try await Stage.open(["/google": issuer], body)
  }

  private func tokens(
    _ stage: Stage, _ changes: KeyValuePairs<String, String?> = [:]
  ) async throws -> JSONValue {
    let reply = try await stage.authorize(changes, to: Self.authorization)
    return try await stage.token(
      ["code": reply.query["code"].orThrow()], at: "/google"
    ).json
  }

  @Test("Discovery 3: Google's addresses, and nothing Google does not have")
  func discovery() async throws {
    try await open { stage in
      let document = try await stage.browser.get("/google/.well-known/openid-configuration").json
      let base = stage.provider.baseURL + "/google"
      try #expect(document.text("issuer") == base)
      for (name, path) in [
        ("authorization_endpoint", "/o/oauth2/v2/auth"), ("token_endpoint", "/token"),
        ("userinfo_endpoint", "/v1/userinfo"), ("jwks_uri", "/oauth2/v3/certs"),
        ("revocation_endpoint", "/revoke"), ("device_authorization_endpoint", "/device/code"),
      ] {
        try #expect(document.text(name) == base + path)
      }
      #expect(document["end_session_endpoint"] == nil)
      #expect(document["introspection_endpoint"] == nil)
      #expect(document["scopes_supported"]?.array?.contains("offline_access") == false)
      for path in ["/authorize", "/jwks", "/userinfo", "/end_session", "/introspect"] {
        #expect(try await stage.browser.get("/google" + path).status == 404)
      }
    }
  }

  @Test("access_type=offline: a refresh token the first time, later only with prompt=consent")
  func offline() async throws {
    try await open { stage in
      #expect(try await tokens(stage)["refresh_token"] == nil)
      let refused = try await stage.authorize(
        ["scope": "openid offline_access"], to: Self.authorization)
      #expect(refused.query["error"] == "invalid_scope")
      let first = try await tokens(stage, ["access_type": "offline"])
      let refresh = try first.text("refresh_token")
      #expect(try await tokens(stage, ["access_type": "offline"])["refresh_token"] == nil)
      let again = try await tokens(stage, ["access_type": "offline", "prompt": "consent"])
      #expect(again["refresh_token"] != nil)
      let refreshed = try await stage.token(
        ["grant_type": "refresh_token", "refresh_token": refresh], at: "/google"
      ).json
      #expect(refreshed["access_token"] != nil)
      #expect(refreshed["refresh_token"] == nil)
    }
  }

  @Test("ID tokens carry azp, at_hash and the claims of their scopes")
  func claims() async throws {
    try await open { stage in
      let answer = try await tokens(stage, ["scope": "openid email profile", "hd": "corp.example"])
      let token = try JSONWebToken(decoding: answer.text("id_token"))
      #expect(token.claims["azp"] == "web")
      #expect(token.claims["aud"] == "web")
      #expect(token.claims["hd"] == "corp.example")
      #expect(token.claims["email"] == "dave@corp.example")
      #expect(token.claims["picture"] == "https://p.example")
      #expect(token.claims["at_hash"] != nil)
      let info = try await stage.browser.get(
        "/google/v1/userinfo", headers: Stage.bearer(answer.text("access_token")))
      try #expect(info.json["email"] == "dave@corp.example")
    }
  }

  @Test("hd is a wish: with nobody of that domain the first user comes")
  func hostedDomain() async throws {
    try await open { stage in
      for (domain, email) in [
        (nil, "carol@gmail.example"), ("other.example", "carol@gmail.example"),
        ("corp.example", "dave@corp.example"), ("*", "dave@corp.example"),
      ] as [(String?, JSONValue)] {
        let answer = try await tokens(stage, ["scope": "openid email", "hd": domain])
        let token = try JSONWebToken(decoding: answer.text("id_token"))
        #expect(token.claims["email"] == email)
      }
    }
  }

  @Test("the legacy issuer has no scheme in tokens, and all of it in the discovery document")
  func legacyIssuer() async throws {
    try await open(change: { $0.leavesOutIssuerScheme = true }) { stage in
      let token = try JSONWebToken(decoding: try await tokens(stage).text("id_token"))
      let issuer = stage.provider.issuer("/google")
      #expect(token.claims["iss"]?.string == issuer.replacing("http://", with: ""))
      let document = try await stage.browser.get("/google/.well-known/openid-configuration").json
      try #expect(document.text("issuer") == issuer)
      // The issuer still accepts its tokens as hints.
      let hinted = try await stage.authorize(
        ["id_token_hint": token.compact], to: Self.authorization)
      #expect(hinted.query["code"] != nil)
    }
  }

  @Test(
    "RFC 8252 8.12: a browser inside an app gets a page with disallowed_useragent",
    arguments: [
      (
        "Mozilla/5.0 (Linux; Android 14; Pixel; wv) AppleWebKit/537.36 Chrome/1 Mobile Safari/537.36",
        true
      ),
      (
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/1",
        true
      ),
      ("Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Version/17.0 Mobile/15E148 Safari/604.1", false),
      ("Mozilla/5.0 (Linux; Android 14; Pixel) Chrome/1 Mobile Safari/537.36", false),
    ])
  func webView(agent: String, isRefused: Bool) async throws {
    try await open { stage in
      let reply = try await stage.authorize(
        to: Self.authorization, headers: ["User-Agent": agent])
      #expect(reply.status == (isRefused ? 403 : 302))
      #expect(reply.body.contains("disallowed_useragent") == isRefused)
      #expect((reply.header("Location") == nil) == isRefused)
    }
  }

  @Test("RFC 8252 7.1: a native client needs no redirect URI but its own id turned around")
  func native() async throws {
    try await open { stage in
      let pkce: KeyValuePairs<String, String?> = [
        "client_id": Self.native, "redirect_uri": Self.nativeURI,
        "code_challenge": Stage.challenge, "code_challenge_method": "S256",
      ]
      for _ in 1...2 {
        let reply = try await stage.authorize(pkce, to: Self.authorization)
        #expect(reply.target == Self.nativeURI)
        let answer = try await stage.token(
          [
            "code": reply.query["code"].orThrow(), "redirect_uri": Self.nativeURI,
            "client_id": Self.native, "code_verifier": Stage.verifier,
          ], headers: [:], at: "/google")
        #expect(answer.status == 200)
        // At each login, without being asked.
        #expect(try answer.json["refresh_token"] != nil)
      }
      let foreign = try await stage.authorize(
        [
          "client_id": Self.native,
          "redirect_uri": "com.googleusercontent.apps.999:/oauth2redirect",
        ],
        to: Self.authorization)
      #expect(foreign.status == 400)
      #expect(foreign.header("Location") == nil)
    }
  }

  @Test("tokeninfo tells what is in a token, every value as a string")
  func tokenInfo() async throws {
    try await open { stage in
      let answer = try await tokens(stage, ["scope": "openid email"])
      let idToken = try answer.text("id_token")
      let info = try await stage.browser.get("/google/tokeninfo", [("id_token", idToken)])
      #expect(info.status == 200)
      try #expect(info.json["aud"] == "web")
      try #expect(info.json["email"] == "carol@gmail.example")
      try #expect(info.json["exp"]?.string == String(stage.now + 3_600))
      try #expect(info.json["alg"] == "RS256")
      let access = try await stage.browser.get(
        "/google/tokeninfo", [("access_token", answer.text("access_token"))])
      try #expect(access.json["expires_in"] == "3600")
      try #expect(access.json["scope"] == "openid email")
      for wrong in [idToken.dropLast(4) + "AAAA", "x"] {
        let refused = try await stage.browser.get(
          "/google/tokeninfo", [("id_token", String(wrong))])
        #expect(refused.status == 400)
        try #expect(refused.json["error"] == "invalid_token")
      }
      stage.clock.advance(by: .seconds(3_600))
      let late = try await stage.browser.get("/google/tokeninfo", [("id_token", idToken)])
      #expect(late.status == 400)
    }
  }

  @Test("revoke asks nobody who they are, and takes the consent along")
  func revoke() async throws {
    try await open { stage in
      let answer = try await tokens(stage, ["access_type": "offline"])
      let access = try answer.text("access_token")
      #expect(try await stage.browser.post("/google/revoke", [("token", access)]).status == 200)
      let info = try await stage.browser.get(
        "/google/v1/userinfo", headers: Stage.bearer(access))
      #expect(info.status == 401)
      let again = try await stage.browser.post("/google/revoke", [("token", access)])
      #expect(again.status == 400)
      try #expect(again.json["error"] == "invalid_token")
      #expect(try await tokens(stage, ["access_type": "offline"])["refresh_token"] != nil)
    }
  }

  @Test("the form logs in at Google's own address")
  func form() async throws {
    try await open(login: .form) { stage in
      let page = try await stage.authorize(to: Self.authorization)
      #expect(page.body.contains("action=\"\(stage.provider.baseURL)/google/signin\""))
      let reply = try await stage.browser.post(
        "/google/signin",
        [
          ("transaction", page.field("transaction").orThrow()), ("username", "dave"),
          ("password", "d"), ("action", "allow"),
        ])
      #expect(reply.query["code"] != nil)
    }
  }
}
