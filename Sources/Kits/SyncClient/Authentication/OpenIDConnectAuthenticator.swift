import DocgenClocks
public import Foundation

/// Shows the login page, and waits until it ends.
///
/// Called on the main actor with the page's URL, and the URL at which the page ends. When the
/// replication is stopped, the task is cancelled: close the page.
///
/// Returns the URL that the page was redirected to, with its query; `nil` when the user closed the
/// page. `CancellationError` counts as `nil`; other errors end the replication, because a retry
/// would show the page again.
public typealias OpenIDLoginPage =
  @MainActor @Sendable (_ loginURL: URL, _ redirectURL: URL) async throws -> URL?

/// Users of an OpenID provider, signed in by the gateway (authorization code flow).
///
/// The authenticator stores tokens and renews an expired session with the refresh token; if that
/// fails, for instance because the provider is down, with the ID token as long as it is valid. It
/// shows the login page only when neither is possible.
public actor OpenIDConnectAuthenticator: Authenticator {
  private let store: any OpenIDTokenStore
  private let provider: String?
  private let showPage: OpenIDLoginPage
  private var logins: [URL: SharedTask<OpenIDTokens>] = [:]
  /// The gateways that replications have asked for, by database.
  private var gateways: [URL: GatewayEndpoint] = [:]

  /// Creates an authenticator for any number of gateways.
  ///
  /// - Parameters:
  ///   - store: stores the tokens.
  ///   - provider: the provider's name in the gateway's configuration; `nil` for the default one.
  ///   - showPage: shows the login page.
  public init(
    store: any OpenIDTokenStore = MemoryTokenStore(), provider: String? = nil,
    showPage: @escaping OpenIDLoginPage
  ) {
    self.store = store
    self.provider = provider
    self.showPage = showPage
  }

  /// Returns the session of the last login, or its ID token.
  ///
  /// Logs in when there is neither, or the session has expired.
  public func credentials(for gateway: GatewayEndpoint) async throws -> GatewayCredentials {
    gateways[gateway.database] = gateway
    if let tokens = try await store.tokens(for: gateway.database),
      !(tokens.session?.hasExpired(at: gateway.clock.now) ?? false)
    {
      return tokens.credentials
    }
    return try await logIn(to: gateway)
  }

  /// Returns the result of a refresh or of a new login.
  public func credentials(
    replacing refused: GatewayCredentials, for gateway: GatewayEndpoint
  ) async throws -> GatewayCredentials? {
    // Another replication may have renewed the tokens meanwhile.
    if let tokens = try await store.tokens(for: gateway.database), tokens.credentials != refused {
      return tokens.credentials
    }
    return try await logIn(to: gateway)
  }

  /// Stores the new expiry of a session.
  public func learned(_ session: GatewaySession, from gateway: GatewayEndpoint) async {
    guard var tokens = try? await store.tokens(for: gateway.database),
      tokens.session?.id == session.id
    else { return }
    tokens.session = session
    // If this fails, the only cost is one more refresh.
    try? await store.save(tokens, for: gateway.database)
  }

  /// Returns the tokens of a gateway's database, for an app that shows whose they are.
  ///
  /// - Throws: the store's error.
  public func tokens(for database: URL) async throws -> OpenIDTokens? {
    try await store.tokens(for: database)
  }

  /// Deletes the tokens of a gateway's database, so that the next login shows the page.
  ///
  /// Then ends the session at the gateway, if a replication has used this authenticator there and
  /// the gateway responds within ten seconds. Stop the replications first.
  ///
  /// - Throws: the store's error.
  public func forgetTokens(for database: URL) async throws {
    let session = try? await store.tokens(for: database)?.session
    try await store.save(nil, for: database)
    if let session, let gateway = gateways[database] { await gateway.end(session) }
  }

  /// Deletes the tokens of all databases of a gateway, and ends their sessions.
  ///
  /// - Parameter server: any URL of the gateway; its path is ignored.
  /// - Throws: the store's error.
  public func forgetTokens(ofServer server: URL) async throws {
    var sessions: [(GatewayEndpoint, GatewaySession)] = []
    for database in try await store.databases() where database.isOnServer(of: server) {
      if let gateway = gateways[database],
        let session = try? await store.tokens(for: database)?.session
      {
        sessions.append((gateway, session))
      }
      try await store.save(nil, for: database)
    }
    for (gateway, session) in sessions { await gateway.end(session) }
  }

  private func logIn(to gateway: GatewayEndpoint) async throws -> GatewayCredentials {
    let login = logins[gateway.database] ?? SharedTask()
    logins[gateway.database] = login
    return try await login.value { try await self.performLogin(to: gateway) }.credentials
  }

  private func performLogin(to gateway: GatewayEndpoint) async throws -> OpenIDTokens {
    var login = OpenIDLogin(
      database: gateway.database, tokens: try await store.tokens(for: gateway.database))
    var step = login.start()
    while true {
      try Task.checkCancellation()
      switch step {
      case .refresh(let token):
        let response = try await gateway.send(
          request("_oidc_refresh").query("refresh_token", value: token))
        step = try login.refreshed(response, session: session(in: response, of: gateway))
      case .challenge:
        if let tokens = try await reopenSession(at: gateway) { return tokens }
        step = try login.challenged(
          await gateway.send(request("_oidc_challenge").query("offline", value: "true")))
      case .ask(let loginURL, let redirectURL):
        step = try login.redirected(to: await end(of: loginURL, until: redirectURL))
      case .callback(let query, let cookie):
        var request = GatewayRequest("GET", "_oidc_callback")
        request.rawQuery = query
        if let cookie { request = request.header("Cookie", value: cookie) }
        let response = try await gateway.send(request)
        step = try login.calledBack(response, session: session(in: response, of: gateway))
      case .finished(let tokens):
        try await store.save(tokens, for: gateway.database)
        return tokens
      }
    }
  }

  /// Opens a session with the stored ID token; returns `nil` when it has expired, or the gateway
  /// rejects it.
  private func reopenSession(at gateway: GatewayEndpoint) async throws -> OpenIDTokens? {
    guard var tokens = try await store.tokens(for: gateway.database), tokens.session != nil,
      IDTokenAuthenticator.isFresh(tokens.idToken, at: gateway.clock.now),
      let session = try await gateway.openSession(with: tokens.idToken)
    else { return nil }
    tokens.session = session
    try await store.save(tokens, for: gateway.database)
    return tokens
  }

  /// Shows the login page, and returns the URL at which it ended.
  private func end(of loginURL: URL, until redirectURL: URL) async throws -> URL {
    let url: URL?
    do { url = try await showPage(loginURL, redirectURL) } catch {
      try Task.checkCancellation()
      throw SyncError(ofApp: error, isRetried: false)
    }
    guard let url else { throw SyncError.login(.cancelled) }
    return url
  }

  /// Returns a request that names the provider, if the app specified one.
  private func request(_ path: String) -> GatewayRequest {
    let request = GatewayRequest("GET", path)
    return provider.map { request.query("provider", value: $0) } ?? request
  }

  private func session(
    in response: GatewayResponse, of gateway: GatewayEndpoint
  ) -> GatewaySession? {
    let id = (try? response.json())?["session_id"]?.string
    return id.flatMap { gateway.session(in: response, id: $0) }
  }
}
