import DocgenClocks
import DocgenHTTPServer
import DocgenJOSE
import DocgenJSON
import DocgenTestSupport
import Foundation
import SyncGatewayMock
import Testing

@Suite(.fewAtOnce) struct OpenIDTests {
  /// Runs a gateway whose provider `one` is scripted.
  func run(
    _ profile: Profile = .v1_5, _ members: String = #""register": true"#, more: String = "",
    oidc: String = "", _ body: (GatewayHarness, ScriptedProvider) async throws -> Void
  ) async throws {
    let provider = try ScriptedProvider()
    try provider.publishKeys()
    let comma = members.isEmpty ? "" : ","
    let database = """
      "oidc": {\(oidc) "providers": {"one": {"issuer": "\(provider.issuer)",
        "client_id": "client", "validation_key": "s3cret"\(comma) \(members)} \(more)}}
      """
    try await using(provider, thenStopping: { await $0.stop() }) { provider in
      try await GatewayHarness.run(
        database.replacing("ISSUER", with: provider.issuer), profile: profile
      ) { (call) async throws in
        try await body(call, provider)
      }
    }
  }

  func authorizationAddress(
    _ call: GatewayHarness, _ provider: ScriptedProvider, _ rest: String
  ) -> String {
    let port = call.gateway.publicURL.port ?? 0
    let callback = FormFields.escape("http://127.0.0.1:\(port)/db/_oidc_callback")
    return "\(provider.issuer)/authorize?client_id=client&redirect_uri=\(callback)"
      + "&response_type=code&scope=openid+email\(rest)"
  }

  @Test("section 3: GET _oidc → 302 with sorted query and, in 1.5, an empty state")
  func redirectTo1_5HasAnEmptyState() async throws {
    try await run { (call, provider) async throws in
      let reply = try await call("GET", "/db/_oidc")
      #expect(reply.status == 302)
      #expect(reply["Location"] == authorizationAddress(call, provider, "&state="))
      #expect(reply["Set-Cookie"] == nil)
    }
  }

