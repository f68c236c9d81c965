import JSON

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
