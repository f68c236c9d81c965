import JSON

extension Issuer {
  /// The cookie of a session, out of reach of scripts and of other sites' forms.
  func sessionCookie(_ id: String, attributes: String = "") -> String {
    let secure = url.hasPrefix("https:") ? "; Secure" : ""
    return "\(EndpointRequest.sessionCookie)=\(id); Path=\(path)\(attributes)\(secure); HttpOnly;"
      + " SameSite=Lax"
  }

  /// A form waits ten minutes, as long as a code may live.
  private static let transactionLifetime = 600

  /// The browser's session, if it is good enough for the request: not when the request wants the
  /// password again, and not when that was given too long ago.
  func session(
    for authorization: AuthorizationRequest, with request: EndpointRequest
  ) -> (id: String, session: Session)? {
    if !authorization.prompts.isDisjoint(with: [.login, .selectAccount]) { return nil }
    for id in request.sessionIDs {
      guard let session = sessions[id] else { continue }
      if let age = authorization.maximumAge, now - session.authTime > age { return nil }
      return (id, session)
    }
    return nil
  }

  /// Shows the form that is needed, or none when the user has agreed before.
  mutating func ask(
    about authorization: AuthorizationRequest, with request: EndpointRequest, subject: String?
  ) -> Answer {
    var found = session(for: authorization, with: request)
    if let subject, let name = found?.session.username, user(named: name)?.subject != subject {
      found = nil
    }
    if let (_, session) = found, let user = user(named: session.username),
      hasConsent(session, to: authorization), !authorization.prompts.contains(.consent)
    {
      let authentication = Authentication(user: user, authTime: session.authTime)
      return complete(authorization, with: authentication, afterPost: request.isPost)
    }
    return showForm(about: authorization, session: found?.id)
  }

  /// The form, with a transaction that waits for it.
  mutating func showForm(
    about authorization: AuthorizationRequest, session: String?, typed: String? = nil,
    message: String? = nil
  ) -> Answer {
    let id = opaqueValue()
    transactions.dropExpired(at: now) { $0.expires }
    transactions[id] = Transaction(
      request: authorization, session: session, expires: now + Self.transactionLifetime)
    return .page(
      form(
        for: authorization, transaction: id, user: session.flatMap { sessions[$0]?.username },
        typed: typed, message: message))
  }

  /// Whether a session's user has agreed to a request, or need not be asked.
  func hasConsent(_ session: Session, to authorization: AuthorizationRequest) -> Bool {
    !configuration.asksForConsent || session.hasAgreed(to: authorization)
  }

  static let wrongPassword = "The name or the password is wrong."

  /// The form's answer.
  mutating func logIn(_ request: EndpointRequest) -> Answer {
    guard let form = request.form, let id = form["transaction"],
      let transaction = transactions[id], now < transaction.expires
    else {
      return .errorPage(
        OAuthError(.invalidRequest, "this form has been used or is too old; start again"))
    }
    switch form["user"] == nil ? form["action"] : "allow" {
    case "deny":
      transactions[id] = nil
      return refuse(
        OAuthError(.accessDenied, "the user has refused"), transaction.request, afterPost: true)
    case "allow":
      return allow(transaction, named: id, with: form)
    default:
      return .errorPage(OAuthError(.invalidRequest, "the form's 'action' is missing"))
    }
  }

  private mutating func allow(
    _ transaction: Transaction, named id: String, with form: Parameters
  ) -> Answer {
    let authorization = transaction.request
    do {
      let authentication: Authentication
      if let sessionID = transaction.session, let agreed = agree(authorization, in: sessionID) {
        authentication = agreed
      } else if let user = personLoggingIn(with: form) {
        guard let claims = typedClaims(in: form) else {
          let page = self.form(
            for: authorization, transaction: id, user: nil, typed: user.username,
            message: "The claims are not an object in JSON.")
          return .page(page, status: 403)
        }
        try Self.check(user, is: requiredSubject(of: authorization))
        var opened = openSession(
          for: user, agreeingTo: authorization, remembering: form["remember"] != nil)
        opened.claims = claims
        authentication = opened
      } else {
        let page = self.form(
          for: authorization, transaction: id, user: nil, typed: form["username"],
          message: Self.wrongPassword)
        return .page(page, status: 403)
      }
      transactions[id] = nil
      return complete(authorization, with: authentication, afterPost: true)
    } catch {
      transactions[id] = nil
      return refuse(error, authorization, afterPost: true)
    }
  }

  /// Logs a user in at this browser; the cookie is what remembers it.
  mutating func openSession(
    for user: User, agreeingTo authorization: AuthorizationRequest, remembering: Bool = false
  ) -> Authentication {
    let id = opaqueValue()
    var session = Session(username: user.username, authTime: now)
    session.agree(to: authorization)
    sessions[id] = session
    // A year, where the user has asked to be remembered; else until the browser ends.
    let attributes = configuration.remembersOnlyWhenAsked && remembering ? "; Max-Age=31536000" : ""
    return Authentication(
      user: user, authTime: now, cookie: sessionCookie(id, attributes: attributes))
  }

  private mutating func agree(
    _ authorization: AuthorizationRequest, in sessionID: String
  ) -> Authentication? {
    guard let session = sessions[sessionID], let user = user(named: session.username) else {
      return nil
    }
    sessions[sessionID]?.agree(to: authorization)
    return Authentication(user: user, authTime: session.authTime)
  }

  private func form(
    for authorization: AuthorizationRequest, transaction: String, user: String?,
    typed: String? = nil, message: String? = nil
  ) -> Page {
    LoginForm(
      action: address(of: .login), clientID: authorization.client.clientID,
      scopes: authorization.scopes, transaction: transaction, user: user,
      message: message, person: user == nil ? personFields(typed ?? authorization.loginHint) : nil
    ).page
  }

  /// The claims that were typed, where there is a field for them; `nil` when they are no object.
  private func typedClaims(in form: Parameters) -> JSONObject? {
    guard configuration.asksForClaims, let text = form["claims"] else { return [:] }
    return (try? JSONParser.parse(text))?.object
  }

  /// What a person who is not known yet must fill in or press.
  func personFields(_ typed: String?) -> PersonFields {
    PersonFields(
      users: configuration.login == .pick ? configuration.users.map(\.username) : nil,
      typedName: typed, offersRemembering: configuration.remembersOnlyWhenAsked,
      asksForClaims: configuration.asksForClaims)
  }

  /// Whose name was pressed, or typed with the right password; `nil` for nobody.
  mutating func personLoggingIn(with form: Parameters) -> User? {
    if configuration.login == .pick, let name = form["user"] { return user(named: name) }
    guard form["action"] == "allow", let name = form["username"] else { return nil }
    if let user = user(named: name) {
      if user.password != nil, user.password == form["password"] { return user }
      guard configuration.acceptsAnyUser else { return nil }
      allowances.append("accept_any_user")
      return user
    }
    guard configuration.acceptsAnyUser, User.isSubject(.string(name)) else { return nil }
    let user = User(username: name)
    configuration.users.append(user)
    allowances.append("accept_any_user")
    return user
  }
}

extension Issuer.Session {
  func hasAgreed(to authorization: AuthorizationRequest) -> Bool {
    consents[authorization.client.clientID]?.isSuperset(of: authorization.scopes) ?? false
  }

  mutating func agree(to authorization: AuthorizationRequest) {
    consents[authorization.client.clientID, default: []].formUnion(authorization.scopes)
  }
}
