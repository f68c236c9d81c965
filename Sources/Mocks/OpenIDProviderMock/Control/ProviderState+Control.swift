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
}

extension Issuer {
  /// Returns the user that a test or sample names.
  func existingUser(_ name: String) throws(ProviderError) -> User {
    guard let user = user(named: name) else { throw .unknownUser(name) }
    return user
  }

  /// Returns the client that a test or sample names.
  func existingClient(_ id: String) throws(ProviderError) -> ClientRegistration {
    guard let client = client(named: id) else { throw .unknownClient(id) }
    return client
  }
}
