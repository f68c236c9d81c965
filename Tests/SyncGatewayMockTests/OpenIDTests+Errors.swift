import DocgenClocks
import DocgenHTTPServer
import DocgenJOSE
import DocgenJSON
import Foundation
import SyncGatewayMock
import Testing

/// Errors on the way to a session, and the gateway's responses.
extension OpenIDTests {
  @Test("section 3, error table: unknown/no default provider, or no oidc → 400")
  func notConfigured() async throws {
    try await run { (call, _) async throws in
      let reply = try await call("GET", "/db/_oidc?provider=nosuch")
      #expect(reply.status == 400)
      #expect(reply.reason == "OpenID Connect not configured for database db")
    }
    try await run(.v1_5, "", more: second) { (call, _) async throws in
      #expect(try await call("GET", "/db/_oidc").status == 400)
    }
    try await GatewayHarness.run { (call) async throws in
      #expect(try await call("GET", "/db/_oidc_challenge").status == 400)
    }
  }

  @Test("section 3, error table: discovery failed → 500, stuck in 1.5, retried in 2.8")
  func discoveryFailureSticksIn1_5AndIsRetriedIn2_8() async throws {
    try await run { (call, provider) async throws in
      provider.script { $0.discoveryStatus = 500 }
      let reply = try await call("GET", "/db/_oidc?provider=one")
      #expect(reply.status == 500)
      #expect(reply.reason == "Unable to obtain client for provider:one")
      provider.script { $0.discoveryStatus = 200 }
      #expect(try await call("GET", "/db/_oidc").status == 500)
    }
    try await run(.v2_8) { (call, provider) async throws in
      provider.script { $0.discoveryStatus = 500 }
      let reply = try await call("GET", "/db/_oidc?provider=one")
      #expect(reply.status == 500)
      #expect(reply.reason?.hasPrefix("Unable to obtain client for provider: one - ") == true)
      provider.script { $0.discoveryStatus = 200 }
      #expect(try await call("GET", "/db/_oidc").status == 302)
    }
  }

  @Test("section 1, `disable_cfg_validation`: lenient discovery")
  func discoveryIsStrictUnlessToldOtherwise() async throws {
    try await run { (call, provider) async throws in
      provider.script { $0.metadata = ["subject_types_supported": nil] }
      #expect(try await call("GET", "/db/_oidc").status == 500)
    }
    try await run(.v1_5, #""disable_cfg_validation": true"#) { (call, provider) async throws in
      provider.script { $0.metadata = ["subject_types_supported": nil] }
      #expect(try await call("GET", "/db/_oidc").status == 302)
    }
    for profile in Profile.allCases {
      try await run(profile) { (call, provider) async throws in
        provider.script { $0.metadata = ["issuer": "http://other"] }
        #expect(try await call("GET", "/db/_oidc").status == 500)
      }
    }
  }

  @Test(
    "section 1, `validation_key`: absent, 1.5 answers 500 \"Internal error: missing client secret\""
  ) func withoutSecretThereIsNoCodeFlowIn1_5() async throws {
    let provider = try ScriptedProvider()
    let database = """
      "oidc": {"providers": {"one": {"issuer": "\(provider.issuer)", "client_id": "client"}}}
      """
    try await GatewayHarness.run(database) { (call) async throws in
      let reply = try await call("GET", "/db/_oidc")
      #expect(reply.status == 500)
      #expect(reply.reason == "Internal error: missing client secret")
    }
    // 2.8 leaves the check to the provider, and sends it no secret.
    try await GatewayHarness.run(database, profile: .v2_8) { (call) async throws in
      let reply = try await call("GET", "/db/_oidc")
      #expect(reply.status == 302)
      let state = try #require(reply.cookie)
      provider.script {
        $0.tokenStatus = 401
        $0.tokens = ["error": "invalid_client"]
      }
      let callback = try await call(
        "GET", "/db/_oidc_callback?code=c&state=\(state)",
        headers: ["Cookie": "sg-oidc-state=\(state)"])
      #expect(callback.status == 500)
      #expect(callback.reason?.hasPrefix("Failed to exchange token: ") == true)
      #expect(provider.tokenRequests.map { $0.form["client_secret"] } == [nil, ""])
    }
    await provider.stop()
  }

  @Test(
    "section 3, error table: callback `error=`; no `code`; callback/refresh unknown provider; refresh: no token",
    arguments: [
      (
        "/db/_oidc_callback?error=x&error_description=some%20words", 401,
        "oidc_callback received an error: some words"
      ),
      ("/db/_oidc_callback", 400, "Code must be present on oidc callback"),
      (
        "/db/_oidc_callback?code=c&provider=x", 400,
        "Unable to identify provider for callback request"
      ),
      ("/db/_oidc_refresh", 400, "Refresh token must be present for oidc refresh"),
      (
        "/db/_oidc_refresh?refresh_token=r&provider=x", 400,
        "Unable to identify provider for callback request"
      ),
    ])
  func callbackErrors(_ path: String, _ status: Int, _ reason: String) async throws {
    for profile in Profile.allCases {
      try await run(profile) { (call, _) async throws in
        let reply = try await call("GET", path)
        #expect(reply.status == status)
        let expected =
          profile == .v1_5 ? reason : reason.replacing("oidc_callback", with: "oidc callback")
        #expect(reply.reason == expected)
      }
    }
  }

