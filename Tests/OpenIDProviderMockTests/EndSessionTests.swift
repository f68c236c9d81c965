import DocgenClocks
import DocgenJOSE
import DocgenJSON
import DocgenTestSupport
import OpenIDProviderMock
import Testing

/// RP-Initiated Logout 1.0 sections 2 and 3.
@Suite(.fewAtOnce) struct EndSessionTests {
  private static let bye = "https://app.example/bye"

  /// Logs bob in at the browser and returns his ID token.
  private func logIn(_ stage: Stage) async throws -> String {
    try await stage.provider.queue(.approve(username: "bob"))
    return try await stage.authorize(["response_type": "id_token", "nonce": "n"])
      .fragment["id_token"].orThrow()
  }

  private func isLoggedIn(_ stage: Stage) async throws -> Bool {
    try await stage.authorize(["prompt": "none"]).query["code"] != nil
  }

  @Test("with a hint, even an expired one, the session ends and state comes back")
  func hint() async throws {
    try await Stage.open(login: .form) { stage in
      let hint = try await logIn(stage)
      stage.clock.advance(by: .seconds(10_000))
      #expect(try await isLoggedIn(stage))
      let reply = try await stage.browser.get(
        "/end_session",
        [("id_token_hint", hint), ("post_logout_redirect_uri", Self.bye), ("state", "a b&c")])
      #expect(reply.status == 302)
      #expect(reply.target == Self.bye)
      #expect(reply.query == ["state": "a b&c"])
      #expect(reply.header("Set-Cookie")?.contains("Max-Age=0") == true)
      #expect(try await !isLoggedIn(stage))
    }
  }

  @Test("without a hint the person is asked first")
  func confirmation() async throws {
    try await Stage.open(login: .form) { stage in
      _ = try await logIn(stage)
      let parameters = [("client_id", "web"), ("post_logout_redirect_uri", Self.bye + "?a=b")]
      let page = try await stage.browser.get("/end_session", parameters)
      #expect(page.status == 200)
      #expect(page.body.contains("<strong>bob</strong>"))
      let stay = try await stage.browser.post(
        "/end_session",
        [("transaction", page.field("transaction").orThrow()), ("action", "stay")])
      #expect(stay.status == 200)
      #expect(try await isLoggedIn(stage))
      let again = try await stage.browser.post("/end_session", parameters)
      let transaction = try again.field("transaction").orThrow()
      let left = try await stage.browser.post(
        "/end_session", [("transaction", transaction), ("action", "logout")])
      #expect(left.status == 303)
      #expect(left.query == ["a": "b"])
      #expect(try await !isLoggedIn(stage))
      let twice = try await stage.browser.post(
        "/end_session", [("transaction", transaction), ("action", "logout")])
      #expect(twice.status == 400)
    }
  }

  @Test("the question waits ten minutes for its answer")
  func lateConfirmation() async throws {
    try await Stage.open(login: .form) { stage in
      _ = try await logIn(stage)
      for (seconds, status) in [(600, 400), (599, 200)] {
        let page = try await stage.browser.get("/end_session")
        let transaction = try page.field("transaction").orThrow()
        stage.clock.advance(by: .seconds(seconds))
        let reply = try await stage.browser.post(
          "/end_session", [("transaction", transaction), ("action", "logout")])
        #expect(reply.status == status, "\(seconds)")
        #expect(try await isLoggedIn(stage) == (status == 400))
      }
    }
  }

  @Test("an address that is not registered, a foreign hint or client is never followed")
  func refusals() async throws {
    try await Stage.open(login: .form) { stage in
      let hint = try await logIn(stage)
      for parameters in [
        [("id_token_hint", hint), ("post_logout_redirect_uri", "https://evil.example/")],
        [("id_token_hint", hint), ("post_logout_redirect_uri", Self.bye + "/")],
        [("id_token_hint", hint), ("client_id", "es"), ("post_logout_redirect_uri", Self.bye)],
        [("id_token_hint", hint), ("client_id", "es")],
        [("client_id", "es"), ("post_logout_redirect_uri", Self.bye)],
        [("post_logout_redirect_uri", Self.bye)], [("client_id", "nobody")],
        [("id_token_hint", hint + "x")], [("state", "a"), ("state", "b")],
      ] {
        let reply = try await stage.browser.get("/end_session", parameters)
        #expect(reply.status == 400, "\(parameters.map(\.0))")
        #expect(reply.header("Location") == nil)
      }
      #expect(try await isLoggedIn(stage))
    }
  }

  @Test("nobody logged in: a page, or the redirect")
  func nobody() async throws {
    try await Stage.open { stage in
      let page = try await stage.browser.get("/end_session")
      #expect(page.status == 200)
      #expect(page.body.contains("You are logged out"))
      let reply = try await stage.browser.get(
        "/end_session", [("client_id", "web"), ("post_logout_redirect_uri", Self.bye)])
      #expect(reply.target == Self.bye)
    }
  }
}
