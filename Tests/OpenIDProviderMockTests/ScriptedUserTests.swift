import DocgenClocks
import DocgenJOSE
import DocgenJSON
import DocgenTestSupport
import OpenIDProviderMock
import Testing

@Suite(.fewAtOnce) struct ScriptedUserTests {
  @Test("a user who abandons leaves the page open; the client hears nothing")
  func abandon() async throws {
    try await Stage.open { stage in
      try await stage.provider.queue(.abandon)
      let page = try await stage.authorize()
      #expect(page.status == 200)
      #expect(page.header("Location") == nil)
      #expect(page.field("transaction") != nil)
      // The next request is handled as usual.
      let next = try await stage.authorize()
      #expect(next.query["code"] != nil)
    }
  }

  @Test("a user who mistypes the password tries again; the log has both attempts")
  func wrongThenRight() async throws {
    try await Stage.open { stage in
      try await stage.provider.queue(.wrongPassword(username: "bob"))
      let reply = try await stage.authorize()
      let token = try await stage.token(["code": reply.query["code"].orThrow()]).json
      #expect(try await stage.verified(token.text("id_token")).claims["sub"] == "bob")
      let log = await stage.provider.requests.filter { $0.endpoint == .login }
      #expect(log.map(\.status) == [403, 302])
      #expect(log.map(\.sender) == [.script, .script])
      #expect(log.map { $0["username"] } == ["bob", "bob"])
      #expect(log[0]["password"] == "[redacted]")
      #expect(log[0].path == "/login")
    }
  }

  @Test("a user who gives up after a wrong password ends in front of the form")
  func wrongPassword() async throws {
    try await Stage.open(login: .form) { stage in
      try await stage.provider.queue(.wrongPassword(username: "alice", thenRight: false))
      let page = try await stage.authorize()
      #expect(page.status == 403)
      #expect(page.body.contains("role=\"alert\""))
      #expect(page.field("username") == "alice")
      // Another user at the same browser may still log in.
      let reply = try await stage.browser.post(
        "/login",
        [
          ("transaction", page.field("transaction").orThrow()), ("username", "alice"),
          ("password", "wonder"), ("action", "allow"),
        ])
      #expect(reply.query["code"] != nil)
      try await stage.provider.expect(count: 2, EndpointPattern(.login))
    }
  }

  @Test("a slow user takes the injected clock's time, and is logged in at the end of it")
  func slow() async throws {
    try await Stage.open { stage in
      try await stage.provider.queue(.slow(seconds: 90, then: .approve(username: "bob")))
      let began = stage.now
      async let slow = stage.authorize()
      while stage.clock.sleeperCount == 0 { await Task.yield() }
      // Other requests aren't delayed, and don't use up the queued decision.
      let other = try await stage.authorize()
      #expect(other.query["code"] != nil)
      stage.clock.advance(by: .seconds(90))
      let code = try await slow.query["code"].orThrow()
      let token = try await stage.token(["code": code]).json
      let claims = try await stage.verified(token.text("id_token")).claims
      #expect(claims["auth_time"]?.integer == began + 90)
      #expect(claims["sub"] == "bob")
    }
  }

  @Test("a slow user who refuses in the end")
  func slowDenial() async throws {
    try await Stage.open { stage in
      try await stage.provider.queue(.slow(seconds: 5, then: .deny))
      async let reply = stage.authorize()
      while stage.clock.sleeperCount == 0 { await Task.yield() }
      stage.clock.advance(by: .seconds(5))
      #expect(try await reply.query["error"] == "access_denied")
    }
  }

  @Test("claims for one request alone, in every token that comes of it and in userinfo")
  func claimsOfARequest() async throws {
    try await Stage.open { stage in
      try await stage.provider.queue(
        .approve(username: "alice", claims: ["email": "new@example.com", "tier": 3]))
      let answer = try await stage.token(
        ["code": stage.code(["scope": "openid email"])]).json
      let claims = try await stage.verified(answer.text("id_token")).claims
      #expect(claims["tier"] == 3)
      let info = try await stage.browser.get(
        "/userinfo", headers: Stage.bearer(answer.text("access_token"))
      ).json
      #expect(info["email"] == "new@example.com")
      #expect(info["tier"] == 3)
      let other = try await stage.token(["code": stage.code()]).json
      #expect(try await stage.verified(other.text("id_token")).claims["tier"] == nil)
    }
  }

