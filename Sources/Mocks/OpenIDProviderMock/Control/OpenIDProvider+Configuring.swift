extension OpenIDProvider {
  /// How an issuer is configured at this moment.
  ///
  /// - Throws: `ProviderError` for an unknown issuer.
  public func configuration(issuer path: String = "/") async throws -> IssuerConfiguration {
    try await state.configuration(at: path)
  }

  /// Changes an issuer's switches, paths, clients or users; what it has handed out stays good.
  ///
  /// Decisions and faults are queued otherwise, by `queue` and `inject`.
  ///
  /// - Throws: `ProviderError` for an unknown issuer, `JOSEError` when a key cannot be made.
  public func configure(
    issuer path: String = "/", _ change: @Sendable (inout IssuerConfiguration) -> Void
  ) async throws {
    try await state.configure(path, change)
  }

  /// Opens an issuer at a path, in place of the one that may be there with all it remembers.
  ///
  /// - Throws: `ProviderError` for a path that is none, `JOSEError` when a key cannot be made.
  public func setIssuer(_ configuration: IssuerConfiguration, at path: String) async throws {
    try await state.setIssuer(configuration, at: path)
  }

  /// The paths of all issuers, sorted.
  public var issuerPaths: [String] {
    get async { await state.issuers.keys.sorted() }
  }

  /// The users of an issuer.
  ///
  /// - Throws: `ProviderError` for an unknown issuer.
  public func users(issuer path: String = "/") async throws -> [User] {
    try await state.configuration(at: path).users
  }

  /// Adds a user, or puts one in the place of the user of that name.
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

  /// Takes a user away, by name or subject, with all sessions and tokens.
  ///
  /// - Throws: `ProviderError` for an unknown issuer or user.
  public func removeUser(_ name: String, issuer path: String = "/") async throws {
    let username = try await state.username(name, at: path)
    try await state.logOut(username, at: path)
    try await configure(issuer: path) { $0.users.removeAll { $0.username == username } }
  }

  /// Ends every token of a user, by name or subject; sessions stay.
  ///
  /// - Throws: `ProviderError` for an unknown issuer or user.
  public func revokeTokens(of name: String, issuer path: String = "/") async throws {
    let username = try await state.username(name, at: path)
    try await state.change(path) { $0.tokens.revokeAll(of: username) }
  }
}
