import DocgenJOSE
import DocgenJSON
import DocgenMockHTTP
import DocgenTestSupport
import OpenIDProviderMock
import Testing

@Suite(.fewAtOnce) struct ConfigurationTests {
  @Test("the example of the command line's documentation")
  func example() throws {
    let configuration = try ProviderConfiguration(
      parsing: """
        {"issuers": {"/": {
          "login": "form",
          "clients": [{"client_id": "app", "client_secret": "x",
            "redirect_uris": ["http://127.0.0.1/cb"], "response_types": ["code"],
            "token_endpoint_auth_method": "client_secret_basic"}],
          "users": [{"username": "alice", "password": "secret",
            "claims": {"sub": "alice", "email": "alice@example.com"}}]}}}
        """)
    let issuer = try #require(configuration.issuers["/"])
    #expect(issuer.login == .form)
    #expect(
      issuer.clients == [
        ClientRegistration(
          clientID: "app", clientSecret: "x", redirectURIs: ["http://127.0.0.1/cb"],
          authenticationMethods: [.basic])
      ])
    #expect(issuer.clients[0].grantTypes == [.authorizationCode, .refreshToken])
    #expect(
      issuer.users == [
        User(
          username: "alice", password: "secret",
          claims: ["sub": "alice", "email": "alice@example.com"])
      ])
  }

  @Test("a key that stands twice is a mistake")
  func repeatedKeys() {
    let text = """
      {"issuers": {"/": {"login": "form", "users": [{"username": "a", "password": "b"}],
       "login": "approve"}}}
      """
    #expect(
      ProviderConfiguration.check(text).map(\.description) == [
        "2:2: error: 'login' occurs twice in this object; remove one"
      ])
  }

  @Test("every setting is read")
  func everySetting() throws {
    let text = """
      {"issuers": {"/a": {"login": "approve", "require_pkce": "always", "scopes": ["read"],
        "refuse_unknown_scopes": true, "scope_claims_in_id_token": true,
        "refresh_token_rotation": "reuse_detection", "refresh_token_grace": 5,
        "allow_registration": true, "value_style": "awkward",
        "lifetimes": {"authorization_code": 1, "access_token": 2, "id_token": 3, "refresh_token": 4},
        "clients": [{"client_id": "app", "redirect_uris": ["a.b:/cb"],
          "response_types": ["token id_token"], "grant_types": ["implicit"],
          "token_endpoint_auth_method": "none", "id_token_signed_response_alg": "ES256"}],
        "users": [{"username": "u"}]}}}
      """
    let issuer = try #require(try ProviderConfiguration(parsing: text).issuers["/a"])
    #expect(issuer.requirePKCE == .always)
    #expect(issuer.scopes == ["read"])
    #expect(issuer.refusesUnknownScopes)
    #expect(issuer.scopeClaimsInIDToken)
    #expect(issuer.refreshTokenRotation == .reuseDetection)
    #expect(issuer.refreshTokenGrace == 5)
    #expect(issuer.allowsRegistration)
    #expect(issuer.valueStyle == .awkward)
    #expect(
      issuer.lifetimes
        == Lifetimes(authorizationCode: 1, accessToken: 2, idToken: 3, refreshToken: 4))
    #expect(issuer.clients[0].responseTypes == [[.idToken, .token]])
    #expect(issuer.clients[0].grantTypes == [.implicit])
    #expect(issuer.clients[0].idTokenAlgorithm == .es256)
    #expect(issuer.clients[0].isPublic)
    #expect(ProviderConfiguration.check(text) == [])
  }

  @Test(
    "each mistake is named at its place",
    arguments: [
      ("", "1:1: error: expected a value, found the end of the text"),
      (
        "{\n  \"issuers\": {},\n}",
        "3:1: error: expected a key in double quotes, found '}'; remove the comma before it"
      ),
      ("[]", "1:1: error: the configuration must be an object, this is an array"),
      ("{}", "1:1: error: the configuration needs 'issuers'"),
      (
        #"{"isuers": {}}"#,
        "1:2: error: unknown key 'isuers' in the configuration; did you mean 'issuers'?"
      ),
      (#"{"issuers": {}}"#, "1:13: error: 'issuers' names no issuer"),
      (
        #"{"issuers": {"a": {"users": [{"username": "u"}]}}}"#,
        "1:14: error: an issuer's path begins with '/', 'a' does not"
      ),
      (#"{"issuers": {"/": {}}}"#, "1:19: error: an issuer needs 'users', at least one"),
      (
        #"{"issuers": {"/": {"user": []}}}"#,
        "1:20: error: unknown key 'user' in an issuer; did you mean 'users'?"
      ),
      (
        #"{"issuers": {"/": {"quux": 1}}}"#,
        "1:20: error: unknown key 'quux' in an issuer; known are 'flavour',"
      ),
    ])
  func topLevel(text: String, expected: String) {
    let problems = ProviderConfiguration.check(text).map(\.description)
    #expect(problems.contains { $0.hasPrefix(expected) }, "\(problems)")
  }

  @Test("a key that is misspelt or has a wrong type isn't reported as missing too")
  func oneMistakeOneMessage() {
    for member in [#""redirect_uri": ["a:/"]"#, #""redirect_uris": "a:/""#] {
      let client = #"{"client_id": "a", \#(member)}"#
      let text = #"{"issuers": {"/": {"users": [{"username": "u"}], "clients": [\#(client)]}}}"#
      #expect(ProviderConfiguration.check(text).count == 1)
    }
  }

  @Test(
    "mistakes within an issuer",
    arguments: [
      (#""login": "from""#, "unknown value 'from' of 'login'; did you mean 'form'?"),
      (#""login": true"#, "'login' must be a string, this is a boolean"),
      (#""clients": {}"#, "'clients' must be an array, this is an object"),
      (#""clients": [1]"#, "a client must be an object, this is a number"),
      (#""clients": [{}]"#, "a client needs 'client_id'"),
      (#""clients": [{"client_id": ""}]"#, "'client_id' must not be empty"),
      (
        #""clients": [{"client_id": "a", "redirect_uris": ["a:/"], "clientsecret": "x"}]"#,
        "unknown key 'clientsecret' in a client; did you mean 'client_secret'?"
      ),
      (#""clients": [{"client_id": "a"}]"#, "a client needs 'redirect_uris', at least one"),
      (
        #""clients": [{"client_id": "a", "redirect_uris": ["/cb"]}]"#,
        "a redirect URI is absolute, '/cb' is not"
      ),
      (
        #""clients": [{"client_id": "a", "redirect_uris": ["https://x/#f"]}]"#,
        "a redirect URI has no fragment"
      ),
      (
        #""clients": [{"client_id": "a", "redirect_uris": ["javascript:alert"]}]"#,
        "a redirect URI does not begin with 'javascript:'"
      ),
      (
        #""clients": [{"client_id": "a", "redirect_uris": ["https:///x"]}]"#,
        "a redirect URI with 'https:' names a host"
      ),
      (
        #""clients": [{"client_id": "a", "redirect_uris": ["a:/\r\n"]}]"#,
        "a redirect URI may contain only the characters of RFC 3986"
      ),
      (
        #""clients": [{"client_id": "a", "redirect_uris": ["a:/"], "response_types": ["cod"]}]"#,
        "unknown response type 'cod'; did you mean 'code'?"
      ),
      (
        #""clients": [{"client_id": "a", "redirect_uris": ["a:/"], "grant_types": ["refresh"]}]"#,
        "unknown value 'refresh' of 'grant_types'; did you mean 'refresh_token'?"
      ),
      (
        #""clients": [{"client_id": "a", "redirect_uris": ["a:/"], "token_endpoint_auth_method": "client_secret_post"}]"#,
        "'client_secret_post' needs 'client_secret'"
      ),
      (
        #""clients": [{"client_id": "a", "redirect_uris": ["a:/"]}, {"client_id": "a", "redirect_uris": ["a:/"]}]"#,
        "'a' is already the 'client_id' of another"
      ),
      (
        #""lifetimes": {"authorization_code": 601}"#,
        "'authorization_code' must be a whole number of seconds from 1 to 600"
      ),
      (
        #""lifetimes": {"access": 1}"#,
        "unknown key 'access' in 'lifetimes'; did you mean 'access_token'?"
      ),
      (#""scopes": [1]"#, "'scopes' must contain only strings that are not empty"),
      (
        #""refuse_unknown_scopes": "yes""#,
        "'refuse_unknown_scopes' must be true or false, this is a string"
      ),
    ])
  func issuer(member: String, message: String) throws {
    let text = "{\"issuers\": {\"/\": {\"users\": [{\"username\": \"u\"}],\n\(member)}}}"
    let problems = ProviderConfiguration.check(text)
    #expect(problems.count == 1, "\(problems)")
    let problem = try #require(problems.first)
    #expect(problem.message.hasPrefix(message), "\(problem)")
    #expect(problem.line == 2)
    #expect(problem.column > 1 || member.contains("\"login\""))
  }

  @Test(
    "mistakes within a user",
    arguments: [
      (#"{"name": "u"}"#, "unknown key 'name' in a user; did you mean 'username'?"),
      (
        #"{"username": "u", "claims": {"iss": "x"}}"#,
        "the claim 'iss' is the provider's, not the user's"
      ),
      (
        #"{"username": "u", "claims": {"sub": 1}}"#,
        "'sub' must be a string of 1 to 255 ASCII characters"
      ),
      (#"{"username": "u", "claims": []}"#, "'claims' must be an object, this is an array"),
      (#"{"username": "u"}"#, "with \"login\": \"form\" a user needs 'password'"),
      (
        #"{"username": "u", "password": "p"}, {"username": "u", "password": "p"}"#,
        "'u' is already the 'username' of another"
      ),
    ])
  func user(member: String, message: String) {
    let text = "{\"issuers\": {\"/\": {\"login\": \"form\", \"users\": [\(member)]}}}"
    let messages = ProviderConfiguration.check(text).map(\.message)
    #expect(messages.contains(message), "\(messages)")
  }

  @Test("all mistakes come at once, in the order of the text")
  func all() throws {
    let text = """
      {"issuers": {"/": {
        "login": "frm",
        "clients": [{"client_ID": "a"}],
        "users": [{"username": 7}]
      }}}
      """
    let problems = ProviderConfiguration.check(text)
    #expect(problems.map(\.line) == [2, 3, 3, 4])
    #expect(problems[1].column == 15)
    #expect(problems[2].column == 16)
    let error = try #require(throws: InvalidConfiguration.self) {
      try ProviderConfiguration(parsing: text)
    }
    #expect(error.problems == problems)
  }

  @Test("any bytes are refused or read, never a crash", arguments: 0..<200)
  func arbitrary(seed: Int) {
    let pieces = ["{", "}", "[", "]", "\"issuers\"", ":", ",", "\"/\"", "1", "null", "\"users\""]
    var random = SeededGenerator(seed: UInt64(seed))
    let text = (0..<24).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    #expect(!ProviderConfiguration.check(text).isEmpty)
  }
}
