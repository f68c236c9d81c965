import HTTPServer
import JOSE
import JSON
import LabEnvironment
import OpenIDProviderMock
import TestSupport
import Testing

/// OpenID Connect Client-Initiated Backchannel Authentication Core 1.0 (CIBA).
@Suite(.fewAtOnce) struct BackchannelTests {
  @Test("4: the endpoint and the modes are in the metadata")
  func metadata() async throws {
    try await Stage.open { stage in
      let document = try await stage.browser.get("/.well-known/openid-configuration").json
      #expect(
        document["backchannel_authentication_endpoint"]?.string
          == stage.provider.issuer() + "/bc-authorize")
      #expect(document["backchannel_token_delivery_modes_supported"] == ["poll", "ping", "push"])
      #expect(document["backchannel_user_code_parameter_supported"] == true)
      let grants = document["grant_types_supported"]?.array ?? []
      #expect(grants.contains(.string(BackchannelStage.grant)))
    }
  }

  @Test("7.3, 10.1, 11: an acknowledgement, patience, and then tokens, once")
  func poll() async throws {
    try await BackchannelStage.open { lab in
      try await lab.stage.provider.queue(.slow(seconds: 10, then: .approve(username: "alice")))
      let reply = try await lab.ask()
      #expect(reply.status == 200)
      #expect(reply.header("Cache-Control") == "no-store")
      let answer = try reply.json
      #expect(answer["expires_in"] == 120)
      #expect(answer["interval"] == 5)
      let id = try answer.text("auth_req_id")
      #expect(id.utf8.count >= 27)
      #expect(try await lab.error(id) == "authorization_pending")
      lab.stage.clock.advance(by: .seconds(2))
      #expect(try await lab.error(id) == "slow_down")
      lab.stage.clock.advance(by: .seconds(10))
      let tokens = try await lab.poll(id).json
      let token = try await lab.stage.verified(tokens.text("id_token"))
      #expect(token.claims["sub"] == "a-1")
      #expect(token.claims["aud"] == "poll")
      let info = try await lab.stage.browser.get(
        "/userinfo", headers: Stage.bearer(tokens.text("access_token"))
      ).json
      #expect(info["email"] == "alice@example.com")
      #expect(try await lab.error(id) == "invalid_grant")
    }
  }

  @Test("11: refused, too late, of another client, unknown, missing")
  func failures() async throws {
    try await BackchannelStage.open { lab in
      try await lab.stage.provider.queue(.deny, .abandon, .abandon)
      let denied = try await lab.begin()
      #expect(try await lab.error(denied) == "access_denied")
      let late = try await lab.begin(["requested_expiry": "30"])
      #expect(try await lab.error(late, as: "ping") == "invalid_grant")
      lab.stage.clock.advance(by: .seconds(30))
      #expect(try await lab.error(late) == "expired_token")
      #expect(try await lab.error("bogus") == "invalid_grant")
      let missing = try await lab.stage.token(
        ["grant_type": BackchannelStage.grant], client: "poll")
      #expect(try missing.json["error"] == "invalid_request")
      // Somebody else agrees than the user who was asked.
      _ = try await lab.begin()
      try await lab.stage.provider.queue(.approve(username: "bob"))
      let other = try await lab.begin()
      #expect(try await lab.error(other) == "access_denied")
    }
  }

  @Test("10.1: a refresh token with offline_access")
  func refresh() async throws {
    try await BackchannelStage.open { lab in
      let id = try await lab.begin(["scope": "openid offline_access"])
      let refresh = try await lab.poll(id).json.text("refresh_token")
      let again = try await lab.stage.token(
        ["grant_type": "refresh_token", "refresh_token": refresh, "redirect_uri": nil],
        client: "poll")
      #expect(again.status == 200)
    }
  }

  @Test("7.1, 13: what a request must not be")
  func refusals() async throws {
    try await BackchannelStage.open { lab in
      for (changes, code) in [
        (["login_hint": nil], "invalid_request"), (["scope": nil], "invalid_request"),
        (["scope": "email"], "invalid_scope"), (["login_hint": "nobody"], "unknown_user_id"),
        (["id_token_hint": "x"], "invalid_request"),
        (["login_hint": nil, "id_token_hint": "x"], "invalid_request"),
        (["requested_expiry": "0"], "invalid_request"), (["request": "x"], "invalid_request"),
        (
          ["binding_message": String(repeating: "x", count: 101)], "invalid_binding_message"
        ),
        (["binding_message": "a\u{7}"], "invalid_binding_message"),
      ] as [(KeyValuePairs<String, String?>, String)] {
        let reply = try await lab.ask(changes)
        #expect(reply.status == 400)
        #expect(try reply.json["error"]?.string == code, "\(changes)")
      }
      let unregistered = try await lab.ask(as: "web")
      #expect(try unregistered.json["error"] == "unauthorized_client")
      let unknown = try await lab.ask(as: "nobody")
      #expect(unknown.status == 401)
      let silent = try await lab.ask(["client_notification_token": nil], as: "ping")
      #expect(try silent.json["error"] == "invalid_request")
    }
  }

  @Test("7.1: the three hints, an ID token's even when it has expired, another's not")
  func hints() async throws {
    try await BackchannelStage.open { lab in
      let hint = try await lab.stage.provider.idToken(for: "bob", client: "web", lifetime: 60)
      lab.stage.clock.advance(by: .seconds(60))
      let id = try await lab.begin(["login_hint": nil, "id_token_hint": hint])
      let token = try await lab.stage.verified(lab.poll(id).json.text("id_token"))
      #expect(token.claims["sub"] == "bob")
      let late = try await lab.ask(["login_hint": nil, "login_hint_token": hint])
      #expect(try late.json["error"] == "expired_login_hint_token")
      let fresh = try await lab.stage.provider.idToken(for: "bob", client: "web")
      #expect(try await lab.ask(["login_hint": nil, "login_hint_token": fresh]).status == 200)
      #expect(try await lab.ask(["login_hint": "alice@example.com"]).status == 200)
    }
  }

  @Test("7.1: a code that only the user knows, for clients that ask for it")
  func userCode() async throws {
    try await BackchannelStage.open(change: { issuer in
      issuer.users[0].userCode = "1234"
      issuer.clients[issuer.clients.count - 3].sendsUserCode = true
    }) { lab in
      let missing = try await lab.ask()
      #expect(try missing.json["error"] == "missing_user_code")
      let wrong = try await lab.ask(["user_code": "4321"])
      #expect(try wrong.json["error"] == "invalid_user_code")
      #expect(try await lab.ask(["user_code": "1234"]).status == 200)
      // Bob has none.
      #expect(try await lab.ask(["login_hint": "bob"]).status == 200)
      #expect(await lab.stage.provider.requests.allSatisfy { $0["user_code"] != "1234" })
    }
  }

  @Test("10.2: ping tells which request has been decided, with the client's own token, and no more")
  func ping() async throws {
    try await BackchannelStage.open { lab in
      try await lab.stage.provider.queue(.slow(seconds: 10, then: .deny))
      let id = try await lab.begin(as: "ping")
      while lab.stage.clock.sleeperCount == 0 { await Task.yield() }
      #expect(await lab.notices.isEmpty)
      lab.stage.clock.advance(by: .seconds(10))
      let notice = await lab.notices.next()
      #expect(notice.method == "POST")
      #expect(notice.path == "/notice")
      #expect(notice.headers["Authorization"] == "Bearer notice-token")
      #expect(notice.headers["Content-Type"] == "application/json")
      #expect(try JSONParser.parse(notice.body) == ["auth_req_id": .string(id)])
      #expect(try await lab.error(id, as: "ping") == "access_denied")
    }
  }

  @Test("10.3: push sends the tokens, bound to the request; there is nothing to fetch")
  func push() async throws {
    try await BackchannelStage.open { lab in
      let reply = try await lab.ask(["scope": "openid offline_access"], as: "push")
      let id = try reply.json.text("auth_req_id")
      #expect(try reply.json["interval"] == nil)
      let notice = await lab.notices.next()
      let body = try JSONParser.parse(notice.body)
      #expect(body["auth_req_id"]?.string == id)
      #expect(body["token_type"] == "Bearer")
      let token = try await lab.stage.verified(body.text("id_token"))
      #expect(token.claims["urn:openid:params:jwt:claim:auth_req_id"]?.string == id)
      let half = Digest.sha256.hash(try body.text("refresh_token").utf8).prefix(16)
      #expect(
        token.claims["urn:openid:params:jwt:claim:rt_hash"]?.string == Base64URL.encode(half))
      #expect(token.claims["at_hash"] != nil)
      #expect(try await lab.error(id, as: "push") == "invalid_grant")
      let isTold: @Sendable (LoggedRequest) -> Bool = { $0.sender == .provider }
      // It is logged once the client's own answer is there.
      while await !lab.stage.provider.requests.contains(where: isTold) { await Task.yield() }
      let logged = try #require(await lab.stage.provider.requests.last(where: isTold))
      #expect(logged.status == 204)
      #expect(logged["access_token"]?.hasPrefix("[sha256 ") == true)
      #expect(await lab.stage.provider.requests.sequenceDiagram.contains("P->>C: POST /notice"))
    }
  }

  @Test("12: push tells of a refusal too")
  func pushedError() async throws {
    try await BackchannelStage.open { lab in
      try await lab.stage.provider.queue(.deny)
      let id = try await lab.begin(as: "push")
      let notice = await lab.notices.next()
      let body = try JSONParser.parse(notice.body)
      #expect(body["auth_req_id"]?.string == id)
      #expect(body["error"] == "access_denied")
    }
  }

  @Test("11: who is pushed tokens may not fetch them")
  func pushClientsDoNotPoll() async throws {
    try await BackchannelStage.open { lab in
      try await lab.stage.provider.queue(.abandon)
      let id = try await lab.begin(as: "push")
      #expect(try await lab.error(id, as: "push") == "unauthorized_client")
    }
  }
}
