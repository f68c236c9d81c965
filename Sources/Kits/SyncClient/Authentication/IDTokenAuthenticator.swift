import DocgenClocks
import DocgenJOSE
import DocgenJSON
import Foundation

/// Users who sign in at an OpenID provider without the gateway (implicit flow).
///
/// The app gets an ID token, and the authenticator exchanges it for a session.
///
///     let authenticator = IDTokenAuthenticator { try await signIn() }
///
/// A session outlives its token. When the session expires, a valid token opens the next session; if
/// the token has expired too, the authenticator asks the app for a new one.
public actor IDTokenAuthenticator: Authenticator {
  private let idToken: @Sendable () async throws -> String
  private var token: String?
  private var sessions: [URL: GatewaySession] = [:]
  /// The gateways of the sessions.
  private var gateways: [URL: GatewayEndpoint] = [:]
  private var renewals: [URL: SharedTask<GatewaySession>] = [:]

  /// Creates an authenticator.
  ///
  /// - Parameter idToken: returns a new ID token, possibly after showing a login page. An error for
  ///   the first token ends the replication. For a later token, the replication retries after a
  ///   ``TransientError`` that a retry may mend, such as one of ``OAuthClient``, or after an
  ///   `URLError` of the connection.
  public init(idToken: @escaping @Sendable () async throws -> String) {
    self.idToken = idToken
  }

  /// Returns the current session; opens one when there is none, or it has expired.
  public func credentials(for gateway: GatewayEndpoint) async throws -> GatewayCredentials {
    if let session = sessions[gateway.database], !session.hasExpired(at: gateway.clock.now) {
      return .session(session)
    }
    return .session(try await renew(at: gateway))
  }

  /// Returns a new session.
  public func credentials(
    replacing refused: GatewayCredentials, for gateway: GatewayEndpoint
  ) async throws -> GatewayCredentials? {
    if let session = sessions[gateway.database], .session(session) != refused {
      return .session(session)
    }
    return .session(try await renew(at: gateway))
  }

  /// Stores the new expiry of a session.
  public func learned(_ session: GatewaySession, from gateway: GatewayEndpoint) async {
    if sessions[gateway.database]?.id == session.id { sessions[gateway.database] = session }
  }

  /// Deletes the token and the sessions, so that the next login asks the app.
  ///
  /// Then ends each session whose gateway responds within ten seconds. Stop the replications first.
  public func forgetTokens() async {
    let ended = sessions
    token = nil
    sessions = [:]
    for (database, session) in ended { await gateways[database]?.end(session) }
  }

  private func renew(at gateway: GatewayEndpoint) async throws -> GatewaySession {
    let renewal = renewals[gateway.database] ?? SharedTask()
    renewals[gateway.database] = renewal
    return try await renewal.value { try await self.openSession(at: gateway) }
  }

  private func openSession(at gateway: GatewayEndpoint) async throws -> GatewaySession {
    sessions[gateway.database] = nil
    if let known = token, Self.isFresh(known, at: gateway.clock.now),
      let session = try await exchange(known, at: gateway)
    {
      return session
    }
    let fresh: String
    do { fresh = try await idToken() } catch {
      try Task.checkCancellation()
      // The first token may need a login page.
      throw SyncError(ofApp: error, isRetried: token != nil)
    }
    try Task.checkCancellation()
    token = fresh
    guard let session = try await exchange(fresh, at: gateway) else {
      token = nil
      throw SyncError.login(
        .refused(
          status: 401,
          reason: "the ID token was not accepted; compare its 'iss' and 'aud' with the "
            + "gateway's configuration"))
    }
    return session
  }

  /// Opens a session with a token; returns `nil` when the gateway rejects the token.
  private func exchange(
    _ token: String, at gateway: GatewayEndpoint
  ) async throws -> GatewaySession? {
    let session = try await gateway.openSession(with: token)
    sessions[gateway.database] = session
    gateways[gateway.database] = gateway
    return session
  }

  /// Returns whether a token's `exp` is in the future; if it can't be parsed, the gateway decides.
  static func isFresh(_ token: String, at now: Date) -> Bool {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let bytes = try? Base64URL.decode(parts[1]),
      let expires = (try? JSONParser.parse(bytes))?["exp"]?.double
    else { return true }
    return now.timeIntervalSince1970 < expires
  }
}
