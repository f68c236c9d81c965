/// Says who a replication is, and renews that when it has run out.
///
/// One authenticator may serve several replications at the same time; a login that all of them wait
/// for happens once.
public protocol Authenticator: Sendable {
  /// What to show to a gateway, logging in first if need be.
  ///
  /// - Throws: `SyncError`, `CancellationError`.
  func credentials(for gateway: GatewayEndpoint) async throws -> Credentials

  /// Something better than what the gateway has just refused; `nil` when there is nothing.
  ///
  /// - Throws: `SyncError`, `CancellationError`.
  func credentials(
    replacing refused: Credentials, for gateway: GatewayEndpoint
  ) async throws -> Credentials?

  /// Takes note of what a gateway said of a session, for it extends sessions that are used.
  func learned(_ session: GatewaySession, from gateway: GatewayEndpoint) async
}

extension Authenticator {
  /// Takes no note.
  public func learned(_ session: GatewaySession, from gateway: GatewayEndpoint) async {}
}

/// Nobody: what the gateway lets its guest do.
public struct GuestAuthenticator: Authenticator {
  /// The guest.
  public init() {}

  /// Nothing to show.
  public func credentials(for gateway: GatewayEndpoint) async throws -> Credentials { .none }

  /// Nothing better.
  public func credentials(
    replacing refused: Credentials, for gateway: GatewayEndpoint
  ) async throws -> Credentials? { nil }
}

/// A user of the gateway's own, by name and password, which go along with every request.
public struct BasicAuthenticator: Authenticator {
  private let all: Credentials

  /// A user's name and password.
  public init(name: String, password: String) {
    all = .basic(name: name, password: password)
  }

  /// The name and the password.
  public func credentials(for gateway: GatewayEndpoint) async throws -> Credentials { all }

  /// Nothing better: the user must type again.
  public func credentials(
    replacing refused: Credentials, for gateway: GatewayEndpoint
  ) async throws -> Credentials? { nil }
}
