import DocgenJSON

/// The codes and tokens issued, as a value; times are seconds since 1970.
///
/// Tokens refer to their grant by number, so revoking a grant invalidates all its tokens.
struct TokenStore: Sendable {
  struct Code: Sendable {
    let grant: Int
    let redirectURI: String
    let challenge: CodeChallenge?
    let expires: Int
    var isUsed = false
  }

  struct AccessToken: Sendable {
    let grant: Int
    let scopes: [String]
    let issued: Int
    let expires: Int
  }

  struct RefreshToken: Sendable {
    let grant: Int
    let expires: Int
    /// The time when another token replaced it.
    var replaced: Int?
  }

  /// The parameters that a client sends to the token endpoint with a code.
  struct Redemption: Sendable {
    let clientID: String
    let redirectURI: String?
    let verifier: String?
  }

  /// A token as introspection describes it.
  struct LiveToken: Sendable {
    let grant: Grant
    let scopes: [String]
    let issued: Int?
    let expires: Int
    let isAccessToken: Bool
  }

  private(set) var grants: [Grant] = []
  private var codes: [ExactText: Code] = [:]
  private var accessTokens: [ExactText: AccessToken] = [:]
  private var refreshTokens: [ExactText: RefreshToken] = [:]

  mutating func add(_ grant: Grant) -> Int {
    grants.append(grant)
    return grants.count - 1
  }

  mutating func add(_ code: Code, as value: String) { codes[value] = code }
  mutating func add(_ token: AccessToken, as value: String) { accessTokens[value] = token }
  mutating func add(_ token: RefreshToken, as value: String) { refreshTokens[value] = token }

  mutating func revoke(grant: Int) { grants[grant].isRevoked = true }

  /// Returns whether a client has a valid grant of a user that may have refresh tokens.
  func hasOfflineGrant(of username: String, for clientID: String) -> Bool {
    grants.contains {
      $0.username == username && $0.clientID == clientID && $0.isOffline && !$0.isRevoked
    }
  }

  mutating func revokeAll(of username: String) {
    for index in grants.indices where grants[index].username == username {
      revoke(grant: index)
    }
  }

  /// Uses up a code and returns its grant.
  ///
  /// If the client presents the code a second time, all tokens of the grant are revoked, because one of
  /// the two senders has stolen the code (RFC 6749 4.1.2).
  mutating func redeem(
    _ value: String, with redemption: Redemption, at now: Int
  ) throws(OAuthError) -> Int {
    guard let code = codes[value], grants[code.grant].clientID == redemption.clientID else {
      throw OAuthError(.invalidGrant, description: "the code is not one of this client's")
    }
    if code.isUsed {
      revoke(grant: code.grant)
      throw OAuthError(
        .invalidGrant, description: "the code has been used before; its tokens are revoked")
    }
    guard now < code.expires else {
      throw OAuthError(.invalidGrant, description: "the code has expired")
    }
    guard code.redirectURI.isExactly(redemption.redirectURI) else {
      throw OAuthError(
        .invalidGrant, description: "'redirect_uri' is not that of the authorization request")
    }
    try Self.check(redemption.verifier, against: code.challenge)
    guard !grants[code.grant].isRevoked else {
      throw OAuthError(.invalidGrant, description: "the grant has been revoked")
    }
    codes[value]?.isUsed = true
    return code.grant
  }

  private static func check(
    _ verifier: String?, against challenge: CodeChallenge?
  ) throws(OAuthError) {
    switch (verifier, challenge) {
    case (nil, nil): return
    case (nil, .some): throw OAuthError(.invalidGrant, description: "'code_verifier' is missing")
    case (.some, nil):
      // An attacker may have removed the challenge from the authorization request (RFC 9700 4.8).
      throw OAuthError(
        .invalidGrant, description: "'code_verifier' was sent for a code without a challenge")
    case (let verifier?, let challenge?):
      guard challenge.isMet(by: verifier) else {
        throw OAuthError(.invalidGrant, description: "'code_verifier' does not belong to the code")
      }
    }
  }

