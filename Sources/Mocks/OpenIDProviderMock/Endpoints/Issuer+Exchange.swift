import DocgenClocks
import DocgenJOSE
import DocgenJSON

/// Grants without a user at a browser.
extension Issuer {
  /// Grants tokens for the user's password (RFC 6749 4.3).
  ///
  /// RFC 9700 2.4 forbids that, but older apps use it.
  mutating func grantByPassword(
    to client: ClientRegistration, form: Parameters
  ) throws(OAuthError) -> JSONObject {
    guard let name = form["username"], let password = form["password"] else {
      throw OAuthError(
        .invalidRequest, description: "the parameters 'username' and 'password' are needed")
    }
    guard let user = user(named: name), user.password?.isExactly(password) == true else {
      throw OAuthError(.invalidGrant, description: "the name or the password is wrong")
    }
    // RFC 9700 2.4 forbids this grant; only the client's registration allows it.
    allowances.append("grant_types password")
    return try grant(to: client, for: user, form: form, within: nil)
  }

  /// Grants tokens for a signed token about a user (RFC 7523 2.1 and 3), signed by the issuer or by
  /// the client.
  mutating func grantByAssertion(
    to client: ClientRegistration, form: Parameters
  ) throws(OAuthError) -> JSONObject {
    let assertion = try form.required("assertion")
    guard let claims = assertionClaims(assertion, of: client),
      claims.timeProblem(at: clock.now) == nil, let user = user(ofSubject: claims["sub"]?.string)
    else {
      throw OAuthError(
        .invalidGrant, description: "the assertion is not a good token for this issuer")
    }
    if !isAddressed(claims) {
      guard configuration.allowsIDTokenAssertions else {
        throw OAuthError(.invalidGrant, description: "'aud' of the assertion is not this issuer")
      }
      allowances.append("allow_id_token_assertions")
    }
    return try grant(to: client, for: user, form: form, within: nil)
  }

  /// Returns the claims of a token that the issuer or the client has signed and is the `iss` of.
  private func assertionClaims(
    _ assertion: String, of client: ClientRegistration
  ) -> JSONObject? {
    if let claims = try? keys.verified(assertion).claims {
      return [url, tokenIssuer].contains(claims["iss"]?.string) ? claims : nil
    }
    guard let token = try? JSONWebToken(decoding: assertion), let keys = client.keys,
      (try? token.verify(with: keys, allowing: Set(SigningAlgorithm.allCases))) != nil
    else { return nil }
    return client.clientID.isExactly(token.claims["iss"]?.string) ? token.claims : nil
  }

  /// Returns whether a token is for the issuer or its token endpoint (RFC 7523 3, `aud`).
  private func isAddressed(_ claims: JSONObject) -> Bool {
    [url, address(of: .token)].contains(where: claims.audiences.containsExactly)
  }

  func user(ofSubject subject: String?) -> User? {
    configuration.users.first { $0.subject == subject }
  }

  mutating func grant(
    to client: ClientRegistration, for user: User, form: Parameters, within limit: [String]?,
    actor: JSONObject? = nil
  ) throws(OAuthError) -> JSONObject {
    let asked = form.has("scope") ? form.words("scope") : limit ?? []
    if let limit, let wider = asked.first(where: { !limit.contains($0) }) {
      throw OAuthError(.invalidScope, description: "the scope '\(wider)' was not granted")
    }
    let scopes = asked.filter(configuration.knownScopes.contains)
    let number = tokens.add(
      Grant(
        clientID: client.clientID, username: user.username, scopes: scopes, authTime: now,
        acr: configuration.acrValues.first, overrides: mapped(form, of: client),
        parameters: ClaimTemplate.parameters(form, of: client), actor: actor,
        resources: try form.resources(),
        isOffline: scopes.contains("offline_access") && client.grantTypes.contains(.refreshToken)))
    return try tokenResponse(for: number, client: client, scopes: scopes)
  }
}
