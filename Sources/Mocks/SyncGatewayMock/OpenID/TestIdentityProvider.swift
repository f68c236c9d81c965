import DocgenClocks
import DocgenJOSE
import DocgenJSON
import Foundation

/// The identity provider that Sync Gateway includes for tests (rest/oidc_test_provider.go): it asks
/// for a name but no password.
actor TestIdentityProvider {
  /// The settings of a user's login.
  private struct Login {
    var timeToLive: Int
    var scopes: Set<String>
  }

  /// The tokens in a response of the token endpoint.
  struct Tokens {
    var access: String
    /// `nil` in the response to a refresh.
    var refresh: String?
    var identity: String
    var expiresIn: Int
  }

  /// The only audience of the provider's tokens: the `client_id` to configure.
  static let audience = "sync_gateway"
  /// The default lifetime of a token, in seconds.
  static let defaultTimeToLive = 3_600
  /// The maximum number of logins stored.
  private static let limit = 10_000

  private let clock: any WallClock
  private let hasUnsignedTokens: Bool
  private let key: PrivateKey
  private var logins: [String: Login] = [:]

  init(_ configuration: DatabaseConfiguration.TestProvider, clock: any WallClock) throws {
    self.clock = clock
    hasUnsignedTokens = configuration.hasUnsignedTokens
    key = try PrivateKey(pem: TestProviderKey.pem)
  }

  nonisolated var publicKey: JSONWebKey {
    key.publicKey.jwk(keyID: TestProviderKey.id, algorithm: .rs256, use: "sig")
  }

  /// Logs a user in and returns a code: the name in Base64, the same every time.
  func code(for user: String, timeToLive: Int, scope: String) -> String {
    if logins.count >= Self.limit { logins = [:] }
    logins[user] = Login(
      timeToLive: timeToLive, scopes: Set(scope.split(separator: " ").map(String.init)))
    return Data(user.utf8).base64EncodedString()
  }

  /// Returns the tokens for a code; `nil` for an unknown code.
  func tokens(code: String, issuer: String) throws -> Tokens? {
    guard let user = Data(base64Encoded: code).map({ String(decoding: $0, as: UTF8.self) }),
      let login = logins[user]
    else { return nil }
    var tokens = try tokens(for: user, login: login, issuer: issuer)
    tokens.refresh = Data("\(user):::\(tokens.access)".utf8).base64EncodedString()
    return tokens
  }

  /// Returns the tokens for a refresh token; `nil` for an unknown one.
  func tokens(refresh: String, issuer: String) throws -> Tokens? {
    let text = Data(base64Encoded: refresh).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let parts = text.split(separator: ":::", omittingEmptySubsequences: false)
    guard parts.count == 2, let user = parts.first, let login = logins[String(user)] else {
      return nil
    }
    return try tokens(for: String(user), login: login, issuer: issuer)
  }

  private func tokens(for user: String, login: Login, issuer: String) throws -> Tokens {
    let now = Int(clock.now.timeIntervalSince1970)
    var claims: JSONObject = [
      "aud": .string(Self.audience), "exp": .integer(now + login.timeToLive),
      "iat": .integer(now), "iss": .string(issuer), "sub": .string(user),
    ]
    if login.scopes.contains("email") {
      claims["email"] = .string("\(user)@syncgatewayoidctesting.com")
    }
    if login.scopes.contains("profile") { claims["nickname"] = "slim jim" }
    let token =
      hasUnsignedTokens
      ? JSONWebToken(
        header: ["alg": "RS256", "kid": .string(TestProviderKey.id)], claims: claims, signature: [])
      : try JSONWebToken(
        signing: claims, keyID: TestProviderKey.id, with: key, algorithm: .rs256)
    return Tokens(
      access: Data(user.utf8).base64EncodedString(), refresh: nil, identity: token.compact,
      expiresIn: login.timeToLive)
  }
}