  @Test(
    "login_hint chooses among users where nobody is asked", arguments: ["bob", "bob@example.com"])
  func hint(text: String) async throws {
    try await Stage.open { stage in
      let answer = try await stage.token(["code": stage.code(["login_hint": text])]).json
      #expect(try await stage.verified(answer.text("id_token")).claims["sub"] == "bob")
    }
  }

  @Test("decisions by configuration: a queue from the start, and a user's own way")
  func configured() async throws {
    let configuration = try ProviderConfiguration(
      parsing: """
        {"issuers": {"/": {
          "decisions": [{"does": "deny"}, {"user": "bob"}, {"does": "wrong_password", "user": "ann"}],
          "clients": [{"client_id": "web", "client_secret": "s3cret",
            "redirect_uris": ["https://app.example/cb"]}],
          "users": [{"username": "ann", "decision": {"does": "abandon"}},
            {"username": "bob"}]}}}
        """)
    try await Stage.open(configuration.issuers) { stage in
      let denied = try await stage.authorize()
      #expect(denied.query["error"] == "access_denied")
      let bob = try await stage.authorize()
      #expect(bob.query["code"] != nil)
      let wrong = try await stage.authorize()
      #expect(wrong.status == 403)
      let abandoned = try await stage.authorize()
      #expect(abandoned.status == 200)
      let hinted = try await stage.authorize(["login_hint": "bob"])
      #expect(hinted.query["code"] != nil)
    }
  }

  @Test("RFC 8628 3.3: scripted users at a device's page")
  func device() async throws {
    try await Stage.open(login: .form) { stage in
      let device = try await stage.browser.post("/device_authorization", [("client_id", "tv")]).json
      let code = try device.text("user_code")
      try await stage.provider.queue(
        .abandon, .wrongPassword(username: "bob", thenRight: false),
        .slow(seconds: 3, then: .approve(username: "bob", claims: ["room": 7])))
      var pages: [Int] = []
      for _ in 0..<2 {
        pages.append(try await stage.browser.get("/device", [("user_code", code)]).status)
      }
      #expect(pages == [200, 403])
      async let slow = stage.browser.get("/device", [("user_code", code)])
      while stage.clock.sleeperCount == 0 { await Task.yield() }
      stage.clock.advance(by: .seconds(3))
      #expect(try await slow.body.contains("The device is connected"))
      let token = try await stage.browser.post(
        "/token",
        [
          ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"), ("client_id", "tv"),
          ("device_code", device.text("device_code")),
        ])
      #expect(token.status == 200)
    }
  }

  @Test("codes and tokens can be queued")
  func values() async throws {
    try await Stage.open { stage in
      try await stage.provider.queueValues("the-code", "the-token")
      let code = try await stage.code()
      #expect(code == "the-code")
      let answer = try await stage.token(["code": code]).json
      #expect(answer["access_token"] == "the-token")
      #expect(try await stage.code() != "the-code")
    }
  }

  @Test("a user logged in behind the client's back needs no form")
  func logIn() async throws {
    try await Stage.open(login: .form) { stage in
      let cookie = try await stage.provider.logIn("bob")
      let reply = try await stage.authorize(
        ["prompt": "none"], headers: ["Cookie": String(cookie.prefix { $0 != ";" })])
      #expect(reply.query["code"] != nil)
      await #expect(throws: ProviderError.unknownUser("eve")) {
        try await stage.provider.logIn("eve")
      }
    }
  }

  @Test("Core 3.1.2.6: several users at one browser, and prompt=none")
  func accountSelection() async throws {
    try await Stage.open(login: .form) { stage in
      let cookies = try await [stage.provider.logIn("bob"), stage.provider.logIn("alice")]
      let header = cookies.map { $0.prefix { $0 != ";" } }.joined(separator: "; ")
      let reply = try await stage.authorize(["prompt": "none"], headers: ["Cookie": header])
      #expect(reply.query["error"] == "account_selection_required")
    }
  }
}
