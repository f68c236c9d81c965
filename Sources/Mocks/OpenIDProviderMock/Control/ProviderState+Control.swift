import DocgenJSON

/// The changes that tests and samples make directly, without a request.
extension ProviderState {
  /// Reads or changes an issuer; an error leaves it as it was.
  @discardableResult
  func withIssuer<Value>(
    at path: String, _ body: (inout Issuer) throws -> Value
  ) throws -> Value {
    guard createFromTemplate(path), var issuer = issuers[path] else {
      throw ProviderError.unknownIssuer(path)
    }
    let value = try body(&issuer)
    issuers[path] = issuer
    return value
  }

  func configuration(at path: String) throws -> IssuerConfiguration {
    try withIssuer(at: path) { $0.configuration }
  }

  func configure(
    _ path: String, _ body: (inout IssuerConfiguration) -> Void
  ) throws {
    try withIssuer(at: path) { issuer in
      var configuration = issuer.configuration
      body(&configuration)
      try issuer.reconfigure(configuration)
    }
    setPaths(of: path)
  }

  func setIssuer(_ configuration: IssuerConfiguration, at path: String) throws {
    if let problem = ProviderConfiguration.problem(ofPath: path) {
      throw ProviderError.invalidIssuerPath(problem)
    }
    if path == ProviderConfiguration.template {
      throw ProviderError.invalidIssuerPath("'\(path)' is a pattern, and only at the start")
    }
    try add(configuration, at: path)
  }

  /// Returns the name of the user with a name or subject.
  func username(_ name: String, at path: String) throws -> String {
    let user = try configuration(at: path).users.first { $0.hasName(name) }
    guard let user else { throw ProviderError.unknownUser(name) }
    return user.username
  }

  func queue(_ decisions: [UserDecision], at path: String) throws {
    try withIssuer(at: path) { issuer in
      for name in decisions.compactMap(\.username) where issuer.user(named: name) == nil {
        throw ProviderError.unknownUser(name)
      }
      issuer.decisions += decisions
    }
  }

  func setClaims(_ claims: JSONObject, of username: String, at path: String) throws {
    try withIssuer(at: path) { issuer in
      let index = issuer.configuration.users.firstIndex { $0.username == username }
      guard let index else { throw ProviderError.unknownUser(username) }
      issuer.configuration.users[index].claims = claims
    }
  }

  func logOut(_ username: String, at path: String) async throws {
    var notices: [LogoutNotice] = []
    try withIssuer(at: path) { issuer in
      guard issuer.user(named: username) != nil else { throw ProviderError.unknownUser(username) }
      for (id, session) in issuer.sessions where session.username == username {
        notices += issuer.notices(ofEndOf: id.text)
      }
      issuer.sessions = issuer.sessions.filter { $0.value.username != username }
      issuer.tokens.revokeAll(of: username)
    }
    await send(notices)
  }

  func logIn(_ username: String, at path: String) throws -> String {
    try withIssuer(at: path) { issuer in
      guard let user = issuer.user(named: username) else {
        throw ProviderError.unknownUser(username)
      }
      return issuer.logIn(user)
    }
  }

  /// Creates a token for an existing client and a user; without a user, for the client itself.
  func mint(
    for username: String?, client clientID: String, at path: String,
    _ body: (inout Issuer, User?, ClientRegistration) throws -> String
  ) throws -> String {
    try withIssuer(at: path) { issuer in
      let user = issuer.user(named: username)
      if let username, user == nil { throw ProviderError.unknownUser(username) }
      guard let client = issuer.client(named: clientID) else {
        throw ProviderError.unknownClient(clientID)
      }
      return try body(&issuer, user, client)
    }
  }
}
