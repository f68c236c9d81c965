import DocgenClocks
import DocgenHTTPServer
import DocgenJOSE
import DocgenJSON
import Foundation
import SyncGatewayMock
import Testing

/// More facts of section 3.
extension OpenIDTests {
  private static let google = "https://accounts.google.com"

  @Test("section 3: user name of Google's issuer; its scheme-less iss is taken by 2.8 only")
  func googleNames() async throws {
    for (profile, issuer, status) in [
      (Profile.v1_5, Self.google, 200), (.v1_5, "accounts.google.com", 500),
      (.v2_8, Self.google, 200), (.v2_8, "accounts.google.com", 200),
    ] {
      let scripted = try ScriptedProvider()
      scripted.script { $0.metadata = ["issuer": .string(Self.google)] }
      let database = """
        "oidc": {"providers": {"google": {"issuer": "\(Self.google)", "client_id": "client",
          "validation_key": "k", "register": true, "discovery_url":
          "\(scripted.issuer)/.well-known/openid-configuration"
          \(profile == .v2_8 ? #", "disable_callback_state": true"# : "")}}}
        """
      try await GatewayHarness.run(database, profile: profile) { (call) async throws in
        try scripted.giveTokens(["iss": .string(issuer), "sub": "123"])
        let reply = try await call("GET", "/db/_oidc_callback?code=c")
        #expect(reply.status == status)
        if status == 200 { #expect(reply.json?["name"] == "accounts.google.com_123") }
      }
      await scripted.stop()
    }
  }

  @Test("section 1, `user_prefix`: an unparsable issuer gives the provider's name")
  func unparsableIssuer() async throws {
    let scripted = try ScriptedProvider()
    let database = """
      "oidc": {"providers": {"mine": {"issuer": "no address", "client_id": "client",
        "validation_key": "k", "register": true, "discovery_url":
        "\(scripted.issuer)/.well-known/openid-configuration"}}}
      """
    try await GatewayHarness.run(database) { (call) async throws in
      try scripted.giveTokens(["iss": "no address"])
      let reply = try await call("GET", "/db/_oidc_callback?code=c")
      #expect(reply.json?["name"] == "mine_noah")
    }
    await scripted.stop()
  }

  @Test("section 3, bearer: aud may be an array; another provider's audience is not ours")
  func audiences() async throws {
    for profile in Profile.allCases {
      try await run(profile) { (call, provider) async throws in
        func status(_ audience: JSONValue) async throws -> Int {
          let token = try provider.token(["aud": audience])
          return try await call(
            "GET", "/db/", headers: ["Authorization": "Bearer \(token)"]
          ).status
        }
        #expect(try await status(["x", "client"]) == 200)
        #expect(try await status("client") == 200)
        #expect(try await status(["x"]) == 401)
      }
    }
  }

  @Test("section 3: callback tokens get claim checks only, bearer tokens also signature checks")
  func unsignedFromTheProvider() async throws {
    for profile in Profile.allCases {
      let members = profile == .v1_5 ? "" : #", "disable_callback_state": true"#
      try await run(profile, #""register": true\#(members)"#) { (call, provider) async throws in
        let parts = try provider.token().split(separator: ".")
        let forged = "\(parts[0]).\(parts[1]).AAAA"
        provider.script { $0.tokens = ["id_token": .string(forged), "access_token": "a"] }
        let callback = try await call("GET", "/db/_oidc_callback?code=c")
        #expect(callback.status == 200)
        // Empty members are omitted.
        #expect(callback.json?.object?.keys == ["id_token", "session_id", "name"])
        #expect(
          try await call("GET", "/db/", headers: ["Authorization": "Bearer \(forged)"]).status
            == 401)
      }
    }
  }

  @Test("section 3, error table: code exchange fails by a network failure → 500")
  func networkFailure() async throws {
    for profile in Profile.allCases {
      let members = profile == .v1_5 ? "" : #""disable_callback_state": true"#
      try await run(profile, members) { (call, provider) async throws in
        #expect(try await call("GET", "/db/_oidc").status == 302)
        await provider.stop()
        let callback = try await call("GET", "/db/_oidc_callback?code=c")
        #expect(callback.status == 500)
        if profile == .v2_8 {
          #expect(callback.reason?.hasPrefix("Failed to exchange token: ") == true)
        }
        let refresh = try await call("GET", "/db/_oidc_refresh?refresh_token=r")
        #expect(refresh.status == (profile == .v1_5 ? 401 : 500))
        #expect(refresh.reason == "Unable to refresh token.")
      }
    }
  }

