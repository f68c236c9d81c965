import JSON

/// What a user has agreed to once; every code and token that came of it points here.
struct Grant: Sendable {
  let clientID: String
  /// `nil` when the client acts for itself.
  let username: String?
  let scopes: [String]
  var nonce: String?
  /// When the user was authenticated, in seconds since 1970.
  let authTime: Int
  var claims = ClaimsRequest()
  /// The class of authentication, where the issuer has any.
  var acr: String?
  /// Claims for this grant alone, in place of the user's.
  var overrides: JSONObject = [:]
  /// What was sent with the request, for claims that are made of it.
  var parameters: [String: String] = [:]
  /// Who acts for the user, innermost last (RFC 8693 4.1).
  var actor: JSONObject?
  /// For whom its access tokens are (RFC 8707 2).
  var resources: [String] = []
  /// Whether a refresh token may come of it.
  var isOffline = false
  /// Once set, nothing that came of the grant is good any more.
  var isRevoked = false
}
