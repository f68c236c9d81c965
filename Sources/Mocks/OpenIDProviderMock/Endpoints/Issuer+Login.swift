import DocgenJSON

extension Issuer {
  /// Returns the cookie of a session, inaccessible to scripts and to other sites' forms.
  func sessionCookie(_ id: String, attributes: String = "") -> String {
    let secure = url.hasPrefix("https:") ? "; Secure" : ""
    return "\(EndpointRequest.sessionCookie)=\(id); Path=\(path)\(attributes)\(secure); HttpOnly;"
      + " SameSite=Lax"
  }

  /// The seconds for which a form is valid, as many as a code may be.
  private static let transactionLifetime = 600

  /// Returns the browser's session if it is sufficient for the request: not if the request requires
  /// a new login, and not if the last login is older than `max_age`.
  func session(
    for authorization: AuthorizationRequest, with request: EndpointRequest
  ) -> (id: String, session: Session)? {
    // Core 3.1.2.1: `max_age=0` is the same as `prompt=login`.
    if authorization.maximumAge == 0 { return nil }
    if !authorization.prompts.isDisjoint(with: [.login, .selectAccount]) { return nil }
    for id in request.sessionIDs {
      guard let session = sessions[id] else { continue }
      if let age = authorization.maximumAge, now - session.authTime > age { return nil }
      return (id, session)
    }
    return nil
  }

  /// Shows the form that is needed, or none if the user has agreed before.
  mutating func ask(
    about authorization: AuthorizationRequest, with request: EndpointRequest, subject: String?
  ) -> EndpointResponse {
    var found = session(for: authorization, with: request)
    if let subject, let name = found?.session.username, user(named: name)?.subject != subject {
      found = nil
    }
    if let (id, session) = found, let user = user(named: session.username),
      hasConsent(session, to: authorization), !authorization.prompts.contains(.consent)
    {
      let authentication = Authentication(user: user, authTime: session.authTime, session: id)
      return complete(authorization, with: authentication)
    }
    return showForm(about: authorization, session: found?.id)
  }

  /// Returns the form, and stores its transaction.
  mutating func showForm(
    about authorization: AuthorizationRequest, session: String?, typed: String? = nil,
    message: String? = nil
  ) -> EndpointResponse {
    let id = opaqueValue()
    transactions.dropExpired(at: now) { $0.expires }
    transactions[id] = Transaction(
      request: authorization, session: session, expires: now + Self.transactionLifetime,
      fault: chosenMember)
    return .page(
      form(
        for: authorization, transaction: id, user: session.flatMap { sessions[$0]?.username },
        typed: typed, message: message))
  }

  /// Returns whether a session's user has agreed to a request, or needn't be asked.
  func hasConsent(_ session: Session, to authorization: AuthorizationRequest) -> Bool {
    !configuration.asksForConsent || session.hasAgreed(to: authorization)
  }

  static let wrongPassword = "The name or the password is wrong."

  /// Handles a submitted login form.
  mutating func logIn(_ request: EndpointRequest) throws(OAuthError) -> EndpointResponse {
    guard let form = request.form, let id = form["transaction"],
      let transaction = transactions[id], now < transaction.expires
    else { throw OAuthError.usedForm }
    chosenMember = chosenMember ?? transaction.fault
    switch form["user"] == nil ? form["action"] : "allow" {
    case "deny":
      transactions[id] = nil
      return refuse(
        OAuthError(.accessDenied, description: "the user has refused"), of: transaction.request)
    case "allow":
      return allow(transaction, named: id, with: form)
    default:
      throw OAuthError(.invalidRequest, description: "the form's 'action' is missing")
    }
  }

  private mutating func allow(
    _ transaction: Transaction, named id: String, with form: Parameters
  ) -> EndpointResponse {
    let authorization = transaction.request
    do {
      let authentication: Authentication
      if let sessionID = transaction.session, let agreed = agree(authorization, in: sessionID) {
        authentication = agreed
      } else if let user = userLoggingIn(with: form) {
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
      return complete(authorization, with: authentication)
    } catch {
      transactions[id] = nil
      return refuse(error, of: authorization)
    }
  }

  /// Opens a session for a user at this browser, identified by a cookie.
  mutating func openSession(
    for user: User, agreeingTo authorization: AuthorizationRequest, remembering: Bool = false
  ) -> Authentication {
    let id = opaqueValue()
    var session = Session(username: user.username, authTime: now)
    session.agree(to: authorization)
    sessions[id] = session
    // A year if the user asked to be remembered; otherwise until the browser's session ends.
    let attributes = configuration.remembersOnlyWhenAsked && remembering ? "; Max-Age=31536000" : ""
    return Authentication(
      user: user, authTime: now, session: id, cookie: sessionCookie(id, attributes: attributes))
  }

  private mutating func agree(
    _ authorization: AuthorizationRequest, in sessionID: String
  ) -> Authentication? {
    guard let session = sessions[sessionID], let user = user(named: session.username) else {
      return nil
    }
    sessions[sessionID]?.agree(to: authorization)
    return Authentication(user: user, authTime: session.authTime, session: sessionID)
  }

  private func form(
    for authorization: AuthorizationRequest, transaction: String, user: String?,
    typed: String? = nil, message: String? = nil
  ) -> Page {
    LoginForm(
      action: address(of: .login), client: authorization.client,
      scopes: authorization.scopes, transaction: transaction, user: user,
      message: message, person: user == nil ? userFields(typed ?? authorization.loginHint) : nil
    ).page
  }

  /// Returns the claims typed into the form, if it has a field for them; `nil` when they aren't an
  /// object.
  private func typedClaims(in form: Parameters) -> JSONObject? {
    guard configuration.asksForClaims, let text = form["claims"] else { return [:] }
    return (try? JSONParser.parse(text))?.object
  }

  /// Returns the fields for a user who isn't logged in.
  func userFields(_ typed: String?) -> UserFields {
    UserFields(
      users: configuration.login == .pick ? configuration.users.map(\.username) : nil,
      typedName: typed, offersRemembering: configuration.remembersOnlyWhenAsked,
      asksForClaims: configuration.asksForClaims)
  }

  /// Returns the user who was picked, or whose name and password were typed; otherwise `nil`.
  mutating func userLoggingIn(with form: Parameters) -> User? {
    if configuration.login == .pick, let name = form["user"] { return user(named: name) }
    guard form["action"] == "allow", let name = form["username"] else { return nil }
    if let user = user(named: name) {
      if let password = user.password, password.isExactly(form["password"]) { return user }
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
