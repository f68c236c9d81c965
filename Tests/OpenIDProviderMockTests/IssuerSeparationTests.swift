import DocgenJOSE
import DocgenJSON
import DocgenTestSupport
import OpenIDProviderMock
import Testing

/// Several issuers on one port share no state.
@Suite(.fewAtOnce) struct IssuerSeparationTests {
  private let issuers = ["/": Stage.issuer(), "/b": Stage.issuer()]

  @Test("RFC 6749 4.1.2: a code is good at its own issuer only")
  func codes() async throws {
    try await Stage.open(issuers) { stage in
      let code = try await stage.code()
      let foreign = try await stage.token(["code": .some(code)], at: "/b")
      #expect(foreign.status == 400)
      #expect(try foreign.json["error"] == "invalid_grant")
      #expect(try await stage.token(["code": .some(code)]).status == 200)
    }
  }

  @Test("RFC 6750 3.1, RFC 7662 2.2: so is an access token, and a refresh token (RFC 6749 6)")
  func tokens() async throws {
    try await Stage.open(issuers) { stage in
      let code = try await stage.code(["access_type": "offline"])
      let answer = try await stage.token(["code": .some(code)]).json
      let access = try answer.text("access_token")
      let info = try await stage.browser.get("/b/userinfo", headers: Stage.bearer(access))
      #expect(info.status == 401)
      let state = try await stage.browser.post(
        "/b/introspect", [("token", access)], headers: Stage.basic("web", "s3cret"))
      #expect(try state.json == ["active": false])
      let refreshed = try await stage.token(
        ["grant_type": "refresh_token", "refresh_token": .some(answer.text("refresh_token"))],
        at: "/b")
      #expect(try refreshed.json["error"] == "invalid_grant")
    }
  }

  @Test("Core 3.1.2.1, RP-Initiated Logout 2: an ID token hint of another issuer is none")
  func hints() async throws {
    try await Stage.open(issuers) { stage in
      let reply = try await stage.authorize(["response_type": "id_token", "nonce": "n"])
      let hint = try reply.fragment["id_token"].orThrow()
      let authorization = try await stage.authorize(["id_token_hint": .some(hint)], at: "/b")
      #expect(authorization.query["error"] == "invalid_request")
      let logout = try await stage.browser.get("/b/end_session", [("id_token_hint", hint)])
      #expect(logout.status == 400)
    }
  }

  @Test("RFC 9207 2, Core 2: each names itself in redirects and tokens")
  func names() async throws {
    try await Stage.open(issuers) { stage in
      for path in ["", "/b"] {
        let reply = try await stage.authorize(
          ["response_type": "id_token", "nonce": "n"], at: path)
        let issuer = stage.provider.issuer(path.isEmpty ? "/" : path)
        #expect(reply.fragment["iss"] == issuer)
        let token = try await stage.verified(reply.fragment["id_token"])
        #expect(token.claims["iss"]?.string == issuer)
      }
    }
  }
}
