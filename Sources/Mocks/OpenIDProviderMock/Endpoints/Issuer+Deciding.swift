import DocgenHTTPServer
import DocgenJSON

extension Issuer {
  /// Returns the queued or configured decision; `nil` when a user must be asked.
  mutating func nextDecision(
    for authorization: AuthorizationRequest, with request: EndpointRequest
  ) throws(OAuthError) -> UserDecision? {
    if let decision = queuedDecision(for: request) { return decision }
    guard configuration.login == .approve else { return nil }
    let user = try chosenUser(for: authorization)
    return user.decision ?? .approve(username: user.username)
  }

  /// Returns the decision that ends a pause, or the next one in the queue.
  mutating func queuedDecision(for request: EndpointRequest) -> UserDecision? {
    if let decision = request.decision { return decision }
    return decisions.isEmpty ? nil : decisions.removeFirst()
  }

  /// Returns the user that `login_hint` or Google's `hd` selects, otherwise the first.
  func chosenUser(for authorization: AuthorizationRequest) throws(OAuthError) -> User {
    let users = configuration.users
    let hinted = authorization.loginHint.flatMap { hint in
      users.first { $0.matches(loginHint: hint) }
    }
    let ofDomain = authorization.hostedDomain.flatMap { domain in
      users.first { user in
        user.claims["hd"]?.string.map { domain == "*" || domain == $0 } ?? false
      }
    }
    guard let user = hinted ?? ofDomain ?? users.first else {
      throw OAuthError(.loginRequired, description: "there are no users")
    }
    return user
  }

  /// Carries out a scripted decision.
  mutating func play(
    _ decision: UserDecision, about authorization: AuthorizationRequest, subject: String?,
    with request: EndpointRequest
  ) throws(OAuthError) -> EndpointResponse {
    switch decision {
    case .slow(let seconds, let then):
      return .paused(seconds: seconds, then: then)
    case .deny:
      throw OAuthError(.accessDenied, description: "the user has refused")
    case .abandon:
      return showForm(about: authorization, session: nil)
    case .wrongPassword(let name, let thenRight):
      var page = showForm(
        about: authorization, session: nil, typed: name, message: Self.wrongPassword)
      page.http.status = 403
      page.attempts = [loginAttempt(by: name, status: page.http.status)]
      guard thenRight else { return page }
      var response = try play(
        .approve(username: name), about: authorization, subject: subject, with: request
      ).redirecting(after: request)
      response.attempts =
        page.attempts + [loginAttempt(by: name, status: response.http.status)]
      return response
    case .approve(let name, let claims):
      guard let user = user(named: name) else {
        throw OAuthError(.accessDenied, description: "the user does not exist any more")
      }
      try Self.check(user, is: subject)
      var authentication = Authentication(user: user, authTime: now)
      if configuration.login == .form {
        authentication = openSession(for: user, agreeingTo: authorization)
      }
      authentication.claims = claims
      return complete(authorization, with: authentication)
    }
  }

  /// Returns the log's entry of a scripted user's attempt to log in.
  private func loginAttempt(by username: String, status: Int) -> LoggedRequest {
    LoggedRequest(
      method: "POST", path: path(of: .login), issuer: path, endpoint: .login,
      parameters: [
        .init(name: "username", value: username), .init(name: "password", value: "[redacted]"),
        .init(name: "action", value: "allow"),
      ], status: status, sender: .script)
  }
}
