import DocgenTestSupport
import Testing

/// Errors that must never cause a redirect (RFC 6749 4.1.2.1).
@Suite(.fewAtOnce) struct AuthorizationPageErrorTests {
  private func expectPage(_ reply: Reply, _ text: String) {
    #expect(reply.status == 400)
    #expect(reply.header("Location") == nil)
    #expect(reply.header("Content-Type") == "text/html; charset=utf-8")
    #expect(reply.header("Cache-Control") == "no-store")
    #expect(reply.body.contains("role=\"alert\""))
    #expect(reply.body.contains(text))
  }

  @Test("row 1: a repeated client_id or redirect_uri", arguments: ["client_id", "redirect_uri"])
  func repeated(name: String) async throws {
    try await Stage.open { stage in
      let reply = try await stage.browser.get(
        "/authorize",
        [
          ("client_id", "web"), ("redirect_uri", Stage.redirectURI), ("response_type", "code"),
          (name, "web"),
        ])
      expectPage(reply, "repeated")
    }
  }

  @Test("row 2: an unknown or missing client", arguments: ["mallory", "", nil] as [String?])
  func client(id: String?) async throws {
    try await Stage.open { stage in
      let reply = try await stage.authorize(["client_id": id])
      expectPage(reply, id == "mallory" ? "No client &#39;mallory&#39;" : "missing")
    }
  }

  @Test(
    "row 3: a redirect URI that is not the registered string",
    arguments: [
      nil, "", "https://app.example/cb/", "https://app.example/cb#f", "https://app.example/CB",
      "https://app.example:443/cb", "https://APP.example/cb", "http://app.example/cb",
      "https://app.example/cb?x=1", "https://app.example/cb%2f..", "https://app.example.evil/cb",
      "https://app.example@evil/cb", "//app.example/cb", "/cb", "https://app.example/cb\r\nX: y",
    ] as [String?])
  func redirectURI(uri: String?) async throws {
    try await Stage.open { stage in
      expectPage(try await stage.authorize(["redirect_uri": uri]), "redirect_uri")
    }
  }

  @Test("another client's redirect URI is not one's own")
  func foreignRedirectURI() async throws {
    try await Stage.open { stage in
      expectPage(
        try await stage.authorize(["redirect_uri": "com.example.app:/cb"]), "redirect_uri")
    }
  }

  @Test("what comes from outside is escaped in the page")
  func escaping() async throws {
    try await Stage.open { stage in
      let reply = try await stage.authorize(["client_id": "<script>alert(1)</script>"])
      expectPage(reply, "&lt;script&gt;")
      #expect(!reply.body.contains("<script>"))
      #expect(reply.header("Content-Security-Policy")?.contains("default-src 'none'") == true)
    }
  }

  @Test("a POST that is not a form")
  func postWithoutForm() async throws {
    try await Stage.open { stage in
      let reply = try await stage.authorize(post: true, headers: ["Content-Type": "text/plain"])
      expectPage(reply, "not a form")
    }
  }

  @Test(
    "RFC 8252 7.3: of a loopback address the port is free, of localhost it is not",
    arguments: [
      ("http://127.0.0.1/cb", true), ("http://127.0.0.1:51004/cb", true),
      ("http://127.0.0.1:0/cb", true), ("http://127.0.0.1:65536/cb", false),
      ("http://127.0.0.1:/cb", false), ("http://127.0.0.1:80@evil/cb", false),
      ("http://127.0.0.1.evil/cb", false), ("http://127.0.0.1:80/cb/", false),
      ("https://127.0.0.1/cb", false), ("http://[::1]:80/cb", false),
      ("http://localhost:9/cb", true), ("http://localhost:10/cb", false),
      ("com.example.app:/cb", true), ("com.example.app:/cb2", false),
    ])
  func loopback(uri: String, isFine: Bool) async throws {
    try await Stage.open { stage in
      let reply = try await stage.authorize([
        "client_id": "native", "redirect_uri": uri, "code_challenge": Stage.challenge,
        "code_challenge_method": "S256",
      ])
      if isFine {
        #expect(reply.target == uri)
        #expect(reply.query["code"] != nil)
      } else {
        expectPage(reply, "redirect_uri")
      }
    }
  }
}