  @Test("section 3, error table: 2.8 no state cookie / differs → 400, and the callback clears it")
  func stateOf2_8() async throws {
    try await run(.v2_8) { (call, provider) async throws in
      try provider.giveTokens()
      let none = try await call("GET", "/db/_oidc_callback?code=c&state=s")
      #expect(none.status == 400)
      #expect(none.reason?.hasPrefix("OIDC Auth Failure: No state cookie found, ") == true)
      let cookie = ["Cookie": "sg-oidc-state=s"]
      let other = try await call("GET", "/db/_oidc_callback?code=c&state=x", headers: cookie)
      #expect(other.status == 400)
      #expect(other.reason == "OIDC Auth Failure: State mismatch")
      let good = try await call("GET", "/db/_oidc_callback?code=c&state=s", headers: cookie)
      #expect(good.status == 200)
      #expect(
        good.values(of: "Set-Cookie").first == "sg-oidc-state=; Path=/db; Max-Age=0; HttpOnly")
      #expect(good.values(of: "Set-Cookie").count == 2)
    }
  }

  @Test(
    "section 3, error table: code exchange fails in 1.5 → mapped from the OAuth error; refresh fails → 401",
    arguments: [
      ("access_denied", 401), ("invalid_grant", 401), ("invalid_client", 401),
      ("unauthorized_client", 401), ("invalid_request", 401), ("server_error", 502),
      ("unsupported_grant_type", 400), ("other", 400),
    ])
  func failedExchanges(_ error: String, _ status: Int) async throws {
    try await run { (call, provider) async throws in
      provider.script {
        $0.tokenStatus = 400
        $0.tokens = ["error": .string(error), "error_description": "words"]
      }
      let reply = try await call("GET", "/db/_oidc_callback?code=c")
      #expect(reply.status == status)
      #expect(reply.reason == "OpenID Connect error: words (\(error))")
      let refresh = try await call("GET", "/db/_oidc_refresh?refresh_token=r")
      #expect(refresh.status == 401)
      #expect(refresh.reason == "Unable to refresh token.")
    }
  }

  @Test("section 3, error table: code exchange and refresh fail in 2.8 → 500")
  func failedExchangesOf2_8() async throws {
    try await run(.v2_8, #""disable_callback_state": true"#) { (call, provider) async throws in
      provider.script {
        $0.tokenStatus = 400
        $0.tokens = ["error": "invalid_grant"]
      }
      let reply = try await call("GET", "/db/_oidc_callback?code=c")
      #expect(reply.status == 500)
      #expect(reply.reason?.hasPrefix("Failed to exchange token: ") == true)
      // The second attempt has the credentials in the form.
      #expect(provider.tokenRequests.map { $0.form["client_secret"] } == [nil, "s3cret"])
      let refresh = try await call("GET", "/db/_oidc_refresh?refresh_token=r")
      #expect(refresh.status == 500)
      #expect(refresh.reason == "Unable to refresh token.")
    }
  }

  @Test(
    "section 3, error table: bad claims in returned token → 500",
    arguments: [
      ["iss": "http://other"], ["aud": "other"], ["exp": 1], ["exp": nil], ["sub": nil],
      ["iat": nil],
    ] as [[String: JSONValue]])
  func badClaimsInAReturnedToken(_ change: [String: JSONValue]) async throws {
    try await run { (call, provider) async throws in
      try provider.giveTokens(change)
      let reply = try await call("GET", "/db/_oidc_callback?code=c")
      #expect(reply.status == 500)
      #expect(reply.reason?.hasPrefix("Internal error: ") == true)
      #expect(try await call.gateway.users(in: "db").isEmpty)
    }
  }

  @Test("section 1, `register`; section 3, error table: user absent, `register` false → 401")
  func unknownUsersAreRefusedWithoutRegister() async throws {
    for profile in Profile.allCases {
      let members = profile == .v1_5 ? #""register": false"# : #""disable_callback_state": true"#
      try await run(profile, members) { (call, provider) async throws in
        try provider.giveTokens()
        let reply = try await call("GET", "/db/_oidc_callback?code=c")
        #expect(reply.status == 401)
        #expect(reply.reason == "Invalid login")
        #expect(try await call.gateway.users(in: "db").isEmpty)
      }
    }
  }
}
