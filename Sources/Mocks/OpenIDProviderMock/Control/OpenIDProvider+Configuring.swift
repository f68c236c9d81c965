extension OpenIDProvider {
  /// Returns an issuer's current configuration.
  ///
  /// - Throws: `ProviderError` for an unknown issuer.
  public func configuration(issuer path: String = "/") async throws -> IssuerConfiguration {
    try await state.withIssuer(at: path) { $0.configuration }
  }

  /// Changes an issuer's switches, paths, clients or users; codes and tokens already issued stay
  /// valid.
  ///
  /// To queue decisions and faults, use `queue` and `inject`.
  ///
  /// - Throws: `ProviderError` for an unknown issuer, `JOSEError` when a key can't be created.
  public func configure(
    issuer path: String = "/", _ change: @Sendable (inout IssuerConfiguration) -> Void
  ) async throws {
    try await state.withIssuer(at: path) { issuer in
      var configuration = issuer.configuration
      change(&configuration)
      try issuer.reconfigure(configuration)
    }
  }

  /// Adds an issuer at a path; replaces one that is already there, including all its state.
  ///
  /// - Throws: `ProviderError` for an invalid path, `JOSEError` when a key can't be created.
  public func setIssuer(_ configuration: IssuerConfiguration, at path: String) async throws {
    if let problem = ProviderConfiguration.problem(ofPath: path) {
      throw ProviderError.invalidIssuerPath(problem)
    }
    if path == ProviderConfiguration.template {
      throw ProviderError.invalidIssuerPath("'\(path)' is a pattern, and only at the start")
    }
    try await state.add(configuration, at: path)
  }

  /// The paths of all issuers, sorted.
  public var issuerPaths: [String] {
    get async { await state.issuers.keys.sorted() }
  }

  /// Returns the users of an issuer.
  ///
  /// - Throws: `ProviderError` for an unknown issuer.
  public func users(issuer path: String = "/") async throws -> [User] {
    try await configuration(issuer: path).users
  }

  /// Adds a user, or replaces the user of that name.
  ///
  /// - Throws: `ProviderError` for an unknown issuer.
  public func setUser(_ user: User, issuer path: String = "/") async throws {
    try await configure(issuer: path) { configuration in
      if let index = configuration.users.firstIndex(where: { $0.username == user.username }) {
        configuration.users[index] = user
      } else {
        configuration.users.append(user)
      }
    }
  }

  /// Removes a user, by name or subject, with all sessions and tokens.
  ///
  /// - Throws: `ProviderError` for an unknown issuer or user.
  public func removeUser(_ name: String, issuer path: String = "/") async throws {
    let username = try await username(name, issuer: path)
    try await logOut(username, issuer: path)
    try await configure(issuer: path) { $0.users.removeAll { $0.username == username } }
  }

  /// Revokes all tokens of a user, by name or subject; sessions remain.
  ///
  /// - Throws: `ProviderError` for an unknown issuer or user.
  public func revokeTokens(of name: String, issuer path: String = "/") async throws {
    let username = try await username(name, issuer: path)
    try await state.withIssuer(at: path) { $0.tokens.revokeAll(of: username) }
  }

  /// Returns the name of the user with a name or subject.
  private func username(_ name: String, issuer path: String) async throws -> String {
    let user = try await users(issuer: path).first { $0.hasName(name) }
    guard let user else { throw ProviderError.unknownUser(name) }
    return user.username
  }
}
