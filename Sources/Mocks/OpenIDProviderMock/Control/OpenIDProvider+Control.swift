public import JSON

extension OpenIDProvider {
  /// Lines up what users will do at the next authorization requests, one decision each.
  ///
  /// - Throws: `ProviderError` for an unknown issuer or user.
  public func queue(_ decisions: UserDecision..., issuer path: String = "/") async throws {
    try await state.queue(decisions, at: path)
  }

  /// Lines up what the next codes and opaque tokens will be, in the order in which they are made.
  ///
  /// - Throws: `ProviderError` for an unknown issuer.
  public func queueValues(_ values: String..., issuer path: String = "/") async throws {
    try await queueValues(values, at: path)
  }

  func queueValues(_ values: [String], at path: String) async throws {
    try await state.change(path) { $0.queuedValues += values }
  }

  /// Changes how long what the issuer hands out from now on is good for.
  ///
  /// - Throws: `ProviderError` for an unknown issuer.
  public func setLifetimes(_ lifetimes: Lifetimes, issuer path: String = "/") async throws {
    try await state.change(path) { $0.configuration.lifetimes = lifetimes }
  }

  /// Changes by how many seconds `iat` and `exp` are ahead of the clock; nothing else goes along.
  ///
  /// - Throws: `ProviderError` for an unknown issuer.
  public func setClockSkew(_ seconds: Int, issuer path: String = "/") async throws {
    try await state.change(path) { $0.configuration.clockSkew = seconds }
  }

  /// Changes what is told about a user from now on, also to holders of older tokens.
  ///
  /// - Throws: `ProviderError` for an unknown issuer or user.
  public func setClaims(
    _ claims: JSONObject, of username: String, issuer path: String = "/"
  ) async throws {
    try await state.setClaims(claims, of: username, at: path)
  }

  /// Logs a user in at no browser in particular.
  ///
  /// - Returns: the value of a `Set-Cookie` header, for the browser that shall be logged in; its
  ///   user has agreed to everything.
  /// - Throws: `ProviderError` for an unknown issuer or user.
  public func logIn(_ username: String, issuer path: String = "/") async throws -> String {
    try await state.logIn(username, at: path)
  }

  /// Ends every session and every token of a user.
  ///
  /// - Throws: `ProviderError` for an unknown issuer or user.
  public func logOut(_ username: String, issuer path: String = "/") async throws {
    try await state.logOut(username, at: path)
  }

  /// Changes the keys that an issuer signs with or publishes.
  ///
  /// - Throws: `ProviderError` for an unknown issuer, `JOSEError` when a key cannot be made.
  public func changeKeys(_ change: KeyChange, issuer path: String = "/") async throws {
    try await state.change(path) { try $0.keys.change(change) }
  }

  /// The users of an issuer.
  func usernames(issuer path: String) async throws -> [String] {
    try await state.usernames(at: path)
  }
}
