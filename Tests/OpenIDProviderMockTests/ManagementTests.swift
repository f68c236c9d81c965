import DocgenClocks
import DocgenJOSE
import DocgenJSON
import DocgenTestSupport
import Foundation
import OpenIDProviderMock
import Testing

/// Users, clients and switches changed over HTTP through the controls, while the provider runs.
@Suite(.fewAtOnce) struct ManagementTests {
  private func open(
    _ issuer: IssuerConfiguration = Stage.issuer(), _ body: (Stage, Controls) async throws -> Void
  ) async throws {
    try await Stage.open(["/": issuer]) { stage in
      let control = try await ProviderControl.open(stage.provider, clock: stage.clock)
      try await using(control, thenStopping: { await $0.close() }) {
        try await body(stage, Controls(browser: Browser($0)))
      }
    }
  }

  @Test("a user is added, changed by name or subject, and taken away with all tokens")
  func users() async throws {
    try await open { stage, control in
      let carol = #"{"claims": {"sub": "c-1", "email": "c@example.com"}}"#
      #expect(try await control.send("PUT", "/users/carol", carol).status == 200)
      let code = try await stage.code(["login_hint": "carol", "scope": "openid email"])
      let answer = try await stage.token(["code": code]).json
      #expect(try await stage.verified(answer.text("id_token")).claims["sub"] == "c-1")
      let changed = #"{"claims": {"sub": "c-1", "email": "new@example.com"}}"#
      #expect(try await control.send("PUT", "/users/c-1", changed).status == 200)
      let bearer = try Stage.bearer(answer.text("access_token"))
      let info = try await stage.browser.get("/userinfo", headers: bearer).json
      #expect(info["email"] == "new@example.com")
      let list = try await control.send("GET", "/users").json["users"]?.array ?? []
      #expect(list.map { $0["username"] } == ["alice", "bob", "carol"])
      #expect(list.allSatisfy { $0["password"] == nil })
      #expect(try await control.send("DELETE", "/users/carol").status == 200)
      #expect(try await stage.browser.get("/userinfo", headers: bearer).status == 401)
      #expect(try await control.send("DELETE", "/users/carol").status == 400)
    }
  }

  @Test("a user's tokens are revoked, another's are not, and the session stays")
  func revoke() async throws {
    try await open { stage, control in
      var tokens: [String] = []
      for user in ["alice", "bob"] {
        tokens.append(try await stage.provider.accessToken(for: user, client: "web"))
      }
      #expect(try await control.send("POST", "/users/a-1/revoke-tokens").status == 200)
      for (token, status) in zip(tokens, [401, 200]) {
        let reply = try await stage.browser.get("/userinfo", headers: Stage.bearer(token))
        #expect(reply.status == status)
      }
    }
  }

  @Test("switches change by their names, and what was handed out stays good")
  func switches() async throws {
    try await open { stage, control in
      let token = try await stage.provider.accessToken(for: "alice", client: "web")
      let change = #"{"require_pkce": "always", "login": "pick", "paths": {"token": "/tokens"}}"#
      #expect(try await control.send("PATCH", "/configuration", change).status == 200)
      #expect(try await stage.authorize().query["error"] == "invalid_request")
      let page = try await stage.authorize([
        "code_challenge": Stage.challenge, "code_challenge_method": "S256",
      ])
      #expect(page.body.contains("Allow as alice"))
      #expect(try await stage.browser.post("/token", []).status == 404)
      #expect(try await stage.browser.post("/tokens", []).status == 401)
      let info = try await stage.browser.get("/userinfo", headers: Stage.bearer(token))
      #expect(info.status == 200)
      let algorithm = #"{"signing_key": "in_turn", "access_tokens": "jwt"}"#
      #expect(try await control.send("PATCH", "/configuration", algorithm).status == 200)
      let signed = try await stage.provider.accessToken(for: "alice", client: "web")
      _ = try await stage.verified(signed)
    }
  }

  @Test("a changed lifetime leaves the others")
  func lifetimes() async throws {
    try await open { stage, control in
      for change in [#"{"id_token": 120}"#, #"{"access_token": 7}"#] {
        let patch = #"{"lifetimes": \#(change)}"#
        #expect(try await control.send("PATCH", "/configuration", patch).status == 200)
      }
      let token = try await stage.verified(
        stage.provider.idToken(for: "alice", client: "web"))
      #expect(token.claims["exp"]!.double! - token.claims["iat"]!.double! == 120)
    }
  }

