public import DocgenJSON

extension OpenIDProvider {
  /// Returns an ID token as a client would get it, without a login in a browser.
  ///
  /// It contains all of the user's claims; injected faults apply.
  ///
  /// - Parameters:
  ///   - username: the user.
  ///   - clientID: the client, which is the audience.
  ///   - nonce: `nonce`.
  ///   - claims: claims that replace all others; set `iss` for a token of another issuer.
  ///   - lifetime: in seconds; `nil` for the configured one.
  ///   - path: the issuer.
  /// - Throws: `ProviderError` for an unknown issuer, user or client.
  public func idToken(
    for username: String, client clientID: String, nonce: String? = nil, claims: JSONObject = [:],
    lifetime: Int? = nil, issuer path: String = "/"
  ) async throws -> String {
    try await state.withIssuer(at: path) { issuer in
      try issuer.makeIDToken(
        for: issuer.existingUser(username), client: issuer.existingClient(clientID), nonce: nonce,
        claims: claims, lifetime: lifetime)
    }
  }

  /// Returns an access token that userinfo and introspection accept, in the client's format.
  ///
  /// - Parameters:
  ///   - username: the user, or `nil` for a client that acts for itself.
  ///   - clientID: the client.
  ///   - scopes: the scopes of the token.
  ///   - claims: claims that replace the user's, also in userinfo.
  ///   - lifetime: in seconds; `nil` for the configured one.
  ///   - path: the issuer.
  /// - Throws: `ProviderError` for an unknown issuer, user or client.
  public func accessToken(
    for username: String?, client clientID: String, scopes: [String] = ["openid"],
    claims: JSONObject = [:], lifetime: Int? = nil, issuer path: String = "/"
  ) async throws -> String {
    try await state.withIssuer(at: path) { issuer in
      try issuer.makeAccessToken(
        for: username.map { try issuer.existingUser($0) },
        client: issuer.existingClient(clientID), scopes: scopes, claims: claims, lifetime: lifetime)
    }
  }

  /// Revokes an access or refresh token of any client; ignores an unknown one.
  ///
  /// - Throws: `ProviderError` for an unknown issuer.
  public func revoke(_ token: String, issuer path: String = "/") async throws {
    try await state.withIssuer(at: path) { try $0.tokens.revoke(token, clientID: nil) }
  }
}
