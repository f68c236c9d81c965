/// Where credentials outlive the process.
///
/// What a store throws is shown to the app (`OAuthClient.storageProblem`); it never ends a login.
public protocol CredentialStore: Sendable {
  /// The credentials of a key; `nil` when there are none, or none that can be read.
  func load(_ key: CredentialKey) async throws -> Credentials?
  /// Keeps credentials in place of those that were there.
  func save(_ credentials: Credentials, for key: CredentialKey) async throws
  /// Forgets the credentials of a key; nothing happens when there are none.
  func delete(_ key: CredentialKey) async throws
  /// Runs a body while nobody else who shares the credentials of a key runs one, in this process or
  /// another.
  ///
  /// Clients renew credentials in it: of two that use the same refresh token, a provider that rotates
  /// them logs both out. They save a login and forget one in it too, so that no renewal that is under
  /// way undoes that.
  ///
  /// - Throws: what kept the body from running; it has not run then.
  func exclusively<Value: Sendable>(
    for key: CredentialKey, _ body: @Sendable () async -> Value
  ) async throws -> Value
}

/// Which login credentials belong to: another scope or response type is another login.
public struct CredentialKey: Sendable, Hashable {
  /// The issuer.
  public let issuer: String
  /// `client_id`.
  public let clientID: String
  /// The scopes, in order of the alphabet, with spaces between them.
  public let scope: String
  /// The response type, its words in their usual order.
  public let responseType: String

  /// The key of a client's login at an issuer; the order of scopes does not matter.
  public init(issuer: String, clientID: String, scope: [String], responseType: ResponseType) {
    self.issuer = issuer
    self.clientID = clientID
    self.scope = Set(scope).sorted().joined(separator: " ")
    self.responseType = responseType.description
  }
}

/// Credentials that end with the process; for tests, samples, and apps that never remember.
public actor InMemoryCredentialStore: CredentialStore {
  private var kept: [CredentialKey: Credentials] = [:]
  private let turns = RenewalTurns()

  /// An empty store.
  public init() {}

  /// The credentials of a key.
  public func load(_ key: CredentialKey) -> Credentials? { kept[key] }

  /// Keeps credentials.
  public func save(_ credentials: Credentials, for key: CredentialKey) { kept[key] = credentials }

  /// Forgets the credentials of a key.
  public func delete(_ key: CredentialKey) { kept[key] = nil }

  /// Runs a body once those before it are done.
  public func exclusively<Value: Sendable>(
    for key: CredentialKey, _ body: @Sendable () async -> Value
  ) async -> Value {
    await turns.take(key)
    let value = await body()
    await turns.giveBack(key)
    return value
  }
}
