public import DocgenJSON

extension OpenIDProvider {
  /// Queues what users do at the next authorization requests, one decision each.
  ///
  /// - Throws: `ProviderError` for an unknown issuer or user.
  public func queue(_ decisions: UserDecision..., issuer path: String = "/") async throws {
    try await queue(decisions, at: path)
  }

  /// Returns the queued decisions, the next one first.
  ///
  /// - Throws: `ProviderError` for an unknown issuer.
  public func queuedDecisions(issuer path: String = "/") async throws -> [UserDecision] {
    try await state.withIssuer(at: path) { $0.decisions }
  }

  /// Cancels all queued decisions.
  ///
  /// - Throws: `ProviderError` for an unknown issuer.
  public func cancelDecisions(issuer path: String = "/") async throws {
    try await state.withIssuer(at: path) { $0.decisions = [] }
  }

  /// Queues the next codes and opaque tokens, in the order in which they are issued; each must be
  /// new.
  ///
  /// - Throws: `ProviderError` for an unknown issuer.
  public func queueValues(_ values: String..., issuer path: String = "/") async throws {
    try await queueValues(values, at: path)
  }

  /// Cancels all queued codes and tokens.
  ///
  /// - Throws: `ProviderError` for an unknown issuer.
  public func cancelValues(issuer path: String = "/") async throws {
    try await state.withIssuer(at: path) { $0.queuedValues = [] }
  }

  func queue(_ decisions: [UserDecision], at path: String) async throws {
    try await state.withIssuer(at: path) { issuer in
      for name in decisions.compactMap(\.username) { _ = try issuer.existingUser(name) }
      issuer.decisions += decisions
    }
  }

  func queueValues(_ values: [String], at path: String) async throws {
    try await state.withIssuer(at: path) { $0.queuedValues += values }
  }

  /// Replaces a user's claims; from now on they apply to older access tokens too.
  ///
  /// - Throws: `ProviderError` for an unknown issuer or user.
  public func setClaims(
    _ claims: JSONObject, of username: String, issuer path: String = "/"
  ) async throws {
    try await state.withIssuer(at: path) { issuer in
      let index = issuer.configuration.users.firstIndex { $0.username == username }
      guard let index else { throw ProviderError.unknownUser(username) }
      issuer.configuration.users[index].claims = claims
    }
  }

  /// Logs a user in, for any browser.
  ///
  /// - Returns: the value of a `Set-Cookie` header for the browser to log in; its user has agreed
  ///   to everything.
  /// - Throws: `ProviderError` for an unknown issuer or user.
  public func logIn(_ username: String, issuer path: String = "/") async throws -> String {
    try await state.withIssuer(at: path) { $0.logIn(try $0.existingUser(username)) }
  }

  /// Ends all sessions of a user and revokes all tokens.
  ///
  /// - Throws: `ProviderError` for an unknown issuer or user.
  public func logOut(_ username: String, issuer path: String = "/") async throws {
    let notices = try await state.withIssuer(at: path) { issuer in
      _ = try issuer.existingUser(username)
      return issuer.logOut(username)
    }
    await state.send(notices)
  }

  /// Changes the keys that an issuer signs with or publishes.
  ///
  /// - Throws: `ProviderError` for an unknown issuer, `JOSEError` when a key can't be created.
  public func changeKeys(_ change: KeyChange, issuer path: String = "/") async throws {
    try await state.withIssuer(at: path) { try $0.keys.change(change) }
  }
}
