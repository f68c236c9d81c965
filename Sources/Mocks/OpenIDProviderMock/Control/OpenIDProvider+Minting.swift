public import JSON

extension OpenIDProvider {
  /// An ID token as a client would get it, without the way through a browser.
  ///
  /// All of the user's claims are in it, and faults that have been injected apply.
  ///
  /// - Parameters:
  ///   - username: the user.
  ///   - clientID: the client, which is the audience.
  ///   - nonce: `nonce`.
  ///   - claims: claims in place of all others; `iss` for a token of somebody else's.
  ///   - lifetime: in seconds, in place of the configured one.
  ///   - path: the issuer.
  /// - Throws: `ProviderError` for an unknown issuer, user or client.
  public func idToken(
    for username: String, client clientID: String, nonce: String? = nil, claims: JSONObject = [:],
    lifetime: Int? = nil, issuer path: String = "/"
  ) async throws -> String {
    try await state.mint(for: username, client: clientID, at: path) { issuer, user, client in
      guard let user else { throw ProviderError.unknownUser(username) }
      return try issuer.makeIDToken(
        for: user, client: client, nonce: nonce, claims: claims, lifetime: lifetime)
    }
  }

  /// An access token that userinfo and introspection know, in the client's form.
  ///
  /// - Parameters:
  ///   - username: the user, or `nil` for a client that acts for itself.
  ///   - clientID: the client.
  ///   - scopes: what it is good for.
  ///   - claims: claims in place of the user's, also in userinfo.
  ///   - lifetime: in seconds, in place of the configured one.
  ///   - path: the issuer.
  /// - Throws: `ProviderError` for an unknown issuer, user or client.
  public func accessToken(
    for username: String?, client clientID: String, scopes: [String] = ["openid"],
    claims: JSONObject = [:], lifetime: Int? = nil, issuer path: String = "/"
  ) async throws -> String {
    try await state.mint(for: username, client: clientID, at: path) { issuer, user, client in
      try issuer.makeAccessToken(
        for: user, client: client, scopes: scopes, claims: claims, lifetime: lifetime)
    }
  }

  /// Ends an access or refresh token, whoever's it is; an unknown one is none.
  ///
  /// - Throws: `ProviderError` for an unknown issuer.
  public func revoke(_ token: String, issuer path: String = "/") async throws {
    try await state.change(path) { try $0.tokens.revoke(token, clientID: nil) }
  }
}
