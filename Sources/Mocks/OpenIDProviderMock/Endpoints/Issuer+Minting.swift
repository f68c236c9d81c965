import DocgenJSON

extension Issuer {
  /// Creates an ID token without a request, with all claims.
  mutating func makeIDToken(
    for user: User, client: ClientRegistration, nonce: String?, claims: JSONObject, lifetime: Int?
  ) throws(OAuthError) -> String {
    let grant = Grant(
      clientID: client.clientID, username: user.username, scopes: StandardScope.names,
      nonce: nonce, authTime: now, acr: configuration.acrValues.first, overrides: claims)
    var client = client
    if let lifetime {
      client.lifetimes = lifetimes(for: client)
      client.lifetimes?.idToken = lifetime
    }
    var token = idToken(for: user, client: client, grant: grant)
    token.includesScopeClaims = true
    return try sign(token)
  }

  /// Creates an access token without a request.
  mutating func makeAccessToken(
    for user: User?, client: ClientRegistration, scopes: [String], claims: JSONObject,
    lifetime: Int?
  ) throws(OAuthError) -> String {
    let number = tokens.add(
      Grant(
        clientID: client.clientID, username: user?.username, scopes: scopes, authTime: now,
        overrides: claims))
    return try issueAccessToken(for: number, scopes: scopes, lifetime: lifetime)
  }

  /// Opens a session without a form and returns its cookie.
  mutating func logIn(_ user: User) -> String {
    let id = opaqueValue()
    var session = Session(username: user.username, authTime: now)
    for client in configuration.clients {
      session.consents[client.clientID] = Set(configuration.knownScopes)
    }
    sessions[id] = session
    return sessionCookie(id)
  }
}
