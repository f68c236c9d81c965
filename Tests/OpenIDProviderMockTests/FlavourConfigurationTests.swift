import DocgenClocks
import DocgenJOSE
import DocgenJSON
import DocgenMockHTTP
import DocgenTestSupport
import OpenIDProviderMock
import Testing

/// The form of flavours, switches, decisions and faults in a configuration.
@Suite(.fewAtOnce) struct FlavourConfigurationTests {
  @Test("every switch is read")
  func everySwitch() throws {
    let text = """
      {"issuers": {"/*": {"paths": {"authorization": "/auth", "device": null},
        "clock_skew": -30, "access_tokens": "jwt", "access_token_audience": "api",
        "value_style": "hexadecimal", "key_ids": false, "id_token_header": {"ver": 4, "typ": null},
        "authorized_party": true, "issuer_without_scheme": true, "acr_values": ["gold"],
        "allow_plain_pkce": true, "offline_access": "scope_with_consent", "response_issuer": false,
        "ask_consent": false, "ask_remember": true, "refuse_web_views": true,
        "clients": [{"client_id": "app", "redirect_uris": ["a.b:/cb"], "claims": {"tenant": 1},
          "further_audiences": ["api"], "lifetimes": {"access_token": 5}, "access_tokens": "opaque",
          "id_token_signed_response_alg": "PS256"}],
        "users": [{"username": "u"}]}}}
      """
    let issuer = try #require(try ProviderConfiguration(parsing: text).issuers["/*"])
    #expect(issuer.paths[.authorization] == "/auth")
    #expect(issuer.paths[.device] == nil)
    #expect(issuer.clockSkew == -30)
    #expect(issuer.accessTokenFormat == .jwt)
    #expect(issuer.accessTokenAudience == "api")
    #expect(issuer.valueStyle == .hexadecimal)
    #expect(!issuer.namesKeys)
    #expect(issuer.tokenHeader == ["ver": 4, "typ": .null])
    #expect(issuer.namesAuthorizedParty)
    #expect(issuer.leavesOutIssuerScheme)
    #expect(issuer.acrValues == ["gold"])
    #expect(issuer.allowsPlainPKCE)
    #expect(issuer.offlineAccess == .scopeWithConsent)
    #expect(!issuer.sendsIssuerInResponses)
    #expect(!issuer.asksForConsent)
    #expect(issuer.remembersOnlyWhenAsked)
    #expect(issuer.refusesWebViews)
    let client = issuer.clients[0]
    #expect(client.claims == ["tenant": 1])
    #expect(client.additionalAudiences == ["api"])
    #expect(client.lifetimes == Lifetimes(accessToken: 5))
    #expect(client.accessTokenFormat == .opaque)
    #expect(client.idTokenAlgorithm == .ps256)
  }

