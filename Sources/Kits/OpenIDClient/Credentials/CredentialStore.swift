/// A store for credentials.
///
/// The app can read a store's error in `OAuthClient.storageProblem`; the error never ends a login.
public protocol CredentialStore: Sendable {
  /// Returns the credentials of a key; `nil` when there are none, or they can't be parsed.
  func load(_ key: CredentialKey) async throws -> Credentials?
  /// Saves credentials, replacing earlier ones.
  func save(_ credentials: Credentials, for key: CredentialKey) async throws
  /// Deletes the credentials of a key, if there are any.
  func delete(_ key: CredentialKey) async throws
  /// Runs a body while no other client that shares a key's credentials runs one, in this process or
  /// another.
  ///
  /// Clients renew credentials in such a body: if two use the same refresh token, a provider that
  /// rotates refresh tokens logs both out. Clients also save and delete credentials in one, so that
  /// a renewal in progress can't undo the change.
  ///
  /// By default, all stores of this process take turns for a key. Implement it for a store that
  /// several processes share, and pass it on from a store around another.
  ///
  /// - Throws: the reason why the body couldn't run; in that case it has not run.
  func exclusively<Value: Sendable>(
    for key: CredentialKey, _ body: @Sendable () async -> Value
  ) async throws -> Value
}

extension CredentialStore {
  /// Runs a body after the bodies for the same key that this process ran before it.
  public func exclusively<Value: Sendable>(
    for key: CredentialKey, _ body: @Sendable () async -> Value
  ) async -> Value {
    await RenewalTurns.ofProcess.run(for: key, body)
  }
}

/// Identifies the credentials of a login, which depend on its scope and response types.
///
/// ```swift runnable
/// let key = CredentialKey(
///   issuer: "https://op.example", clientID: "travel", scope: ["openid", "email"],
///   responseType: .code)
/// let same = CredentialKey(
///   issuer: "https://op.example", clientID: "travel", scope: ["email", "openid"],
///   responseType: .code)
/// print(key == same)
/// ```
///
/// ```output
/// true
/// ```
public struct CredentialKey: Sendable, Hashable {
  /// The issuer.
  public let issuer: String
  /// `client_id`.
  public let clientID: String
  /// The scopes, sorted and separated by spaces.
  public let scope: String
  /// The response type, its values in their usual order.
  public let responseType: String

  /// Creates the key of a client's login at an issuer; the order of scopes doesn't matter.
  public init(issuer: String, clientID: String, scope: [String], responseType: ResponseType) {
    self.issuer = issuer
    self.clientID = clientID
    self.scope = Set(scope).sorted().joined(separator: " ")
    self.responseType = responseType.description
  }
}

/// A store that ends with the process; for tests, samples, and apps that log in every time.
///
/// ```swift runnable
/// import Foundation
///
/// let store = InMemoryCredentialStore()
/// let key = CredentialKey(
///   issuer: "https://op.example", clientID: "travel",
///   scope: ["openid"], responseType: .code)
/// await store.save(
///   Credentials(accessToken: "at", issuedAt: .now, expiry: nil), for: key)
/// print(await store.load(key)!.accessToken!)
/// ```
///
/// ```output
/// at
/// ```
public actor InMemoryCredentialStore: CredentialStore {
  private var stored: [CredentialKey: Credentials] = [:]
  private let turns = RenewalTurns()

  /// An empty store.
  public init() {}

  /// Returns the credentials of a key.
  public func load(_ key: CredentialKey) -> Credentials? { stored[key] }

  /// Saves credentials.
  public func save(_ credentials: Credentials, for key: CredentialKey) { stored[key] = credentials }

  /// Deletes the credentials of a key.
  public func delete(_ key: CredentialKey) { stored[key] = nil }

  /// Runs a body after the bodies before it have finished.
  public func exclusively<Value: Sendable>(
    for key: CredentialKey, _ body: @Sendable () async -> Value
  ) async -> Value {
    await turns.run(for: key, body)
  }
}
