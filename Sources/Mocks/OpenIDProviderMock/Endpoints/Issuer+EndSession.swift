import DocgenHTTPServer
import DocgenJOSE
import DocgenJSON

extension Issuer {
  /// A logout that waits for the user's confirmation.
  struct PendingLogout: Sendable {
    let session: String
    /// The address to redirect to afterwards, including `state`.
    let location: String?
    let expires: Int
  }

  /// `/end_session` (OpenID Connect RP-Initiated Logout 1.0).
  mutating func endSession(_ request: EndpointRequest) throws(OAuthError) -> EndpointResponse {
    let parameters = try request.parameters()
    if let id = parameters["transaction"] {
      guard request.isPost else { throw OAuthError.usedForm }
      return try confirmLogout(id, action: parameters["action"])
    }
    try parameters.refuseRepeated()
    let hint = try hintedLogin(parameters)
    let location = try logoutLocation(parameters, clientID: hint?.clientID)
    let session = request.sessionIDs.first { sessions[$0] != nil }
    // Without a hint, any web page could log users out (2), so the user must confirm.
    if let session, hint?.subject != user(of: session)?.subject {
      return askForLogout(PendingLogout(session: session, location: location, expires: now + 600))
    }
    return logOut(session, to: location)
  }

  private func user(of session: String) -> User? {
    sessions[session].flatMap { user(named: $0.username) }
  }

  /// Returns the subject and the client of the hint, which may have expired (2).
  private func hintedLogin(
    _ parameters: Parameters
  ) throws(OAuthError) -> (subject: String?, clientID: String)? {
    guard let hint = parameters["id_token_hint"] else { return nil }
    let claims = try hintedClaims(hint)
    // Of several audiences, only the authorized party is the client.
    let audience = claims.audiences.count == 1 ? claims.audiences.first : nil
    guard let clientID = claims["azp"]?.string ?? audience else {
      throw OAuthError(.invalidRequest, description: "'id_token_hint' names no single client")
    }
    if let named = parameters["client_id"], !named.isExactly(clientID) {
      throw OAuthError(
        .invalidRequest, description: "'id_token_hint' is not a token of this client")
    }
    return (claims["sub"]?.string, clientID)
  }

  /// Returns the address to redirect to, which must be registered (3).
  private func logoutLocation(
    _ parameters: Parameters, clientID: String?
  ) throws(OAuthError) -> String? {
    let clientID = parameters["client_id"] ?? clientID
    let client = configuration.clients.named(clientID)
    if let clientID, client == nil {
      throw OAuthError(.invalidRequest, description: "no client '\(clientID)' is registered here")
    }
    guard let uri = parameters["post_logout_redirect_uri"] else { return nil }
    guard let client, client.postLogoutRedirectURIs.containsExactly(uri) else {
      throw OAuthError(
        .invalidRequest, description: "'post_logout_redirect_uri' is not a registered one")
    }
    guard let state = parameters["state"] else { return uri }
    return RedirectURI.adding([("state", state)], to: uri)
  }

  private mutating func askForLogout(_ logout: PendingLogout) -> EndpointResponse {
    let id = opaqueValue()
    logouts.dropExpired(at: now) { $0.expires }
    logouts[id] = logout
    let name = user(of: logout.session)?.username ?? ""
    return .page(
      LogoutForm(action: address(of: .endSession), transaction: id, user: name).page)
  }

  private mutating func confirmLogout(
    _ id: String, action: String?
  ) throws(OAuthError) -> EndpointResponse {
    guard let logout = logouts.removeValue(forKey: ExactText(id)), now < logout.expires
    else { throw OAuthError.usedForm }
    guard action == "logout" else {
      return .page(.notice("You are still logged in", text: "Nothing has changed."))
    }
    return logOut(logout.session, to: logout.location)
  }

  mutating func logOut(_ session: String?, to location: String?) -> EndpointResponse {
    let frames = session.map { self.frames(ofEndOf: $0) } ?? []
    var response: EndpointResponse
    if !frames.isEmpty {
      response = .page(LogoutPage(frames: frames, next: location).page)
    } else if let location {
      response = .redirect(to: location)
    } else {
      response = .page(.notice("You are logged out", text: "You can close this page."))
    }
    if let session {
      response.notices = notices(ofEndOf: session)
      sessions[session] = nil
      response.http.headers.add("Set-Cookie", value: sessionCookie("", attributes: "; Max-Age=0"))
    }
    return response
  }
}
