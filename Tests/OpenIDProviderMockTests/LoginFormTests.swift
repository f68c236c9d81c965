import DocgenClocks
import DocgenJOSE
import DocgenJSON
import DocgenMockHTTP
import DocgenTestSupport
import OpenIDProviderMock
import Testing

@Suite(.fewAtOnce) struct LoginFormTests {
  private func submit(
    _ page: Reply, _ stage: Stage, username: String = "alice", password: String = "wonder",
    action: String = "allow"
  ) async throws -> Reply {
    try await stage.browser.post(
      "/login",
      [
        ("transaction", page.field("transaction").orThrow()), ("username", username),
        ("password", password), ("action", action),
      ])
  }

  @Test("the form can be used by people and by drivers")
  func form() async throws {
    try await Stage.open(login: .form) { stage in
      let page = try await stage.authorize(["login_hint": "<b>\"alice\"", "scope": "openid email"])
      #expect(page.status == 200)
      #expect(page.header("Content-Type") == "text/html; charset=utf-8")
      #expect(page.header("Cache-Control") == "no-store")
      #expect(page.body.contains("<html lang=\"en\">"))
      #expect(
        page.body.contains("<form method=\"post\" action=\"\(stage.provider.baseURL)/login\">"))
      for name in ["username", "password"] {
        #expect(page.body.contains("<label for=\"\(name)\">"))
      }
      #expect(page.field("username") == "&lt;b&gt;&quot;alice&quot;")
      #expect(page.body.contains("name=\"action\" value=\"allow\""))
      #expect(page.body.contains("name=\"action\" value=\"deny\""))
      #expect(page.body.contains("<li><span>Your e-mail address</span> <code>email</code></li>"))
    }
  }

  @Test("logging in leads back with a code and a cookie out of scripts' reach")
  func logIn() async throws {
    try await Stage.open(login: .form) { stage in
      let page = try await stage.authorize()
      let reply = try await submit(page, stage)
      #expect(reply.status == 303)
      #expect(reply.target == Stage.redirectURI)
      #expect(reply.query["state"] == "xyz & 1")
      #expect(reply.query["code"] != nil)
      let cookie = try #require(reply.header("Set-Cookie"))
      #expect(cookie.hasPrefix("op_session="))
      #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Lax"))
    }
  }

  @Test("Core 3.1.2.1: max_age=0 asks for the password again, in the same second too")
  func maximumAgeZero() async throws {
    try await Stage.open(login: .form) { stage in
      _ = try await submit(try await stage.authorize(), stage)
      #expect(try await stage.authorize(["max_age": "1"]).query["code"] != nil)
      let page = try await stage.authorize(["max_age": "0"])
      #expect(page.status == 200)
      #expect(page.field("password") != nil || page.body.contains("name=\"password\""))
      let silent = try await stage.authorize(["max_age": "0", "prompt": "none"])
      #expect(silent.query["error"] == "login_required")
      #expect(try await submit(page, stage).query["code"] != nil)
    }
  }

  @Test("the page shows the client's name and logo, and pictures of no other server")
  func nameAndLogo() async throws {
    var client = Stage.clients[0]
    client.name = "Travel & <b>"
    client.logoURI = "https://cdn.example:8443/logo.png?a=1&b=2"
    let issuer = Stage.issuer(login: .form) { $0.clients = [client] }
    try await Stage.open(["/": issuer]) { stage in
      let page = try await stage.authorize()
      #expect(page.body.contains("<strong>Travel &amp; &lt;b&gt;</strong>"))
      #expect(
        page.body.contains(
          #"<img src="https://cdn.example:8443/logo.png?a=1&amp;b=2" alt="" height="64">"#))
      let policy = try #require(page.header("Content-Security-Policy"))
      #expect(policy.contains("img-src https://cdn.example:8443;"))
      _ = try await submit(page, stage)
      let consent = try await stage.authorize(["prompt": "consent"])
      #expect(consent.body.contains("<strong>Travel &amp; &lt;b&gt;</strong> requests access"))
    }
    for uri in ["javascript:alert(1)", "https://a;script-src/x", "https://u@a/x", "/logo.png"] {
      let text = """
        {"issuers": {"/": {"users": [{"username": "u"}], "clients": [{"client_id": "a",
          "redirect_uris": ["a:/"], "logo_uri": "\(uri)"}]}}}
        """
      #expect(
        ProviderConfiguration.check(text).map(\.message)
          == ["'logo_uri' must be an http or https address"])
    }
  }

  @Test("a wrong name or password shows the form again and can be corrected")
  func wrongPassword() async throws {
    try await Stage.open(login: .form) { stage in
      let page = try await stage.authorize()
      for (name, password) in [("alice", "wrong"), ("nobody", "wonder"), ("", "")] {
        let again = try await submit(page, stage, username: name, password: password)
        #expect(again.status == 403)
        #expect(again.header("Location") == nil)
        #expect(again.header("Set-Cookie") == nil)
        #expect(again.body.contains("role=\"alert\" id=\"problem\""))
        #expect(again.body.contains("aria-describedby=\"problem\" aria-invalid=\"true\""))
        #expect(again.body.contains("<title>Problem: Log in</title>"))
        #expect(again.field("username") == name)
        #expect(again.field("transaction") == page.field("transaction"))
      }
      #expect(try await submit(page, stage).query["code"] != nil)
    }
  }

  @Test("row 13: Deny tells the client, with state")
  func deny() async throws {
    try await Stage.open(login: .form) { stage in
      let page = try await stage.authorize()
      let reply = try await submit(page, stage, username: "", password: "", action: "deny")
      #expect(reply.query["error"] == "access_denied")
      #expect(reply.query["state"] == "xyz & 1")
    }
  }

  @Test("a form works once, and not after ten minutes")
  func transactionLifetime() async throws {
    try await Stage.open(login: .form) { stage in
      let used = try await stage.authorize()
      _ = try await submit(used, stage)
      let late = try await stage.authorize(["prompt": "login"])
      stage.clock.advance(by: .seconds(600))
      for page in [used, late] {
        let reply = try await submit(page, stage)
        #expect(reply.status == 400)
        #expect(reply.header("Location") == nil)
      }
      let unknown = try await stage.browser.post("/login", [("transaction", "x")])
      #expect(unknown.status == 400)
    }
  }

  @Test("a session skips the form, for what has been agreed to")
  func session() async throws {
    try await Stage.open(login: .form) { stage in
      _ = try await submit(try await stage.authorize(), stage)
      stage.clock.advance(by: .seconds(100))
      #expect(try await stage.authorize().query["code"] != nil)
      #expect(try await stage.authorize(["prompt": "none"]).query["code"] != nil)
      let more = try await stage.authorize(["prompt": "none", "scope": "openid email"])
      #expect(more.query["error"] == "consent_required")
      // More scopes need consent, but no password.
      let page = try await stage.authorize(["scope": "openid email"])
      #expect(page.body.contains("logged in as <strong>alice</strong>"))
      #expect(!page.body.contains("type=\"password\""))
      let agreed = try await stage.browser.post(
        "/login",
        [("transaction", page.field("transaction").orThrow()), ("action", "allow")])
      let token = try await stage.token(["code": agreed.query["code"].orThrow()]).json
      let claims = try await stage.verified(token.text("id_token")).claims
      #expect(claims["auth_time"]?.integer == stage.now - 100)
    }
  }

  @Test("Core 3.1.2.1: prompt=login, prompt=consent and max_age ask again")
  func askAgain() async throws {
    try await Stage.open(login: .form) { stage in
      _ = try await submit(try await stage.authorize(), stage)
      stage.clock.advance(by: .seconds(60))
      #expect(try await stage.authorize(["max_age": "60"]).query["code"] != nil)
      for changes: KeyValuePairs<String, String?> in [
        ["prompt": "login"], ["prompt": "select_account"], ["max_age": "59"], ["max_age": "0"],
      ] {
        let page = try await stage.authorize(changes)
        #expect(page.status == 200)
        #expect(page.body.contains("type=\"password\""))
      }
      let consent = try await stage.authorize(["prompt": "consent"])
      #expect(consent.status == 200)
      #expect(!consent.body.contains("type=\"password\""))
      let stale = try await stage.authorize(["prompt": "none", "max_age": "59"])
      #expect(stale.query["error"] == "login_required")
    }
  }

  @Test("Core 3.1.2.1: somebody else logs in than the id_token_hint says")
  func hint() async throws {
    try await Stage.open(login: .form) { stage in
      let page = try await stage.authorize(["response_type": "id_token", "nonce": "n"])
      let hint = try await submit(page, stage).fragment["id_token"].orThrow()
      let again = try await stage.authorize(["prompt": "login", "id_token_hint": .some(hint)])
      let reply = try await submit(again, stage, username: "bob", password: "builder")
      #expect(reply.query["error"] == "login_required")
    }
  }

  @Test("a queued user needs no page, and is logged in afterwards")
  func queued() async throws {
    try await Stage.open(login: .form) { stage in
      try await stage.provider.queue(.approve(username: "bob"))
      let reply = try await stage.authorize(["response_type": "id_token", "nonce": "n"])
      #expect(try await stage.verified(reply.fragment["id_token"]).claims["sub"] == "bob")
      #expect(try await stage.authorize(["prompt": "none"]).query["code"] != nil)
    }
  }

  @Test("sessions of two issuers on one port are apart")
  func issuersApart() async throws {
    let issuers = ["/": Stage.issuer(login: .form), "/b": Stage.issuer(login: .form)]
    try await Stage.open(issuers) { stage in
      let page = try await stage.authorize()
      _ = try await submit(page, stage)
      #expect(try await stage.authorize(["prompt": "none"]).query["code"] != nil)
      let other = try await stage.authorize(["prompt": "none"], at: "/b")
      #expect(other.query["error"] == "login_required")
      #expect(other.query["iss"] == stage.provider.issuer("/b"))
    }
  }
}
