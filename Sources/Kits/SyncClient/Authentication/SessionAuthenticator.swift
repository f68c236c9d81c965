/// A session that is opened elsewhere, such as by an app server with its own login.
///
///     let authenticator = SessionAuthenticator(GatewaySession(id: response.sessionID))
///
/// When the session expires, the replication stops with a 401, unless `renew` returns a new one.
public actor SessionAuthenticator: Authenticator {
  private var session: GatewaySession
  private let renew: (@Sendable () async throws -> GatewaySession)?
  private let renewal = SharedTask<GatewaySession>()

  /// Creates an authenticator for a session.
  ///
  /// - Parameters:
  ///   - session: the session from the gateway's admin port, the response to `POST /db/_session`.
  ///   - renew: gets a new session from the app server; its errors end the replication, except a
  ///     ``TransientError`` that a retry may mend, or an `URLError` of the connection.
  public init(
    _ session: GatewaySession, renew: (@Sendable () async throws -> GatewaySession)? = nil
  ) {
    self.session = session
    self.renew = renew
  }

  /// Returns the session's cookie, even if it seems expired: the gateway decides.
  public func credentials(for gateway: GatewayEndpoint) async throws -> GatewayCredentials {
    .session(session)
  }

  /// Returns the cookie of a new session; `nil` without `renew`.
  public func credentials(
    replacing refused: GatewayCredentials, for gateway: GatewayEndpoint
  ) async throws -> GatewayCredentials? {
    // Another replication has renewed the session meanwhile.
    if case .session(let old) = refused, old.id != session.id { return .session(session) }
    guard let renew else { return nil }
    let next = try await renewal.value {
      do { return try await renew() } catch {
        try Task.checkCancellation()
        throw SyncError(ofApp: error)
      }
    }
    session = next
    return .session(next)
  }

  /// Stores the session's new expiry.
  public func learned(_ session: GatewaySession, from gateway: GatewayEndpoint) async {
    if session.id == self.session.id { self.session = session }
  }
}