  @Test("section 3: `offline=true` adds access_type=offline and prompt=consent")
  func offlineAsksForConsent() async throws {
    try await run { (call, provider) async throws in
      let reply = try await call("GET", "/db/_oidc?offline=true")
      let address = try #require(reply["Location"])
      #expect(
        address.contains("?access_type=offline&client_id=client&prompt=consent&redirect_uri="))
    }
  }

  @Test("section 3: GET _oidc_challenge → 401 with `OIDC login=\"…\"`")
  func challengeCarriesTheAddress() async throws {
    try await run { (call, provider) async throws in
      let reply = try await call("GET", "/db/_oidc_challenge?offline=true")
      #expect(reply.status == 401)
      #expect(reply.reason == "Login Required")
      #expect(
        reply["WWW-Authenticate"]?.hasPrefix(
          "OIDC login=\"\(provider.issuer)/authorize?access_type=offline&") == true)
    }
  }

  @Test(
    "section 3: GET _oidc in 2.8 → a state, a cookie; section 1, `disable_callback_state`: neither")
  func redirectTo2_8SendsAStateAndItsCookie() async throws {
    try await run(.v2_8) { (call, provider) async throws in
      let reply = try await call("GET", "/db/_oidc")
      let state = try #require(reply.cookie)
      #expect(state.count == 40)
      #expect(reply["Location"] == authorizationAddress(call, provider, "&state=\(state)"))
      #expect(
        reply["Set-Cookie"] == "sg-oidc-state=\(state); Path=/db; "
          + "Expires=Wed, 18 May 2033 03:38:20 GMT; Max-Age=300; HttpOnly")
    }
    try await run(.v2_8, #""disable_callback_state": true"#) { (call, provider) async throws in
      let reply = try await call("GET", "/db/_oidc")
      #expect(reply["Location"] == authorizationAddress(call, provider, ""))
      #expect(reply["Set-Cookie"] == nil)
    }
  }

  @Test("section 1, `scope` and `callback_url`") func scopeAndCallbackURLAreConfigurable()
    async throws
  {
    let members = #""scope": ["openid", "x y"], "callback_url": "http://app/cb?a=b""#
    try await run(.v1_5, members) { (call, _) async throws in
      let address = try #require(try await call("GET", "/db/_oidc")["Location"])
      #expect(address.contains("redirect_uri=http%3A%2F%2Fapp%2Fcb%3Fa%3Db&"))
      #expect(address.contains("scope=openid+x+y&"))
    }
  }

  let second = """
    , "two": {"issuer": "ISSUER", "client_id": "c2", "validation_key": "k"}
    """

  @Test(
    "section 1, `callback_url`: providers that are not the default are named in it (1.5: only in a configured one)"
  ) func otherProvidersAreNamedInTheCallback() async throws {
    for (profile, isNamed) in [(Profile.v1_5, false), (.v2_8, true)] {
      try await run(profile, "", more: second, oidc: #""default_provider": "one","#) {
        (call, _) async throws in
        let address = try #require(try await call("GET", "/db/_oidc?provider=two")["Location"])
        #expect(address.contains("client_id=c2"))
        #expect(address.contains("_oidc_callback%3Fprovider%3Dtwo") == isNamed)
        let main = try #require(try await call("GET", "/db/_oidc")["Location"])
        #expect(!main.contains("provider"))
      }
    }
    let configured = second.replacing(
      #""c2","#, with: #""c2", "callback_url": "http://app/cb","#)
    try await run(.v1_5, "", more: configured, oidc: #""default_provider": "one","#) {
      (call, _) async throws in
      let address = try #require(try await call("GET", "/db/_oidc?provider=two")["Location"])
      #expect(address.contains("redirect_uri=http%3A%2F%2Fapp%2Fcb%3Fprovider%3Dtwo"))
    }
  }

  func userName(_ provider: ScriptedProvider, _ subject: String = "noah") -> String {
    let place = provider.issuer.dropFirst("http://".count)
    return "\(FormFields.escape(String(place)))_\(subject)"
  }

  @Test("section 3: GET _oidc_callback → 200 token JSON and a session as long as the token")
  func callbackGivesTokensNameAndSession() async throws {
    try await run { (call, provider) async throws in
      try provider.giveTokens(["exp": .integer(2_000_000_600)])
      let reply = try await call("GET", "/db/_oidc_callback?code=c0de")
      #expect(reply.status == 200)
      let id = try #require(reply.cookie)
      let token = try #require(reply.json?["id_token"]?.string)
      let name = userName(provider)
      #expect(
        reply.text
          == "{\"id_token\":\"\(token)\",\"refresh_token\":\"rt\",\"session_id\":\"\(id)\","
          + "\"name\":\"\(name)\"}")
      // The session expires with the token.
      #expect(reply["Set-Cookie"]?.contains("Expires=Wed, 18 May 2033 03:43:20 GMT") == true)
      let request = try #require(provider.tokenRequests.first)
      #expect(request.form["grant_type"] == "authorization_code")
      #expect(request.form["code"] == "c0de")
      #expect(request.form["redirect_uri"]?.hasSuffix("/db/_oidc_callback") == true)
      #expect(request.form["client_secret"] == nil)
      let pair = Data("client:s3cret".utf8).base64EncodedString()
      #expect(request.authorization == "Basic \(pair)")
      let users = try await call.gateway.users(in: "db")
      #expect(users.map(\.name) == [name])
      #expect(users.first?.email == "noah@example.com")
      #expect(users.first?.allChannels == ["!"])
      // Registering a user uses up no sequence.
      #expect(try await call.admin("GET", "/db/").json?["update_seq"] == 0)
      let cookie = ["Cookie": "SyncGatewaySession=\(id)"]
      let session = try await call("GET", "/db/_session", headers: cookie)
      #expect(session.json?["userCtx"]?["name"]?.string == name)
    }
  }

  @Test("section 3: GET _oidc_refresh → 200 token JSON without refresh_token")
  func refreshGivesNoRefreshToken() async throws {
    try await run { (call, provider) async throws in
      try provider.giveTokens()
      let reply = try await call("GET", "/db/_oidc_refresh?refresh_token=r1")
      #expect(reply.status == 200)
      #expect(reply.json?.object?.keys == ["id_token", "session_id", "name"])
      #expect(provider.tokenRequests.first?.form["grant_type"] == "refresh_token")
      #expect(provider.tokenRequests.first?.form["refresh_token"] == "r1")
    }
  }

  @Test("section 1, `disable_session` and `include_access`") func disableSessionAndIncludeAccess()
    async throws
  {
    try await run(.v1_5, #""register": true, "disable_session": true, "include_access": true"#) {
      (call, provider) async throws in
      try provider.giveTokens()
      let reply = try await call("GET", "/db/_oidc_callback?code=c")
      #expect(
        reply.json?.object?.keys == [
          "id_token", "refresh_token", "name", "access_token", "token_type", "expires_in",
        ])
      #expect(reply["Set-Cookie"] == nil)
      #expect(try await call.gateway.sessions(in: "db").isEmpty)
    }
  }

  @Test("section 1, `discovery_url`") func discoveryURL() async throws {
    let other = try ScriptedProvider()
    try await run(
      .v1_5, "\"discovery_url\": \"\(other.issuer)/.well-known/openid-configuration\""
    ) { (call, _) async throws in
      let address = try await call("GET", "/db/_oidc")["Location"]
      #expect(address?.hasPrefix(other.issuer + "/authorize?") == true)
    }
    await other.stop()
  }

  @Test("section 1, `user_prefix` and `username_claim`; section 3: user names") func userNames()
    async throws
  {
    try await run(.v1_5, #""register": true, "user_prefix": "p""#) {
      (call, provider) async throws in
      try provider.giveTokens(["sub": "a b/c"])
      #expect(try await call("GET", "/db/_oidc_callback?code=c").json?["name"] == "p_a+b%2Fc")
      // This name isn't valid for a user.
      try provider.giveTokens(["sub": "a~b"])
      #expect(try await call("GET", "/db/_oidc_callback?code=c").status == 400)
    }
    let claim = #""register": true, "username_claim": "nick", "disable_callback_state": true"#
    try await run(.v2_8, claim) { (call, provider) async throws in
      try provider.giveTokens(["nick": "no:ah"])
      #expect(try await call("GET", "/db/_oidc_callback?code=c").json?["name"] == "no%3Aah")
      try provider.giveTokens(["nick": 42])
      #expect(try await call("GET", "/db/_oidc_callback?code=c").json?["name"] == "42")
      try provider.giveTokens()
      let missing = try await call("GET", "/db/_oidc_callback?code=c")
      #expect(missing.status == 500)
      #expect(missing.reason?.contains("specified claim \"nick\" not found") == true)
      for (value, type) in [
        (true, "bool"), (["a"], "[]interface {}"), (["a": 1], "map[string]interface {}"),
      ] as [(JSONValue, String)] {
        try provider.giveTokens(["nick": value])
        let reply = try await call("GET", "/db/_oidc_callback?code=c")
        #expect(reply.status == 500)
        #expect(
          reply.reason?.hasSuffix("oidc: can't treat value of type: \(type) as valid username")
            == true, "\(reply.text)")
      }
    }
    try await run(.v2_8, claim + #", "user_prefix": "p""#) { (call, provider) async throws in
      try provider.giveTokens(["nick": "noah"])
      #expect(try await call("GET", "/db/_oidc_callback?code=c").json?["name"] == "p_noah")
    }
  }

  @Test("section 3: an invalid email is ignored, a new valid one updates")
  func emailsFollowTheProvider() async throws {
    try await run { (call, provider) async throws in
      func email(_ claim: JSONValue) async throws -> String? {
        try provider.giveTokens(["email": claim])
        _ = try await call("GET", "/db/_oidc_callback?code=c")
        return try await call.gateway.users(in: "db").first?.email
      }
      #expect(try await email("not an address") == "")
      #expect(try await email("new@example.com") == "new@example.com")
      #expect(try await email("bad") == "new@example.com")
      #expect(try await email(nil) == "new@example.com")
    }
  }
}
