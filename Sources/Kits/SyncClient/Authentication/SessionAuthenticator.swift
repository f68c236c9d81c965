/// A session that somebody else opens, such as an app server behind the app's own login.
///
///     let authenticator = SessionAuthenticator(GatewaySession(id: answer.sessionID))
///
/// When the session has run out, the replication stops with a 401, unless there is a `renew` to ask.
public actor SessionAuthenticator: Authenticator {
  private var session: GatewaySession
  private let renew: (@Sendable () async throws -> GatewaySession)?
  private let renewal = JoinedWork<GatewaySession>()

  /// A session, and where the next one comes from.
  ///
  /// - Parameters:
  ///   - session: what the gateway's admin port answered to `POST /db/_session`.
  ///   - renew: asks the app server for another one; its errors end the replication.
  public init(
    _ session: GatewaySession, renew: (@Sendable () async throws -> GatewaySession)? = nil
  ) {
    self.session = session
    self.renew = renew
  }

  /// Puts another session in place of the present one.
  public func replace(with session: GatewaySession) { self.session = session }

  /// The session's cookie, also when its time seems to be over: the gateway decides.
  public func credentials(for gateway: GatewayEndpoint) async throws -> Credentials {
    .session(session)
  }

  /// The cookie of the next session; `nil` without a `renew`.
  public func credentials(
    replacing refused: Credentials, for gateway: GatewayEndpoint
  ) async throws -> Credentials? {
    // Somebody else has renewed it meanwhile.
    if case .session(let old) = refused, old.id != session.id { return .session(session) }
    guard let renew else { return nil }
    let next = try await renewal.value {
      do { return try await renew() } catch let error as SyncError {
        throw error
      } catch is CancellationError {
        throw CancellationError()
      } catch { throw SyncError.login(.app("\(error)")) }
    }
    session = next
    return .session(next)
  }

  /// Keeps the new end of the session.
  public func learned(_ session: GatewaySession, from gateway: GatewayEndpoint) {
    if session.id == self.session.id { self.session = session }
  }
}
