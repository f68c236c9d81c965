import DocgenJOSE
import DocgenJSON
import DocgenTestSupport
import OpenIDProviderMock
import Testing

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
