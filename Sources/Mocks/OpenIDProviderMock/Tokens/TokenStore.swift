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

  /// An access or refresh token; a refresh token has the scopes of its grant.
  struct Token: Sendable {
    enum Kind: Sendable {
      case access, refresh
    }

    let kind: Kind
    let grant: Int
    let scopes: [String]
    let issued: Int
    let expires: Int
    /// The time when another refresh token replaced it.
    var replaced: Int?
  }

  private(set) var grants: [Grant] = []
  private var codes: [ExactText: Code] = [:]
  private var tokens: [ExactText: Token] = [:]

  mutating func add(_ grant: Grant) -> Int {
    grants.append(grant)
    return grants.count - 1
  }

  mutating func add(_ code: Code, as value: String) { codes[value] = code }
  mutating func add(_ token: Token, as value: String) { tokens[value] = token }

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
  /// If the client presents the code a second time, all tokens of the grant are revoked, because
  /// one of the two senders has stolen the code (RFC 6749 4.1.2).
  mutating func redeem(
    _ value: String, by clientID: String, redirectURI: String?, verifier: String?, at now: Int
  ) throws(OAuthError) -> Int {
    guard let code = codes[value], grants[code.grant].clientID == clientID else {
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
    guard code.redirectURI.isExactly(redirectURI) else {
      throw OAuthError(
        .invalidGrant, description: "'redirect_uri' is not that of the authorization request")
    }
    try Self.check(verifier, against: code.challenge)
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
  /// With `watchingReuse`, a token used after its grace period revokes the grant: client and
  /// attacker can't be distinguished (RFC 9700 4.14.2).
  mutating func grant(
    ofRefreshToken value: String, clientID: String, at now: Int, grace: Int, watchingReuse: Bool
  ) throws(OAuthError) -> Int {
    guard let token = tokens[value], token.kind == .refresh,
      grants[token.grant].clientID == clientID
    else {
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
  func isReplaced(_ value: String) -> Bool { tokens[value]?.replaced != nil }

  /// Records that another refresh token has replaced this one.
  mutating func replace(_ value: String, at now: Int) {
    if tokens[value]?.replaced == nil { tokens[value]?.replaced = now }
  }

  /// Returns a valid token, of one kind or of either, with its grant; `nil` for all others.
  func live(
    _ value: String, _ kind: Token.Kind? = nil, at now: Int
  ) -> (token: Token, grant: Grant)? {
    guard let token = tokens[value], token.kind == kind ?? token.kind, now < token.expires,
      token.replaced == nil, !grants[token.grant].isRevoked
    else { return nil }
    return (token, grants[token.grant])
  }

  /// Revokes all tokens of the grant of a token.
  mutating func revokeGrant(of value: String) {
    if let token = tokens[value] { revoke(grant: token.grant) }
  }

  /// Removes one access token.
  mutating func remove(accessToken value: String) {
    if tokens[value]?.kind == .access { tokens[value] = nil }
  }

  func knows(_ value: String) -> Bool { tokens[value] != nil }

  /// Revokes a token; revoking a refresh token revokes all tokens of its grant (RFC 7009 2.1).
  ///
  /// Without a client, the token may be any client's.
  mutating func revoke(_ value: String, clientID: String?) throws(OAuthError) {
    guard let token = tokens[value] else { return }
    guard clientID == nil || grants[token.grant].clientID == clientID else {
      throw OAuthError(.unauthorizedClient, description: "the token was issued to another client")
    }
    switch token.kind {
    case .access: tokens[value] = nil
    case .refresh: revoke(grant: token.grant)
    }
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

  /// Returns a token's claims with others that it doesn't have, and with those that the grant sets.
  func completed(_ claims: JSONObject, with others: JSONObject) -> JSONObject {
    let filled = ClaimTemplate.fill(others, from: parameters)
    let missing = JSONObject(filled.members.filter { claims[$0.key] == nil })
    return claims.merged(with: missing).merged(with: overrides)
  }
}
