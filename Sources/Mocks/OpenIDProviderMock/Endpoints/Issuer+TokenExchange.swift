import DocgenClocks
import DocgenJOSE
import DocgenJSON

/// Token exchange (RFC 8693).
extension Issuer {
  /// RFC 8693 3.
  private enum TokenType: String, CaseIterable {
    case accessToken = "urn:ietf:params:oauth:token-type:access_token"
    case refreshToken = "urn:ietf:params:oauth:token-type:refresh_token"
    case idToken = "urn:ietf:params:oauth:token-type:id_token"
    case jwt = "urn:ietf:params:oauth:token-type:jwt"
  }

  /// The user and the scopes of a token that the client presents.
  private struct PresentedToken {
    let user: User
    /// The maximum scopes of new tokens; `nil` when the token has no scopes.
    let scopes: [String]?
  }

  /// Exchanges a token for one with another audience, with fewer scopes, or for an actor on behalf
  /// of the user (2.1 and 2.2).
  mutating func exchange(
    for client: ClientRegistration, form: Parameters
  ) throws(OAuthError) -> JSONObject {
    let subject = try presentedToken(of: "subject", in: form)
    let actor = form.has("actor_token") ? try presentedToken(of: "actor", in: form) : nil
    if actor == nil, form.has("actor_token_type") {
      throw OAuthError(.invalidRequest, description: "'actor_token_type' needs 'actor_token'")
    }
    let wanted = try tokenType("requested_token_type", in: form) ?? .accessToken
    var response = try grant(
      to: client, for: subject.user, form: form, within: subject.scopes,
      actor: actor.map { ["sub": .string($0.user.subject)] })
    switch wanted {
    case .accessToken, .jwt:
      if wanted == .jwt, (try? keys.verified(response["access_token"]?.string ?? "")) == nil {
        throw OAuthError(.invalidRequest, description: "this issuer's access tokens are not signed")
      }
      response["id_token"] = nil
      response["refresh_token"] = nil
    case .idToken:
      guard let token = response["id_token"] else {
        throw OAuthError(.invalidScope, description: "an ID token needs the scope 'openid'")
      }
      // 2.2.1: every issued token is returned under this name.
      response["access_token"] = token
      response["token_type"] = "N_A"
      response["id_token"] = nil
      response["refresh_token"] = nil
    case .refreshToken:
      throw OAuthError(.invalidRequest, description: "refresh tokens are not issued in exchange")
    }
    response["issued_token_type"] = .string(wanted.rawValue)
    return response
  }

  private func tokenType(
    _ name: String, in form: Parameters
  ) throws(OAuthError) -> TokenType? {
    guard let text = form[name] else { return nil }
    guard let type = TokenType(rawValue: text) else {
      throw OAuthError(.invalidRequest, description: "'\(name)' is not a type known here")
    }
    return type
  }

  /// Returns the token of the subject or the actor (2.2.2: an invalid one is an `invalid_request`).
  private func presentedToken(
    of role: String, in form: Parameters
  ) throws(OAuthError) -> PresentedToken {
    guard let value = form[role + "_token"],
      let type = try tokenType(role + "_token_type", in: form)
    else {
      throw OAuthError(
        .invalidRequest,
        description: "the parameters '\(role)_token' and '\(role)_token_type' are needed")
    }
    guard let token = presentedToken(value, as: type) else {
      throw OAuthError(
        .invalidRequest, description: "the \(role)'s token is unknown or has expired")
    }
    return token
  }

  private func presentedToken(_ value: String, as type: TokenType) -> PresentedToken? {
    switch type {
    case .accessToken, .refreshToken:
      let kind: TokenStore.Token.Kind = type == .accessToken ? .access : .refresh
      guard let (token, grant) = tokens.live(value, kind, at: now),
        let user = user(named: grant.username)
      else { return nil }
      return PresentedToken(user: user, scopes: token.scopes)
    case .idToken, .jwt:
      if let (token, grant) = tokens.live(value, at: now), let user = user(named: grant.username) {
        return PresentedToken(user: user, scopes: token.scopes)
      }
      guard let claims = claims(ofIDToken: value), claims.timeProblem(at: clock.now) == nil,
        let user = user(ofSubject: claims["sub"]?.string)
      else { return nil }
      return PresentedToken(user: user, scopes: nil)
    }
  }
}
