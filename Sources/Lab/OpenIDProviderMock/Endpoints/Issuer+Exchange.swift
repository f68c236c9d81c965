import JOSE
import JSON

/// Grants that have no user in front of a browser.
extension Issuer {
  /// The user's own password (RFC 6749 4.3); RFC 9700 2.4 forbids it, older apps still ask.
  mutating func grantByPassword(
    to client: ClientRegistration, form: Parameters
  ) throws(OAuthError) -> JSONObject {
    guard let name = form["username"], let password = form["password"] else {
      throw OAuthError(.invalidRequest, "the parameters 'username' and 'password' are needed")
    }
    guard let user = user(named: name), user.password == password else {
      throw OAuthError(.invalidGrant, "the name or the password is wrong")
    }
    return try grant(to: client, for: user, form: form, within: nil)
  }

  /// A token of ours about a user, as the proof that they are meant (RFC 7523 2.1).
  mutating func grantByAssertion(
    to client: ClientRegistration, form: Parameters
  ) throws(OAuthError) -> JSONObject {
    guard let assertion = form["assertion"] else {
      throw OAuthError(.invalidRequest, "the parameter 'assertion' is missing")
    }
    guard let claims = try? keys.verified(assertion), let expires = claims["exp"]?.integer,
      now < expires, [url, tokenIssuer].contains(claims["iss"]?.string),
      let user = user(ofSubject: claims["sub"]?.string)
    else { throw OAuthError(.invalidGrant, "the assertion is not a good token of this issuer") }
    return try grant(to: client, for: user, form: form, within: nil)
  }

  /// One token for another, for another audience or with fewer scopes (RFC 8693 2.1).
  mutating func exchange(
    for client: ClientRegistration, form: Parameters
  ) throws(OAuthError) -> JSONObject {
    let accessTokenType = "urn:ietf:params:oauth:token-type:access_token"
    guard let value = form["subject_token"], let type = form["subject_token_type"] else {
      throw OAuthError(
        .invalidRequest, "the parameters 'subject_token' and 'subject_token_type' are needed")
    }
    guard type == accessTokenType else {
      throw OAuthError(.invalidRequest, "'subject_token_type' must be '\(accessTokenType)'")
    }
    guard let (token, subject) = tokens.accessToken(value, at: now),
      let user = user(named: subject.username)
    else { throw OAuthError(.invalidRequest, "the subject's token is unknown or has expired") }
    var answer = try grant(to: client, for: user, form: form, within: token.scopes)
    answer["issued_token_type"] = .string(accessTokenType)
    answer["id_token"] = nil
    answer["refresh_token"] = nil
    return answer
  }

  private func user(ofSubject subject: String?) -> User? {
    configuration.users.first { $0.subject == subject }
  }

  private mutating func grant(
    to client: ClientRegistration, for user: User, form: Parameters, within limit: [String]?
  ) throws(OAuthError) -> JSONObject {
    let asked = form.has("scope") ? form.words("scope") : limit ?? []
    if let limit, let wider = asked.first(where: { !limit.contains($0) }) {
      throw OAuthError(.invalidScope, "the scope '\(wider)' was not granted")
    }
    let known = StandardScope.names + configuration.scopes
    let scopes = asked.filter(known.contains)
    let number = tokens.add(
      Grant(
        clientID: client.clientID, username: user.username, scopes: scopes, authTime: now,
        acr: configuration.acrValues.first, resources: try ResourceIndicators.read(form),
        isOffline: scopes.contains("offline_access") && client.grantTypes.contains(.refreshToken)))
    var answer = try tokenAnswer(for: number, client: client, scopes: scopes)
    if tokens.grants[number].isOffline {
      answer["refresh_token"] = .string(issueRefreshToken(for: number))
    }
    return answer
  }
}