  @Test("section 3: a registered user has no sequence, and so no `_user/` change row")
  func noChangeRow() async throws {
    try await run { (call, provider) async throws in
      try provider.giveTokens()
      let reply = try await call("GET", "/db/_oidc_callback?code=c")
      let cookie = ["Cookie": "SyncGatewaySession=\(reply.json?["session_id"]?.string ?? "")"]
      let changes = try await call("GET", "/db/_changes", headers: cookie)
      #expect(changes.json == ["results": [], "last_seq": "0"])
    }
  }

  @Test("section 3: the first request's Host makes the callback URL, which is kept")
  func firstRequestDecides() async throws {
    try await run { (call, provider) async throws in
      let first = try await call("GET", "/db/_oidc", headers: ["Host": "sync.example"])
      let second = try await call("GET", "/db/_oidc")
      #expect(first["Location"]?.contains("http%3A%2F%2Fsync.example%2Fdb%2F") == true)
      #expect(second["Location"] == first["Location"])
    }
  }

  @Test("section 3: Couchbase Lite's sequence of sign-in", arguments: Profile.allCases)
  func couchbaseLite(_ profile: Profile) async throws {
    try await run(profile) { (call, provider) async throws in
      let session = try await call("GET", "/db/_session")
      #expect(session.status == 200 && session.json?["userCtx"]?["name"] == .null)
      let challenge = try await call("GET", "/db/_oidc_challenge?offline=true")
      #expect(challenge.status == 401)
      let login = try #require(
        challenge["WWW-Authenticate"]?.firstMatch(of: /^OIDC login="(.*)"$/)?.1)
      let query = FormFields(String(login.split(separator: "?", maxSplits: 1)[1]))
      #expect(query["redirect_uri"] == "http://\(call.host())/db/_oidc_callback")
      try provider.giveTokens()
      var headers: [String: String] = [:]
      if let state = challenge.cookie { headers["Cookie"] = "sg-oidc-state=\(state)" }
      let callback = try await call(
        "GET", "/db/_oidc_callback?code=c&state=\(query["state"] ?? "")", headers: headers)
      #expect(callback.status == 200)
      #expect(callback.json?["id_token"] != nil && callback.json?["refresh_token"] == "rt")
      let refreshed = try await call("GET", "/db/_oidc_refresh?refresh_token=rt")
      #expect(refreshed.json?["session_id"] != nil)
    }
  }
}

/// More facts of section 4.
extension SessionTests {
  @Test("section 4: `one_time` sessions exist only from 4.1.0", arguments: Profile.allCases)
  func oneTime(_ profile: Profile) async throws {
    try await GatewayHarness.run(profile: profile) { (call) async throws in
      let reply = try await call("POST", "/db/_session?one_time=true", as: "alice")
      #expect(reply.status == 200)
      #expect(reply.json?["one_time_session_id"] == nil)
      #expect(reply["Set-Cookie"]?.contains("Expires=Thu, 19 May 2033 03:33:20 GMT") == true)
    }
  }

  @Test("section 4: userCtx has grant sequences, and not the channels of roles")
  func userContext() async throws {
    let database = """
      "roles": {"r": {"admin_channels": ["rc"]}}, "users": {"alice":
        {"password": "secret", "admin_channels": ["a"], "admin_roles": ["r"]}}
      """
    try await GatewayHarness.run(database) { (call) async throws in
      let reply = try await call("GET", "/db/_session", as: "alice")
      #expect(
        reply.text
          == #"{"authentication_handlers":["default","cookie"],"ok":true,"#
          + #""userCtx":{"channels":{"!":1,"a":2},"name":"alice"}}"#)
    }
  }

  @Test("section 4: a session for the token's bearer lives 24 h, not as long as the token")
  func bearerSession() async throws {
    try await OpenIDTests().run { (call, provider) async throws in
      let token = try provider.token(["exp": 2_000_000_060])
      let reply = try await call(
        "POST", "/db/_session", headers: ["Authorization": "Bearer \(token)"])
      #expect(reply.status == 200)
      let sessions = try await call.gateway.sessions(in: "db")
      #expect(sessions.first?.expires == call.clock.now + 86_400)
    }
  }
}
