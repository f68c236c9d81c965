import DocgenHTTPServer
import DocgenJSON

extension Issuer {
  /// `/userinfo` (OpenID Connect Core 5.3, RFC 6750).
  func userInfo(_ request: EndpointRequest) throws(OAuthError) -> EndpointResponse {
    guard let value = try Self.bearerToken(of: request) else {
      // Without credentials the challenge contains no error (RFC 6750 3.1).
      return .unstored([:], status: 401, headers: ["WWW-Authenticate": "Bearer"])
    }
    guard let (token, grant) = tokens.live(value, .access, at: now),
      let user = user(named: grant.username)
    else {
      throw OAuthError(
        .invalidToken, description: "the access token is unknown, expired or revoked")
    }
    guard token.scopes.contains("openid") else {
      throw OAuthError(
        .insufficientScope, description: "the access token is not for the scope 'openid'")
    }
    var claims: JSONObject = ["sub": .string(user.subject)]
    let released = StandardScope.claims(
      of: user, scopes: token.scopes, names: grant.claims.userInfo)
    let overrides = grant.overrides.members.filter { !User.protocolClaims.contains($0.key) }
    let filled = ClaimTemplate.fill(released, from: grant.parameters)
    for (name, value) in filled.members + overrides { claims[name] = value }
    return .unstored(claims)
  }

  /// Returns the token from the header or, in a POST, from the form.
  ///
  /// In a query it is refused, because queries are logged (RFC 9700 4.3.2).
  private static func bearerToken(of request: EndpointRequest) throws(OAuthError) -> String? {
    if request.query.has("access_token") {
      throw OAuthError(.invalidRequest, description: "an access token does not belong in the query")
    }
    let inHeader = request.credentials(scheme: "Bearer")
    let inForm = request.form?["access_token"]
    if inHeader != nil, inForm != nil || (request.form?.repeatedNames.isEmpty == false) {
      throw OAuthError(.invalidRequest, description: "the access token is sent in two ways at once")
    }
    if inHeader == "" {
      throw OAuthError(.invalidRequest, description: "the 'Authorization' header contains no token")
    }
    return inHeader ?? inForm
  }

  /// RFC 6750 3 and 3.1.
  static func bearerError(_ error: OAuthError) -> EndpointResponse {
    let status =
      switch error.code {
      case .invalidToken: 401
      case .insufficientScope: 403
      default: 400
      }
    var challenge =
      "Bearer error=\"\(error.code.rawValue)\", error_description=\"\(error.description)\""
    if error.code == .insufficientScope { challenge += ", scope=\"openid\"" }
    return .unstored(
      error.json, status: status, headers: ["WWW-Authenticate": challenge], error: error)
  }
}
