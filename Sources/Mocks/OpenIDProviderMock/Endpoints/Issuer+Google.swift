import DocgenClocks
import DocgenJOSE
import DocgenJSON

extension Issuer {
  /// Google's `/tokeninfo`: the members of an ID token, every value as a string, or the audience,
  /// scope and expiry of an access token.
  func tokenInfo(_ request: EndpointRequest) throws(OAuthError) -> EndpointResponse {
    let parameters = request.form ?? request.query
    if let compact = parameters["id_token"] { return try describe(idToken: compact) }
    if let value = parameters["access_token"],
      let (token, grant) = tokens.live(value, .access, at: now)
    {
      var description: JSONObject = [
        "aud": .string(grant.clientID), "azp": .string(grant.clientID),
        "scope": .string(token.scopes.joined(separator: " ")),
        "exp": .string(String(token.expires)), "expires_in": .string(String(token.expires - now)),
      ]
      if let user = user(named: grant.username) { description["sub"] = .string(user.subject) }
      return .unstored(description)
    }
    throw Self.invalidValue
  }

  private func describe(idToken compact: String) throws(OAuthError) -> EndpointResponse {
    guard let token = try? keys.verified(compact), token.claims.timeProblem(at: clock.now) == nil
    else { throw Self.invalidValue }
    var description: JSONObject = [:]
    for (name, value) in token.claims.members + token.header.members {
      description[name] = .string(value.string ?? value.serialized())
    }
    return .unstored(description)
  }

  private static let invalidValue = OAuthError(.invalidToken, description: "Invalid Value")

  /// Google's `/revoke` authenticates no client: having the token is enough.
  mutating func revokeAsGoogle(_ request: EndpointRequest) throws(OAuthError) -> EndpointResponse {
    let value = request.form?["token"] ?? request.query["token"] ?? ""
    guard tokens.live(value, at: now) != nil else {
      throw OAuthError(.invalidToken, description: "Token expired or revoked")
    }
    // At Google, revoking either token revokes the grant, including the user's consent.
    tokens.revokeGrant(of: value)
    return .unstored([:])
  }
}

/// Browsers inside apps.
///
/// Google refuses them, because the app could read the password.
enum WebView {
  /// Returns whether a `User-Agent` is that of Android's or iOS's web view.
  ///
  /// The latter, unlike Safari, doesn't contain `Safari`.
  static func matches(userAgent: String?) -> Bool {
    guard let userAgent else { return false }
    if userAgent.contains("; wv)") { return true }
    let isApple = ["iPhone", "iPad", "iPod"].contains { userAgent.contains($0) }
    return isApple && userAgent.contains("AppleWebKit/") && !userAgent.contains("Safari/")
  }

  static let refusal = OAuthError(
    OAuthError.Code(rawValue: "disallowed_useragent"),
    description: "a browser inside an app may not log users in; open the system's browser")
}
