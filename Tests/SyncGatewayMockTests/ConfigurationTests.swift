import DocgenJSON
import DocgenMockHTTP
import DocgenTestSupport
import SyncGatewayMock
import Testing

@Suite(.fewAtOnce) struct ConfigurationTests {
  private func check(_ text: String, _ profile: Profile = .v1_5) -> [String] {
    GatewayConfiguration.check(text, profile: profile).map(\.description)
  }

  @Test("section 1: defaults of every key") func defaults() throws {
    let configuration = try GatewayConfiguration(#"{"databases": {"db": {}}}"#)
    #expect(configuration.interface == ":4984")
    #expect(configuration.adminInterface == "127.0.0.1:4985")
    #expect(configuration.cors == nil)
    let database = try #require(configuration.databases.first)
    #expect(database.sync == nil)
    #expect(database.oidc == nil)
    #expect(!database.allowsEmptyPassword && !database.startsOffline)
    #expect(database.revsLimit == 1000)
    #expect(database.sessionCookieName == "SyncGatewaySession")
    #expect(database.json["server"] == "walrus:")
    #expect(database.json["bucket"] == "db")
    #expect(database.json["pool"] == "default")
  }

  @Test("section 1, syntax: keys match without regard to case") func keysMatchWithoutCase() throws {
    let configuration = try GatewayConfiguration(
      """
      {"Interface": ":1", "admininterface": ":2", "cors": {"ORIGIN": ["x"], "maxage": 3},
        "DATABASES": {"db": {"Offline": true}}}
      """)
    #expect(configuration.interface == ":1" && configuration.adminInterface == ":2")
    #expect(configuration.cors?.origins == ["x"])
    #expect(configuration.cors?.maxAge == 3)
    #expect(configuration.databases[0].startsOffline)
  }

  @Test("section 1, syntax: back-quoted strings span lines") func backQuotedStringsSpanLines()
    throws
  {
    let configuration = try GatewayConfiguration(
      "{\"databases\": {\"db\": {\"sync\": `function(doc) {\r\n\tchannel(\"a\\\\b\");\n}`}}}")
    #expect(configuration.databases[0].sync == "function(doc) {\n\tchannel(\"a\\\\b\");\n}")
  }

  @Test("section 1, syntax: comments are errors") func commentsAreErrors() {
    #expect(
      check("{\n  // no\n}") == [
        "2:3: error: expected a key in double quotes, found '/'; JSON has no comments"
      ])
  }