  @Test("clients and issuers come and go")
  func clients() async throws {
    try await open { stage, control in
      let client =
        #"{"redirect_uris": ["https://new.example/cb"], "id_token_signed_response_alg": "ES512", "#
        + #""client_secret": "s3cret"}"#
      #expect(try await control.send("PUT", "/clients/new%20one", client).status == 200)
      let new: KeyValuePairs<String, String?> = [
        "client_id": "new one", "redirect_uri": "https://new.example/cb",
      ]
      let code = try await stage.code(new)
      let answer = try await stage.token(
        ["code": code, "redirect_uri": "https://new.example/cb"], client: "new+one"
      ).json
      #expect(try await stage.verified(answer.text("id_token")).algorithm == "ES512")
      #expect(try await control.send("DELETE", "/clients/new%20one").status == 200)
      #expect(try await stage.authorize(new).status == 400)
      let issuer = #"{"clients": [], "users": [{"username": "dan"}]}"#
      #expect(try await control.send("PUT", "/issuers?issuer=/staff", issuer).status == 200)
      let document = try await stage.browser.get("/staff/.well-known/openid-configuration").json
      #expect(document["issuer"]?.string == stage.provider.issuer("/staff"))
      let list = try await control.send("GET", "/issuers").json
      #expect(list["issuers"] == ["/", "/staff"])
    }
  }

  @Test("values queued, tokens made, expectations and a diagram")
  func rest() async throws {
    try await open { stage, control in
      #expect(try await control.send("POST", "/values", #"["first-code"]"#).status == 200)
      #expect(try await stage.code() == "first-code")
      let asked = #"{"type": "id_token", "user": "bob", "client": "web", "claims": {"iss": "x"}}"#
      let token = try await control.send("POST", "/tokens", asked).json.text("token")
      #expect(try await stage.verified(token).claims["iss"] == "x")
      let access = #"{"type": "access_token", "client": "web", "lifetime": 5}"#
      #expect(try await control.send("POST", "/tokens", access).status == 200)
      _ = try await stage.token(["code": "bogus"])
      let right = #"{"count": 1, "endpoint": "token", "error": "invalid_grant"}"#
      #expect(try await control.send("POST", "/expect", right).status == 200)
      let wrong = #"{"count": 2, "endpoint": "token", "parameters": {"scope": "x"}}"#
      let reply = try await control.send("POST", "/expect", wrong)
      #expect(reply.status == 409)
      #expect(reply.body.contains("expected 2 of token scope=x, found 0 in:"))
    }
  }

  @Test("a mistake is named, and changes nothing")
  func mistakes() async throws {
    try await open { stage, control in
      for (method, path, body, text) in [
        ("PATCH", "/configuration", #"{"lgin": "pick"}"#, "unknown key 'lgin' in a change"),
        ("PATCH", "/configuration", #"{"users": []}"#, "unknown key 'users' in a change"),
        ("PATCH", "/configuration?issuer=/x", "{}", "no issuer has the path '/x'"),
        ("PUT", "/users/x", #"{"claims": {"exp": 1}}"#, "the claim 'exp' is the provider's"),
        ("PUT", "/users/x", "[]", "a user must be an object"),
        ("POST", "/users/x/revoke-tokens", "", "no user is called 'x'"),
        ("PUT", "/clients/x", "{}", "a client needs 'redirect_uris'"),
        ("DELETE", "/clients/x", "", "no client is called 'x'"),
        ("PUT", "/issuers?issuer=x", #"{"users": [{"username": "a"}]}"#, "begins with '/'"),
        ("POST", "/tokens", #"{"type": "id_token", "client": "web"}"#, "no user is called ''"),
        ("POST", "/expect", "{}", "an expectation needs 'count'"),
      ] {
        let reply = try await control.send(method, path, body)
        #expect(reply.status == 400)
        #expect(reply.body.contains(text), "\(reply.body)")
      }
      let foreign = try await control.send("GET", "/users", headers: ["Host": "evil.example"])
      #expect(foreign.status == 403)
      #expect(try await stage.authorize().query["code"] != nil)
    }
  }
}

/// The controls as a program in another language would use them.
private struct Controls {
  let browser: Browser

  func send(
    _ method: String, _ path: String, _ body: String = "", headers: [String: String] = [:]
  ) async throws -> Reply {
    try await browser.send(method, path, json: body, headers: headers)
  }
}
