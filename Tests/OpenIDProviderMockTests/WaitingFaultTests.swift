import DocgenJSON
import DocgenTestSupport
import OpenIDProviderMock
import Testing

/// Faults wait for the response that they change, and can be listed and cancelled.
@Suite(.fewAtOnce) struct WaitingFaultTests {
  private func logIn(_ page: Reply, _ stage: Stage, password: String = "wonder") async throws
    -> Reply
  {
    try await stage.browser.post(
      "/login",
      [
        ("transaction", page.field("transaction").orThrow()), ("username", "alice"),
        ("password", password), ("action", "allow"),
      ])
  }

  private func faults(_ stage: Stage) async -> [[String]] {
    await stage.provider.requests.map(\.faults)
  }

  @Test("a wrong state waits for the redirect, past the login page and a wrong password")
  func wrongState() async throws {
    try await Stage.open(login: .form) { stage in
      try await stage.provider.inject(.wrongState, into: .authorization)
      let page = try await stage.authorize()
      let again = try await logIn(page, stage, password: "wrong")
      #expect(again.status == 403)
      #expect(await faults(stage) == [[], []])
      let redirect = try await logIn(page, stage)
      #expect(redirect.query["state"] == "another-state")
      #expect(redirect.query["code"] != nil)
      #expect(await faults(stage) == [[], [], ["member state"]])
      #expect(try await stage.provider.waitingFaults().isEmpty)
    }
  }

  @Test(
    "a wrong iss waits for the consent page's redirect, and for the request that it is meant for")
  func wrongIssuer() async throws {
    try await Stage.open(login: .form) { stage in
      try await stage.provider.inject(
        .wrongIssuer, into: .authorization, when: ["response_type": "id_token"])
      let code = try await logIn(try await stage.authorize(), stage)
      #expect(code.query["iss"] == stage.provider.issuer())
      let consent = try await stage.authorize([
        "response_type": "id_token", "nonce": "n", "prompt": "consent",
      ])
      let token = try await stage.browser.post(
        "/login", [("transaction", consent.field("transaction").orThrow()), ("action", "allow")])
      #expect(token.fragment["iss"] == "https://other.example")
    }
  }

  @Test("a parameter that is to be missing waits for a response that has it")
  func missing() async throws {
    try await Stage.open(login: .form) { stage in
      try await stage.provider.inject(.member("code", nil), into: .authorization)
      let denied = try await stage.authorize(["prompt": "none"])
      #expect(denied.query["error"] == "login_required")
      let redirect = try await logIn(try await stage.authorize(), stage)
      #expect(redirect.query["code"] == nil)
      #expect(redirect.query["state"] == "xyz & 1")
      #expect(await faults(stage) == [[], [], ["member code"]])
    }
  }

  @Test("a function's wrong state stays with the request that it was chosen for")
  func function() async throws {
    try await Stage.open(login: .form) { stage in
      try await stage.provider.chooseFaults { request in
        request.endpoint == .authorization && request.parameters["nonce"] == "wrong"
          ? .wrongState : nil
      }
      let wrong = try await stage.authorize(["nonce": "wrong"])
      let right = try await stage.authorize()
      #expect(try await logIn(right, stage).query["state"] == "xyz & 1")
      #expect(try await logIn(wrong, stage).query["state"] == "another-state")
    }
  }

  @Test("a member of a token response waits for one without an error")
  func tokenMember() async throws {
    try await Stage.open { stage in
      try await stage.provider.inject(.missingTokenType, into: .token)
      try await stage.provider.inject(conformance: .logoutOtherState)
      #expect(try await stage.token(["code": "unknown"]).json["error"] == "invalid_grant")
      #expect(try await stage.provider.waitingFaults().count == 2)
      #expect(try await stage.token(["code": stage.code()]).json["token_type"] == nil)
      let bye = "https://app.example/bye"
      #expect(try await stage.browser.get("/end_session").status == 200)
      let logout = try await stage.browser.get(
        "/end_session",
        [("client_id", "web"), ("post_logout_redirect_uri", bye), ("state", "s")])
      #expect(logout.query["state"] == "another-state")
      #expect(
        await faults(stage) == [[], [], ["member token_type"], [], ["logout-other-state"]])
    }
  }

  @Test(
    "waiting faults, decisions and values are listed in the form of a configuration, and cancelled")
  func controls() async throws {
    try await Stage.open { stage in
      let server = try await ProviderControl.open(stage.provider)
      let control = Browser(server)
      let faults = #"""
        [{"id_token":"expired"},{"conformance":"sig-none"},
         {"fault":"member","name":"state","value":"x","endpoint":"authorization",
          "when":{"client_id":"web"},"times":3},{"fault":"delay","seconds":3,"endpoint":"token"}]
        """#
      let decisions = #"""
        [{"does":"deny"},{"user":"bob","does":"approve","claims":{"a":1},"after":30},
         {"user":"alice","does":"wrong_password_then_right"}]
        """#
      for (path, sent) in [("faults", faults), ("decisions", decisions)] {
        #expect(try await control.post("/" + path, json: sent).status == 200)
        let listed = try await control.get("/" + path).json[path]
        #expect(try listed == JSONParser.parse(sent))
      }
      #expect(try await control.post("/values", json: #"["v-1"]"#).status == 200)
      #expect(try await stage.provider.queuedDecisions().count == 3)
      for path in ["/faults", "/decisions", "/values"] {
        #expect(try await control.get(path, method: "DELETE").status == 200)
      }
      #expect(try await stage.provider.waitingFaults().isEmpty)
      let redirect = try await stage.authorize()
      #expect(redirect.query["state"] == "xyz & 1")
      #expect(redirect.query["code"].map { $0 != "v-1" } == true)

      try await stage.provider.inject(conformance: .discoveryIssuerMismatch)
      _ = try await stage.browser.get("/.well-known/openid-configuration")
      #expect(await stage.provider.coverage.covered == [.discoveryIssuerMismatch])
      #expect(try await control.get("/coverage", method: "DELETE").status == 200)
      #expect(await stage.provider.coverage.covered.isEmpty)
      await server.close()
    }
  }

  @Test("a token with a lifetime out of range or that is no number is refused")
  func lifetimes() async throws {
    try await Stage.open { stage in
      let server = try await ProviderControl.open(stage.provider)
      let control = Browser(server)
      for lifetime in ["9223372036854775807", "-9223372036854775808", "1e300", "\"1\"", "1.5"] {
        for type in ["id_token", "access_token"] {
          let reply = try await control.post(
            "/tokens",
            json: """
              {"type": "\(type)", "client": "web", "user": "alice", "lifetime": \(lifetime)}
              """)
          #expect(reply.status == 400)
          #expect(reply.body.contains("'lifetime' must be a whole number of seconds"))
        }
      }
      let expired = try await control.post(
        "/tokens", json: #"{"type": "id_token", "client": "web", "user": "alice", "lifetime": -60}"#
      )
      #expect(expired.status == 200)
      await server.close()
    }
  }
}
