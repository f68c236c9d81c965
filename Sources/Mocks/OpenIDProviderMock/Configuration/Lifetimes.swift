import DocgenJSON

/// The lifetimes of codes and tokens, in seconds of the injected clock.
public struct Lifetimes: Sendable, Equatable {
  /// An authorization code; at most ten minutes (RFC 6749 4.1.2).
  public var authorizationCode: Int
  /// An access token.
  public var accessToken: Int
  /// An ID token.
  public var idToken: Int
  /// A refresh token.
  public var refreshToken: Int

  /// Creates lifetimes: a minute for codes, an hour for access and ID tokens, 30 days for refresh
  /// tokens.
  public init(
    authorizationCode: Int = 60, accessToken: Int = 3_600, idToken: Int = 3_600,
    refreshToken: Int = 2_592_000
  ) {
    self.authorizationCode = authorizationCode
    self.accessToken = accessToken
    self.idToken = idToken
    self.refreshToken = refreshToken
  }

  /// The longest lifetime: a hundred years.
  static let century = 3_155_760_000

  private static let keys = ["authorization_code", "access_token", "id_token", "refresh_token"]

  /// - Parameter base: the lifetimes that the value doesn't name.
  init?(_ value: ConfigurationValue, changing base: Lifetimes = Lifetimes()) {
    guard let section = value.section(keys: Self.keys) else { return nil }
    self = base
    let century = 1...Self.century
    authorizationCode =
      section["authorization_code"]?.seconds(in: 1...600) ?? authorizationCode
    accessToken = section["access_token"]?.seconds(in: century) ?? accessToken
    idToken = section["id_token"]?.seconds(in: century) ?? idToken
    refreshToken = section["refresh_token"]?.seconds(in: century) ?? refreshToken
  }
}