  @Test("a key that stands twice: the last one counts, as in Go") func repeatedKeys() {
    let text = """
      {"databases": {"db": {"users": {"a": {}}},
       "db": {}}, "databases": {}}
      """
    #expect(
      check(text) == [
        "2:2: warning: 'db' occurs twice in this object; the gateway uses the last one",
        "2:13: warning: 'databases' occurs twice in this object; the gateway uses the last one",
      ])
  }

  @Test("section 1, syntax: trailing commas are errors") func trailingCommasAreErrors() {
    #expect(
      check("{\"databases\": {\n},\n}") == [
        "3:1: error: expected a key in double quotes, found '}'; remove the comma before it"
      ])
  }

  @Test("section 1, syntax: places behind back quotes are those of the text")
  func positionsBehindBackQuotesAreThoseOfTheText() {
    let text = """
      {"databases": {"db": {"sync": `function(doc) {
        channel(doc.channels);
      }`, "offline": 1, "revs_limit": 7},
        "Bad": {}}}
      """
    #expect(
      check(text) == [
        "3:16: error: 'offline' must be true or false, not a number",
        "3:33: error: The revs_limit (7) value in your Sync Gateway configuration cannot be set "
          + "lower than 20.",
        "4:3: error: Illegal database name: Bad",
      ])
  }

  @Test("section 1, syntax: an error behind back quotes is where it is")
  func aSyntaxErrorBehindBackQuotesIsWhereItIs() {
    #expect(
      check("{\"a\": `x\ny`,\n  \"b\" 1}").first?.hasPrefix("3:7: error: expected ':'") == true)
  }

  @Test("section 1, `sync`: what does not compile is reported at its line")
  func aSyncFunctionThatDoesNotCompileIsReportedAtItsLine() {
    let text = "{\"databases\": {\"db\": {\"sync\": `function(doc) {\n  var a = ;\n}`}}}"
    let problems = GatewayConfiguration.check(text)
    #expect(problems.count == 1)
    #expect(problems.first?.line == 2)
    #expect(problems.first?.message.contains("SyntaxError") == true)
  }

  @Test("section 1, syntax: unknown keys are ignored to 2.5, rejected from 2.6")
  func unknownKeysAreIgnoredTo2_5AndRejectedSince() {
    let text = #"{"databases": {"db": {"usres": {}}}}"#
    #expect(
      check(text) == ["1:23: warning: unknown key 'usres' in a database; did you mean 'users'?"])
    #expect(
      check(text, .v2_8) == [
        "1:23: error: unknown key 'usres' in a database; did you mean 'users'?"
      ])
    #expect(throws: InvalidConfiguration.self) { try GatewayConfiguration(text, profile: .v2_8) }
  }

  @Test("section 1, 2.x keys: `session_cookie_name` and the others are unknown to 1.5")
  func keysOf2_xAreUnknownTo1_5() throws {
    let text = #"{"databases": {"db": {"session_cookie_name": "C"}}}"#
    #expect(check(text).count == 1)
    #expect(check(text, .v2_8).isEmpty)
    #expect(try GatewayConfiguration(text).databases[0].sessionCookieName == "SyncGatewaySession")
    #expect(
      try GatewayConfiguration(text, profile: .v2_8).databases[0].sessionCookieName == "C")
  }

  @Test("section 1, `users`: a user without a password stops startup")
  func aUserWithoutPasswordStopsStartup() {
    #expect(
      check(
        #"{"databases": {"db": {"users": {"alice": {}, "GUEST": {}, "bo": {"password": "ab"}}}}}"#)
        == [
          #"1:33: error: Couldn't create user "alice": 400 Empty passwords are not allowed "#,
          #"1:59: error: Couldn't create user "bo": 400 Passwords must be at least three 3 characters"#,
        ])
    #expect(
      check(#"{"databases": {"db": {"allow_empty_password": true, "users": {"alice": {}}}}}"#)
        .isEmpty)
  }

  @Test("section 1, `users`: an invalid email address stops startup")
  func anInvalidEmailAddressStopsStartup() {
    let user = #"{"password": "secret", "email": "nobody"}"#
    #expect(
      check("{\"databases\": {\"db\": {\"users\": {\"alice\": \(user)}}}}")
        == [#"1:33: error: Couldn't create user "alice": 400 Invalid email address"#])
  }

  @Test("section 1: what the mock does not do is pointed out")
  func whatTheMockDoesNotDoIsPointedOut() {
    let text =
      #"{"facebook": {}, "databases": {"db": {"event_handlers": {}}}}"#
    #expect(
      check(text) == [
        "1:2: warning: 'facebook' has no effect in this mock",
        "1:39: warning: 'event_handlers' has no effect in this mock",
      ])
  }

  private func oidc(_ providers: String, _ profile: Profile = .v1_5) -> [String] {
    check("{\"databases\": {\"db\": {\"oidc\": {\"providers\": {\n\(providers)}}}}}", profile)
  }

  private let complete = #""issuer": "https://x", "client_id": "c", "validation_key": "k""#

  @Test("section 1, `oidc`: provider names may not contain `_`", arguments: Profile.allCases)
  func providerNamesMayNotContainUnderscores(_ profile: Profile) {
    #expect(
      oidc("  \"google_x\": {\(complete)}", profile) == [
        "2:3: error: OpenID Connect provider names cannot contain underscore:google_x"
      ])
  }

  @Test("section 1, `issuer`, `client_id`: a provider missing either is skipped with a warning")
  func aProviderWithoutIssuerOrClientIsSkipped() throws {
    #expect(
      oidc("\"a\": {}, \"b\": {\(complete)}") == [
        "2:1: warning: Issuer and ClientID required for OIDC Provider - skipping provider \"a\""
      ])
  }

  @Test("section 1, `issuer`, `client_id`: no provider left stops startup")
  func noProviderLeftStopsStartup() {
    let problems = oidc("\"a\": {\"issuer\": \"https://x\"}")
    #expect(
      problems.contains(
        "1:23: error: OpenID Connect defined in config, but no valid OpenID Connect providers "
          + "specified"))
    #expect(problems.count == 2)
  }

  @Test("section 1, `validation_key`: absent, there is a note")
  func withoutValidationKeyThereIsANote() {
    #expect(
      oidc(#""a": {"issuer": "https://x", "client_id": "c"}"#) == [
        "2:1: note: Validation Key not defined in config for provider \"a\" - auth code flow "
          + "will not be supported for this provider"
      ])
  }

  @Test("section 1, `default_provider`: the named one, or the only one")
  func theOnlyProviderIsTheDefault() throws {
    func parsed(_ members: String) throws -> OIDCConfiguration? {
      try GatewayConfiguration("{\"databases\": {\"db\": {\"oidc\": {\(members)}}}}")
        .databases[0].oidc
    }
    let two = "\"providers\": {\"a\": {\(complete)}, \"b\": {\(complete)}}"
    #expect(try parsed("\"providers\": {\"a\": {\(complete)}}")?.defaultProvider == "a")
    #expect(try parsed(two)?.defaultProvider == nil)
    #expect(try parsed("\"default_provider\": \"b\", \(two)")?.defaultProvider == "b")
    #expect(try parsed(two)?.providers.map(\.name) == ["a", "b"])
    #expect(try parsed(two)?.providers[0].scope == ["openid", "email"])
  }

  @Test("section 1, `default_provider`: one that is missing is pointed out")
  func aMissingDefaultProviderIsPointedOut() {
    #expect(
      check(
        "{\"databases\": {\"db\": {\"oidc\": {\"default_provider\": \"gogle\",\n\"providers\": {\"google\": {\(complete)}}}}}}"
      )
        == ["1:52: warning: there is no provider 'gogle'; did you mean 'google'?"])
  }

  @Test(
    "bad input is a problem and nothing worse",
    arguments: [
      "", "[]", "1", "{", "\"x", "`", "{\"databases\": 1}", "{\"databases\": {\"db\": []}}",
    ])
  func badInputIsAProblemAndNothingWorse(_ text: String) {
    #expect(!GatewayConfiguration.check(text).isEmpty)
  }
}