  /// Returns the grant of a refresh token that is valid for a client.
  ///
  /// With `watchingReuse`, a token used after its grace period revokes the grant: client and attacker
  /// can't be distinguished (RFC 9700 4.14.2).
  mutating func grant(
    ofRefreshToken value: String, clientID: String, at now: Int, grace: Int, watchingReuse: Bool
  ) throws(OAuthError) -> Int {
    guard let token = refreshTokens[value], grants[token.grant].clientID == clientID else {
      throw OAuthError(.invalidGrant, description: "the refresh token is not one of this client's")
    }
    guard !grants[token.grant].isRevoked else {
      throw OAuthError(.invalidGrant, description: "the refresh token has been revoked")
    }
    guard now < token.expires else {
      throw OAuthError(.invalidGrant, description: "the refresh token has expired")
    }
    if let replaced = token.replaced, now >= replaced + grace {
      if watchingReuse { revoke(grant: token.grant) }
      throw OAuthError(.invalidGrant, description: "the refresh token has been replaced")
    }
    return token.grant
  }

  /// Returns whether another refresh token has replaced this one.
  func isReplaced(_ value: String) -> Bool { refreshTokens[value]?.replaced != nil }

  /// Records that another refresh token has replaced this one.
  mutating func replace(_ value: String, at now: Int) {
    if refreshTokens[value]?.replaced == nil { refreshTokens[value]?.replaced = now }
  }

  /// Returns the description of a valid token of either kind; `nil` for invalid and unknown ones.
  func live(_ value: String, at now: Int) -> LiveToken? {
    if let (token, grant) = accessToken(value, at: now) {
      return LiveToken(
        grant: grant, scopes: token.scopes, issued: token.issued, expires: token.expires,
        isAccessToken: true)
    }
    guard let token = refreshTokens[value], now < token.expires, token.replaced == nil,
      !grants[token.grant].isRevoked
    else { return nil }
    let grant = grants[token.grant]
    return LiveToken(
      grant: grant, scopes: grant.scopes, issued: nil, expires: token.expires,
      isAccessToken: false)
  }

  /// Revokes all tokens of the grant of a token.
  mutating func revokeGrant(of value: String) {
    if let grant = accessTokens[value]?.grant ?? refreshTokens[value]?.grant {
      revoke(grant: grant)
    }
  }

  /// Removes one access token.
  mutating func remove(accessToken value: String) { accessTokens[value] = nil }

  func knows(_ value: String) -> Bool {
    accessTokens[value] != nil || refreshTokens[value] != nil
  }

  /// Revokes a token; revoking a refresh token revokes all tokens of its grant (RFC 7009 2.1).
  ///
  /// Without a client, the token may be any client's.
  mutating func revoke(_ value: String, clientID: String?) throws(OAuthError) {
    guard let grant = accessTokens[value]?.grant ?? refreshTokens[value]?.grant else { return }
    guard clientID == nil || grants[grant].clientID == clientID else {
      throw OAuthError(.unauthorizedClient, description: "the token was issued to another client")
    }
    if refreshTokens[value] != nil { revoke(grant: grant) }
    accessTokens[value] = nil
  }

  /// Returns a valid access token with its grant; `nil` for all others.
  func accessToken(_ value: String, at now: Int) -> (token: AccessToken, grant: Grant)? {
    guard let token = accessTokens[value], now < token.expires,
      !grants[token.grant].isRevoked
    else { return nil }
    return (token, grants[token.grant])
  }
}

/// A user's consent; every code and token issued for it refers to it.
struct Grant: Sendable {
  let clientID: String
  /// `nil` when the client acts for itself.
  let username: String?
  let scopes: [String]
  var nonce: String?
  /// The time of the user's login, in seconds since 1970.
  let authTime: Int
  var claims = ClaimsRequest()
  /// `sid`, if the client is notified of the session's end.
  var sessionID: String?
  /// The class of authentication, if the issuer has any.
  var acr: String?
  /// Claims for this grant that replace the user's.
  var overrides: JSONObject = [:]
  /// The parameters of the request, for claim templates.
  var parameters: [String: String] = [:]
  /// The actor on behalf of the user, innermost last (RFC 8693 4.1).
  var actor: JSONObject?
  /// The audiences of the grant's access tokens (RFC 8707 2).
  var resources: [String] = []
  /// Whether the grant may have refresh tokens.
  var isOffline = false
  /// Whether the grant's codes and tokens are all invalid.
  var isRevoked = false
}
