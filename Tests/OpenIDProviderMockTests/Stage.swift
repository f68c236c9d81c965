import DocgenClocks
import DocgenJOSE
import DocgenJSON
import DocgenTestSupport
import Foundation
import OpenIDProviderMock

/// A provider, its clock and a browser, for the duration of a test.
struct Stage {
  let provider: OpenIDProvider
  let clock: ManualClock
  let browser: Browser

  static let redirectURI = "https://app.example/cb"
  /// RFC 7636 appendix B.
  static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

  static let alice = User(
    username: "alice", password: "wonder",
    claims: [
      "sub": "a-1", "name": "Alice", "email": "alice@example.com", "email_verified": true,
      "phone_number": "+1", "groups": ["staff"],
    ])
  static let bob = User(username: "bob", password: "builder", claims: ["email": "bob@example.com"])

  static let clients = [
    ClientRegistration(
      clientID: "web", clientSecret: "s3cret", redirectURIs: [redirectURI, redirectURI + "?a=b"],
      responseTypes: ClientRegistration.ResponseType.supported,
      postLogoutRedirectURIs: ["https://app.example/bye", "https://app.example/bye?a=b"]),
    ClientRegistration(
      clientID: "native",
      redirectURIs: ["com.example.app:/cb", "http://127.0.0.1/cb", "http://localhost:9/cb"]),
    ClientRegistration(
      clientID: "es", clientSecret: "s3cret", redirectURIs: [redirectURI],
      responseTypes: [.code, .idToken], idTokenAlgorithm: .es256),
    ClientRegistration(
      clientID: "basic", clientSecret: "a:b c+%ä", redirectURIs: [redirectURI],
      grantTypes: [.authorizationCode], authenticationMethods: [.basic]),
    ClientRegistration(
      clientID: "robot", clientSecret: "s3cret", redirectURIs: [], responseTypes: [],
      grantTypes: [.clientCredentials]),
    ClientRegistration(
      clientID: "tv", redirectURIs: [], responseTypes: [], grantTypes: [.deviceCode, .refreshToken]),
    ClientRegistration(
      clientID: "post", clientSecret: "s3cret", redirectURIs: [redirectURI],
      authenticationMethods: [.post]),
  ]

  static func issuer(
    login: IssuerConfiguration.Login = .approve,
    change: (inout IssuerConfiguration) -> Void = { _ in }
  ) -> IssuerConfiguration {
    var issuer = IssuerConfiguration(login: login, clients: clients, users: [alice, bob])
    change(&issuer)
    return issuer
  }

  static func open(
    _ issuers: [String: IssuerConfiguration] = ["/": issuer()],
    _ body: (Stage) async throws -> Void
  ) async throws {
    let clock = ManualClock()
    let provider = try await OpenIDProvider.start(
      configuration: ProviderConfiguration(issuers: issuers), clock: clock,
      random: RandomSource(seed: 1))
    let stage = Stage(
      provider: provider, clock: clock, browser: Browser(base: provider.baseURL))
    try await using(stage, thenStopping: { await $0.provider.stop() }, body)
  }

  static func open(
    login: IssuerConfiguration.Login, _ body: (Stage) async throws -> Void
  ) async throws {
    try await open(["/": issuer(login: login)], body)
  }

  /// The same provider with a new browser, which has no open connections to send a request again
  /// on.
  var afresh: Stage {
    Stage(provider: provider, clock: clock, browser: Browser(base: provider.baseURL))
  }

  var now: Int { Int(clock.now.timeIntervalSince1970) }

  /// Sends an authorization request of `web` for a code; a change replaces a parameter, `nil`
  /// removes it.
  func authorize(
    _ changes: KeyValuePairs<String, String?> = [:], post: Bool = false, at path: String = "",
    to address: String? = nil, headers: [String: String] = [:]
  ) async throws -> Reply {
    let address = address ?? path + "/authorize"
    var parameters: [(String, String)] = [
      ("client_id", "web"), ("redirect_uri", Self.redirectURI), ("response_type", "code"),
      ("scope", "openid"), ("state", "xyz & 1"),
    ]
    for (name, value) in changes {
      parameters.removeAll { $0.0 == name }
      if let value { parameters.append((name, value)) }
    }
    return post
      ? try await browser.post(address, parameters, headers: headers)
      : try await browser.get(address, parameters, headers: headers)
  }

  /// Returns a code of `web`.
  func code(_ changes: KeyValuePairs<String, String?> = [:]) async throws -> String {
    try await authorize(changes).query["code"].orThrow()
  }

  /// Sends a token request of `web`; a change replaces a parameter, `nil` removes it.
  func token(
    _ changes: KeyValuePairs<String, String?> = [:], client: String = "web",
    headers: [String: String]? = nil, at path: String = ""
  ) async throws -> Reply {
    var parameters: [(String, String)] = [
      ("grant_type", "authorization_code"), ("redirect_uri", Self.redirectURI),
    ]
    for (name, value) in changes {
      parameters.removeAll { $0.0 == name }
      if let value { parameters.append((name, value)) }
    }
    return try await browser.post(
      path + "/token", parameters, headers: headers ?? Self.basic(client, "s3cret"))
  }

  static func basic(_ id: String, _ secret: String) -> [String: String] {
    let pair = Data("\(id):\(secret)".utf8).base64EncodedString()
    return ["Authorization": "Basic \(pair)"]
  }

  static func bearer(_ token: String) -> [String: String] { ["Authorization": "Bearer \(token)"] }

  /// Returns a token, verified with the published keys.
  func verified(_ compact: String?) async throws -> JSONWebToken {
    let token = try JSONWebToken(decoding: compact.orThrow())
    let keys = try await JSONWebKeySet(json: browser.get("/jwks").json)
    try token.verify(with: keys, allowing: Set(SigningAlgorithm.allCases))
    return token
  }
}

extension JSONValue {
  func text(_ key: String) throws -> String { try (self[key]?.string).orThrow() }
}
