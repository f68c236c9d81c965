import DocgenHTTPServer
import DocgenJOSE
import DocgenJSON

extension Issuer {
  /// An authenticated user, the time of the login, and the cookie that the browser gets for it.
  struct Authentication {
    let user: User
    /// `auth_time` of the ID token: the time of the login, in seconds since 1970.
    let authTime: Int
    /// The session; `nil` if the user is logged in without one.
    var session: String?
    var cookie: String?
    /// Claims that a scripted decision adds to this login.
    var claims: JSONObject = [:]
  }

  /// `/authorize` (OpenID Connect Core 3.1.2, 3.2.2, 3.3.2).
  mutating func authorize(_ request: EndpointRequest) throws(OAuthError) -> EndpointResponse {
    let sent = try request.parameters()
    if configuration.refusesWebViews, WebView.matches(userAgent: request.headers["User-Agent"]) {
      return .errorPage(WebView.refusal, status: 403)
    }
    if configuration.flavour == .spid, sent.fields.isEmpty {
      return .page(Page(title: "You are logged out", content: "<p>Log in from the app.</p>"))
    }
    do throws(AuthorizationRefusal) {
      let parameters = try pushedParameters(sent)
      let authorization = try AuthorizationRequest(checking: parameters, for: configuration)
      var response = try interact(about: authorization, with: request)
      response.allowances = authorization.allowances
      forgetPushed(sent, during: response.pause)
      return response
    } catch {
      return refuse(error)
    }
  }

  /// Returns the response to a request that a fault refuses; only a valid request is redirected.
  mutating func refuseAuthorization(_ request: EndpointRequest, with error: OAuthError)
    -> EndpointResponse
  {
    guard let sent = try? request.parameters() else { return .errorPage(error) }
    do {
      let parameters = try pushedParameters(sent)
      let authorization = try AuthorizationRequest(checking: parameters, for: configuration)
      return refuse(error, of: authorization)
    } catch {
      return refuse(error)
    }
  }

  private mutating func refuse(_ refusal: AuthorizationRefusal) -> EndpointResponse {
    switch refusal {
    case .page(let error): .errorPage(error)
    case .redirect(let error, let target): send(error, to: target)
    }
  }

  /// Sends an error to the client of a valid request.
  mutating func refuse(_ error: OAuthError, of request: AuthorizationRequest) -> EndpointResponse {
    send(error, to: request.target)
  }

  /// Authenticates the user and checks consent, or shows the form that asks for them.
  private mutating func interact(
    about authorization: AuthorizationRequest, with request: EndpointRequest
  ) throws(AuthorizationRefusal) -> EndpointResponse {
    do throws(OAuthError) {
      let subject = try requiredSubject(of: authorization)
      if authorization.prompts.contains(.none) {
        let authentication = try silentAuthentication(for: authorization, with: request)
        try Self.check(authentication.user, is: subject)
        return complete(authorization, with: authentication)
      }
      if let decision = try nextDecision(for: authorization, with: request) {
        return try play(decision, about: authorization, subject: subject, with: request)
      }
      return ask(about: authorization, with: request, subject: subject)
    } catch {
      throw .redirect(error, authorization.target)
    }
  }

  /// Returns the subject that a hint or the `claims` parameter requires; the hint may have expired.
  func requiredSubject(of authorization: AuthorizationRequest) throws(OAuthError) -> String? {
    guard let hint = authorization.idTokenHint else { return authorization.claims.subject }
    return try hintedClaims(hint)["sub"]?.string
  }

  /// Returns the claims of `id_token_hint`, an ID token that may have expired.
  func hintedClaims(_ hint: String) throws(OAuthError) -> JSONObject {
    guard let claims = claims(ofIDToken: hint), claims["sub"]?.string != nil else {
      throw OAuthError(.invalidRequest, description: "'id_token_hint' is not an ID token from here")
    }
    return claims
  }

  /// Returns the claims of an ID token from this issuer, expired or not; `nil` for any other text.
  func claims(ofIDToken compact: String) -> JSONObject? {
    let claims = try? keys.verified(compact).claims
    return claims?["iss"]?.string == tokenIssuer ? claims : nil
  }

  /// Throws `login_required` if a request requires another user.
  static func check(_ user: User, is subject: String?) throws(OAuthError) {
    if let subject, user.subject != subject {
      throw OAuthError(
        .loginRequired,
        description: "the request requires another user than the one who is logged in")
    }
  }

  /// `prompt=none`: nothing may be shown (OpenID Connect Core 3.1.2.1).
  private func silentAuthentication(
    for authorization: AuthorizationRequest, with request: EndpointRequest
  ) throws(OAuthError) -> Authentication {
    if configuration.login == .approve {
      return Authentication(user: try chosenUser(for: authorization), authTime: now)
    }
    let present = request.sessionIDs.compactMap { sessions[$0]?.username }
    if Set(present).count > 1, authorization.loginHint == nil {
      throw OAuthError(.accountSelectionRequired, description: "several users are logged in")
    }
    guard let (id, session) = session(for: authorization, with: request),
      let user = user(named: session.username)
    else { throw OAuthError(.loginRequired, description: "no user is logged in") }
    guard hasConsent(session, to: authorization) else {
      throw OAuthError(.consentRequired, description: "the user has not agreed to this yet")
    }
    return Authentication(user: user, authTime: session.authTime, session: id)
  }

  /// Issues what the response type names and redirects the browser to the client.
  mutating func complete(
    _ authorization: AuthorizationRequest, with authentication: Authentication
  ) -> EndpointResponse {
    do {
      let parameters = try issue(authorization, to: authentication)
      var response = send(parameters, to: authorization.target)
      if let cookie = authentication.cookie {
        response.http.headers.add("Set-Cookie", value: cookie)
      }
      return response
    } catch {
      return refuse(error, of: authorization)
    }
  }
}

extension Issuer {
  /// Sends the response to the client through the browser, in the requested mode.
  mutating func send(
    _ parameters: [(name: String, value: String)], to target: AuthorizationRequest.Target,
    error: OAuthError? = nil
  ) -> EndpointResponse {
    var authorization = AuthorizationResponse(
      to: target, parameters: parameters,
      issuer: configuration.sendsIssuerInResponses ? url : nil)
    // A fault queued for responses like this one comes before the one chosen for the login.
    let queued = faults.dequeueMember(of: authorization)
    let planned = queued ?? chosenMember
    if let planned, let member = planned.fault.member, authorization.canChange(member) {
      authorization.set(member.name, to: member.value?.text)
      appliedFaults.append(planned.name)
      if queued == nil { chosenMember = nil }
    }
    var response = EndpointResponse.authorization(authorization, error: error)
    response.parameters = authorization.parameters
    return response
  }

  /// Sends an error to the client through the browser.
  private mutating func send(
    _ error: OAuthError, to target: AuthorizationRequest.Target
  ) -> EndpointResponse {
    send(
      [("error", error.code.rawValue), ("error_description", error.description)], to: target,
      error: error)
  }
}
