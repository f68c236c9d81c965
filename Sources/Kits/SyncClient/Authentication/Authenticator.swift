/// Provides a replication's credentials, and renews them when they expire.
///
/// One authenticator can serve several replications at once; if all of them need a login, it
/// happens once.
public protocol Authenticator: Sendable {
  /// Returns the credentials for a gateway, logging in first if needed.
  ///
  /// - Throws: `SyncError`, `CancellationError`.
  func credentials(for gateway: GatewayEndpoint) async throws -> GatewayCredentials

  /// Returns new credentials after the gateway rejected some; `nil` when there are none.
  ///
  /// - Throws: `SyncError`, `CancellationError`.
  func credentials(
    replacing refused: GatewayCredentials, for gateway: GatewayEndpoint
  ) async throws -> GatewayCredentials?

  /// Records a session's new expiry, since a gateway extends sessions that are used.
  func learned(_ session: GatewaySession, from gateway: GatewayEndpoint) async
}

extension Authenticator {
  /// Returns `nil`: there is nothing to renew.
  public func credentials(
    replacing refused: GatewayCredentials, for gateway: GatewayEndpoint
  ) async throws -> GatewayCredentials? { nil }

  /// Ignores the session.
  public func learned(_ session: GatewaySession, from gateway: GatewayEndpoint) async {}
}

/// No user: the gateway's guest.
public struct GuestAuthenticator: Authenticator {
  /// Creates the authenticator.
  public init() {}

  /// Returns no credentials.
  public func credentials(for gateway: GatewayEndpoint) async throws -> GatewayCredentials { .none }
}

/// A user of the gateway, whose name and password go with every request.
public struct BasicAuthenticator: Authenticator {
  private let basic: GatewayCredentials

  /// Creates an authenticator from a name and password.
  public init(name: String, password: String) {
    basic = .basic(name: name, password: password)
  }

  /// Returns the name and password.
  public func credentials(for gateway: GatewayEndpoint) async throws -> GatewayCredentials { basic }
}