  @Test("decisions are read, with the only user where none is named")
  func decisions() throws {
    let text = """
      {"issuers": {"/": {"users": [{"username": "u", "decision": {"does": "abandon"}}],
        "decisions": [{}, {"does": "deny"}, {"does": "wrong_password"},
          {"does": "wrong_password_then_right"}, {"after": 9, "claims": {"a": 1}}]}}}
      """
    let issuer = try #require(try ProviderConfiguration(parsing: text).issuers["/"])
    #expect(
      issuer.decisions == [
        .approve(username: "u"), .deny, .wrongPassword(username: "u", thenRight: false),
        .wrongPassword(username: "u"),
        .slow(seconds: 9, then: .approve(username: "u", claims: ["a": 1])),
      ])
    #expect(issuer.users[0].decision == .abandon)
  }

  @Test("faults are read")
  func faults() throws {
    let text = """
      {"issuers": {"/": {"users": [{"username": "u"}], "faults": [
        {"id_token": "expired"}, {"conformance": "sig-none"},
        {"endpoint": "token", "fault": "status", "status": 503, "times": 2,
          "when": {"grant_type": "refresh_token"}},
        {"endpoint": "token", "fault": "error", "code": "slow_down"},
        {"endpoint": "userinfo", "fault": "member", "name": "sub", "value": "x"},
        {"endpoint": "userinfo", "fault": "member", "name": "sub"},
        {"endpoint": "jwks", "fault": "delay", "seconds": 3},
        {"endpoint": "jwks", "fault": "replaced", "body": "no", "content_type": "text/html"},
        {"endpoint": "jwks", "fault": "content-type", "content_type": "text/html"},
        {"endpoint": "token", "fault": "error-with-status", "status": 200},
        {"endpoint": "token", "fault": "truncated"}, {"endpoint": "token", "fault": "cut"},
        {"endpoint": "token", "fault": "dropped-before"},
        {"endpoint": "token", "fault": "dropped-after"}, {"endpoint": "token", "fault": "not-json"},
        {"endpoint": "token", "fault": "missing-token_type"},
        {"endpoint": "token", "fault": "expires_in-as-string"},
        {"endpoint": "token", "fault": "negative-expires_in"},
        {"endpoint": "authorization", "fault": "wrong-state"},
        {"endpoint": "authorization", "fault": "wrong-iss"}]}}}
      """
    let issuer = try #require(try ProviderConfiguration(parsing: text).issuers["/"])
    #expect(
      issuer.faults == [
        .idToken(.expired), .conformance(.unsigned),
        .response(.status(503), .token, when: ["grant_type": "refresh_token"], times: 2),
        .response(.error("slow_down"), .token), .response(.member("sub", "x"), .userInfo),
        .response(.member("sub", nil), .userInfo), .response(.delay(seconds: 3), .keys),
        .response(.replaced(status: 200, contentType: "text/html", body: "no"), .keys),
        .response(.contentType("text/html"), .keys), .response(.errorWithStatus(200), .token),
        .response(.truncated, .token), .response(.cut, .token), .response(.droppedBefore, .token),
        .response(.droppedAfter, .token), .response(.notJSON, .token),
        .response(.missingTokenType, .token), .response(.expiresInAsString, .token),
        .response(.negativeExpiresIn, .token), .response(.wrongState, .authorization),
        .response(.wrongIssuer, .authorization),
      ])
  }

  @Test("faults of the configuration are there from the first request on")
  func faultsFromTheStart() async throws {
    let issuer = Stage.issuer { $0.faults = [.response(.status(503), .keys, times: 2)] }
    try await Stage.open(["/": issuer]) { stage in
      var statuses: [Int] = []
      for _ in 0..<3 { statuses.append(try await stage.browser.get("/jwks").status) }
      #expect(statuses == [503, 503, 200])
    }
  }

  @Test("flavours by configuration, with switches of one's own on top")
  func flavours() async throws {
    let text = """
      {"issuers": {
        "/google": {"flavour": "google", "refuse_web_views": false,
          "clients": [{"client_id": "9-z.apps.googleusercontent.com"}],
          "users": [{"username": "u", "claims": {"hd": "x.example"}}]},
        "/spid": {"flavour": "spid", "value_style": "plain",
          "clients": [{"client_id": "1", "client_secret": "s",
            "redirect_uris": ["spidmobile-1://login"]}],
          "users": [{"username": "u"}]}}}
      """
    let configuration = try ProviderConfiguration(parsing: text)
    let google = try #require(configuration.issuers["/google"])
    #expect(google.flavour == .google)
    #expect(!google.refusesWebViews)
    #expect(
      google.clients[0].redirectURIs.first == "com.googleusercontent.apps.9-z:/oauth2redirect")
    try await Stage.open(configuration.issuers) { stage in
      let reply = try await stage.browser.get(
        "/spid/login",
        [
          ("client_id", "1"), ("response_type", "code"), ("redirect_uri", "spidmobile-1://login"),
        ])
      #expect(reply.target == "spidmobile-1://login")
      #expect(reply.query["code"]?.count == 43)
      #expect(try await stage.browser.get("/google/oauth2/v3/certs").status == 200)
    }
  }

  @Test(
    "mistakes are named, with the nearest word",
    arguments: [
      (#""flavour": "gogle""#, "unknown value 'gogle' of 'flavour'; did you mean 'google'?"),
      (#""flavor": "google""#, "unknown key 'flavor' in an issuer; did you mean 'flavour'?"),
      (#""paths": {"tokn": "/x"}"#, "unknown key 'tokn' in 'paths'; did you mean 'token'?"),
      (#""paths": {"token": "x"}"#, "a path is '/' and letters, digits and '-._~' between"),
      (#""paths": {"token": "/authorize"}"#, "'/authorize' is already the path of 'authorization'"),
      (
        #""clock_skew": 1.5"#, "'clock_skew' must be a whole number of seconds from -86400 to 86400"
      ),
      (#""id_token_header": {"alg": "none"}"#, "'alg' is the provider's, it cannot be set"),
      (#""decisions": ["deny"]"#, "a decision must be an object, this is a string"),
      (
        #""decisions": [{"does": "dney"}]"#,
        "unknown value 'dney' of 'does'; did you mean 'deny'?"
      ),
      (#""decisions": [{"user": "uu"}]"#, "unknown value 'uu' of 'user'; did you mean 'u'?"),
      (#""decisions": [{"does": "deny", "claims": {}}]"#, "'claims' belong to 'approve' only"),
      (#""faults": [{}]"#, "a fault needs 'id_token', 'conformance', or 'endpoint' and 'fault'"),
      (
        #""faults": [{"id_token": "expird"}]"#, "unknown value 'expird' of 'id_token'; did you mean"
      ),
      (
        #""faults": [{"conformance": "sig-non"}]"#,
        "unknown value 'sig-non' of 'conformance'; did you mean 'sig-none'?"
      ),
      (
        #""faults": [{"endpoint": "tokens", "fault": "cut"}]"#,
        "unknown value 'tokens' of 'endpoint'; did you mean 'token'?"
      ),
      (
        #""faults": [{"endpoint": "token", "fault": "cutt"}]"#,
        "unknown value 'cutt' of 'fault'; did you mean 'cut'?"
      ),
      (
        #""faults": [{"endpoint": "token", "fault": "status"}]"#,
        "the fault 'status' needs 'status'"
      ),
      (
        #""faults": [{"endpoint": "token", "fault": "cut", "times": 0}]"#,
        "'times' must be a whole number from 1 to 10000"
      ),
      (
        #""clients": [{"client_id": "a", "redirect_uris": ["a:/"], "claims": {"iss": "x"}}]"#,
        "the claim 'iss' is the provider's, not the client's"
      ),
    ])
  func mistakes(member: String, message: String) throws {
    let text = "{\"issuers\": {\"/\": {\"users\": [{\"username\": \"u\"}],\n\(member)}}}"
    let problems = ProviderConfiguration.check(text)
    #expect(problems.count == 1, "\(problems)")
    let problem = try #require(problems.first)
    #expect(problem.message.hasPrefix(message), "\(problem)")
    #expect(problem.line == 2)
  }
}
