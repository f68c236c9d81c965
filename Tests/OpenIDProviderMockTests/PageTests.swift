import DocgenJOSE
import DocgenJSON
import DocgenTestSupport
import OpenIDProviderMock
import Testing

/// The headers of every page for users, which protect it from other sites.
@Suite(.fewAtOnce) struct PageHeaderTests {
  @Test("RFC 6749 10.13, RFC 9700 4.2.4 and 4.16: no frame, no referrer, nothing loaded")
  func headers() async throws {
    try await Stage.open(login: .form) { stage in
      let form = try await stage.authorize()
      let pages = [
        form,
        try await stage.browser.post(
          "/login",
          [
            ("transaction", form.field("transaction").orThrow()), ("action", "allow"),
            ("username", "alice"), ("password", "wrong"),
          ]),
        try await stage.authorize(["client_id": "mallory"]),
        try await stage.browser.get("/device"),
        try await stage.browser.get("/end_session"),
      ]
      for page in pages {
        let policy = try page.header("Content-Security-Policy").orThrow()
        for directive in ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"] {
          #expect(policy.contains(directive))
        }
        #expect(page.header("Referrer-Policy") == "no-referrer")
        #expect(page.header("X-Content-Type-Options") == "nosniff")
        #expect(page.header("Cache-Control") == "no-store")
        #expect(!page.body.contains("<script"))
        #expect(page.body.contains("<main>\n<h1>"))
      }
    }
  }

  @Test("RFC 9700 4.12: a form that was posted leads on by 303, which repeats no password")
  func seeOther() async throws {
    try await Stage.open(login: .form) { stage in
      for action in ["allow", "deny"] {
        let form = try await stage.authorize(["prompt": "login"])
        let reply = try await stage.browser.post(
          "/login",
          [
            ("transaction", form.field("transaction").orThrow()), ("action", action),
            ("username", "alice"), ("password", "wonder"),
          ])
        #expect(reply.status == 303)
        #expect(reply.target == Stage.redirectURI)
      }
    }
  }
}

/// OAuth 2.0 Form Post Response Mode section 2.
@Suite(.fewAtOnce) struct FormPostTests {
  @Test("FP 2: a page that posts every parameter, and is never stored")
  func success() async throws {
    try await Stage.open { stage in
      let page = try await stage.authorize([
        "response_mode": "form_post", "response_type": "code id_token", "nonce": "n",
        "state": "<\"&'>",
      ])
      #expect(page.status == 200)
      #expect(page.header("Location") == nil)
      #expect(page.header("Cache-Control") == "no-store")
      #expect(page.body.contains("<form method=\"post\" action=\"\(Stage.redirectURI)\">"))
      #expect(page.field("state") == "&lt;&quot;&amp;&#39;&gt;")
      #expect(page.field("iss") == stage.provider.issuer())
      #expect(try await stage.verified(page.field("id_token")).claims["c_hash"] != nil)
      #expect(try await stage.token(["code": page.field("code")]).status == 200)
      let policy = try #require(page.header("Content-Security-Policy"))
      #expect(policy.contains("script-src 'sha256-"))
      #expect(!policy.contains("form-action"))
    }
  }

  @Test("FP 2: errors too")
  func error() async throws {
    try await Stage.open { stage in
      try await stage.provider.queue(.deny)
      let page = try await stage.authorize(["response_mode": "form_post"])
      #expect(page.field("error") == "access_denied")
      #expect(page.field("state") == "xyz &amp; 1")
      #expect(page.field("code") == nil)
    }
  }
}
