import JSON

extension Issuer {
  private static let backchannelLifetime = 120

  /// `/bc-authorize` (CIBA 7).
  mutating func authenticateBackchannel(_ request: EndpointRequest) -> Answer {
    do throws(OAuthError) {
      let (client, form) = try authenticated(request)
      guard client.grantTypes.contains(.ciba), !client.isPublic else {
        throw OAuthError(.unauthorizedClient, "the client is not registered for this")
      }
      let id = opaqueValue()
      backchannel.dropExpired(at: now) { $0.decision.expires }
      let asked = try backchannelRequest(form, of: client)
      backchannel[id] = asked
      if let decision = try scriptedDecision(about: asked, with: request) {
        decide(decision, on: id)
      }
      var answer: JSONObject = [
        "auth_req_id": .string(id), "expires_in": .integer(asked.decision.expires - now),
      ]
      // Who is sent the tokens has nothing to poll for (7.3).
      if client.tokenDeliveryMode != .push {
        answer["interval"] = .integer(asked.decision.interval)
      }
      var result = Answer.unstored(answer)
      result.notifications = dueNotifications(of: id)
      return result
    } catch {
      return Self.tokenError(error)
    }
  }

  /// The checks of 7.1 and 7.2.
  private func backchannelRequest(
    _ form: Parameters, of client: ClientRegistration
  ) throws(OAuthError) -> BackchannelAuthentication {
    if form.has("request") {
      throw OAuthError(.invalidRequest, "signed requests are not supported")
    }
    guard form.has("scope") else {
      throw OAuthError(.invalidRequest, "the parameter 'scope' is missing")
    }
    let known = StandardScope.names + configuration.scopes
    let scopes = form.words("scope").filter(known.contains)
    guard scopes.contains("openid") else {
      throw OAuthError(.invalidScope, "the scope 'openid' is missing")
    }
    let token = form["client_notification_token"]
    if client.tokenDeliveryMode != .poll, (token?.utf8.count ?? 0) == 0 {
      throw OAuthError(.invalidRequest, "the parameter 'client_notification_token' is missing")
    }
    if let message = form["binding_message"], !BackchannelAuthentication.isShowable(message) {
      throw OAuthError(.invalidBindingMessage, "'binding_message' does not fit a small display")
    }
    var lifetime = Self.backchannelLifetime
    if let text = form["requested_expiry"] {
      guard let seconds = Int(text), (1...86_400).contains(seconds) else {
        throw OAuthError(.invalidRequest, "'requested_expiry' is not a number of seconds")
      }
      lifetime = seconds
    }
    let user = try hintedUser(form)
    try check(form["user_code"], of: user, for: client)
    let wish = form.words("acr_values").first(where: configuration.acrValues.contains)
    return BackchannelAuthentication(
      clientID: client.clientID, username: user.username, scopes: scopes,
      acr: wish ?? configuration.acrValues.first, bindingMessage: form["binding_message"],
      notificationToken: token, pageID: opaqueValue(), claims: mapped(form, of: client),
      decision: PolledDecision(expires: now + lifetime))
  }

  /// The user whom exactly one hint names (7.1, 13).
  private func hintedUser(_ form: Parameters) throws(OAuthError) -> User {
    let hints = ["login_hint", "login_hint_token", "id_token_hint"].filter(form.has)
    guard hints.count == 1, let hint = form[hints[0]] else {
      throw OAuthError(
        .invalidRequest, "one of 'login_hint', 'login_hint_token' and 'id_token_hint' is needed")
    }
    let user: User?
    if hints[0] == "login_hint" {
      user = configuration.users.first { $0.isMeant(by: hint) }
    } else {
      guard let claims = try? keys.verified(hint), claims["iss"]?.string == tokenIssuer else {
        throw OAuthError(.invalidRequest, "'\(hints[0])' is not a token from here")
      }
      // An ID token may have expired long ago (7.1).
      if hints[0] == "login_hint_token", (claims["exp"]?.integer ?? 0) <= now {
        throw OAuthError(.expiredLoginHintToken, "'login_hint_token' has expired")
      }
      user = configuration.users.first { $0.subject == claims["sub"]?.string }
    }
    guard let user else { throw OAuthError(.unknownUserID, "the hint names nobody here") }
    return user
  }

  /// A word that only the user knows, against requests that nobody wants (7.1, `user_code`).
  private func check(
    _ code: String?, of user: User, for client: ClientRegistration
  ) throws(OAuthError) {
    guard client.sendsUserCode, let right = user.userCode else { return }
    guard let code else { throw OAuthError(.missingUserCode, "the user's code is missing") }
    guard code == right else { throw OAuthError(.invalidUserCode, "the user's code is wrong") }
  }

  private mutating func scriptedDecision(
    about asked: BackchannelAuthentication, with request: EndpointRequest
  ) throws(OAuthError) -> UserDecision? {
    if let decision = queuedDecision(for: request) { return decision }
    guard configuration.login == .approve else { return nil }
    return user(named: asked.username)?.decision ?? .approve(username: asked.username)
  }

  /// Does what the script says, or notes when it will be done.
  mutating func decide(_ decision: UserDecision, on id: String) {
    guard var asked = backchannel[id] else { return }
    switch decision {
    case .slow(let seconds, let then):
      asked.scheduled = (now + seconds, then)
    case .abandon, .wrongPassword(_, thenRight: false):
      break
    case .approve(asked.username, let claims):
      asked.decision.outcome = .approved(
        username: asked.username, authTime: now, claims: claims)
    case .wrongPassword(asked.username, thenRight: true):
      asked.decision.outcome = .approved(username: asked.username, authTime: now)
    // Nobody can agree in the place of the user who was asked.
    case .deny, .approve, .wrongPassword:
      asked.decision.outcome = .denied
    }
    backchannel[id] = asked
  }

  /// Lets a slow user decide whose time has come.
  mutating func settle(_ id: String) {
    while let scheduled = backchannel[id]?.scheduled, scheduled.moment <= now {
      backchannel[id]?.scheduled = nil
      decide(scheduled.decision, on: id)
    }
  }
}

extension User {
  /// Whether a hint is the user's name, subject or address.
  func isMeant(by hint: String) -> Bool {
    [username, subject, claims["email"]?.string].contains(hint)
  }
}
