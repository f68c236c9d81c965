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
