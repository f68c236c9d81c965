import Clocks
public import Foundation

/// Users of an OpenID provider, signed in by the gateway (authorization code flow).
///
///     let authenticator = OpenIDConnectAuthenticator { loginURL, redirectURL, continuation in
///       present(LoginScreen(loginURL, until: redirectURL, then: continuation))
///     }
///
/// The login page is shown only when nothing else helps: tokens are kept, and a session that has run
/// out is renewed with the refresh token.
public actor OpenIDConnectAuthenticator: Authenticator {
  private let store: any OpenIDTokenStore
  private let provider: String?
  private let callback: OpenIDLoginCallback
  private let report: @Sendable (LoginContinuation.Misuse) -> Void
  private var logins: [URL: JoinedWork<OpenIDTokens>] = [:]

  /// An authenticator for any number of gateways.
  ///
  /// - Parameters:
  ///   - store: where tokens are kept.
  ///   - provider: the provider's name in the gateway's configuration; `nil` for the default one.
  ///   - onMisuse: told when the app forgets a continuation or calls it twice; without it a line on
  ///     standard error says so.
  ///   - callback: shows the login page.
  public init(
    store: any OpenIDTokenStore = MemoryTokenStore(), provider: String? = nil,
    onMisuse: (@Sendable (LoginContinuation.Misuse) -> Void)? = nil,
    callback: @escaping OpenIDLoginCallback
  ) {
    self.store = store
    self.provider = provider
    self.callback = callback
    report =
      onMisuse ?? { misuse in
        try? FileHandle.standardError.write(
          contentsOf: Data("SyncClient: \(misuse.rawValue)\n".utf8))
      }
  }

  /// The session of the latest login, else its ID token; logs in when there is neither, or the
  /// session's time is over.
  public func credentials(for gateway: GatewayEndpoint) async throws -> Credentials {
    if let tokens = try await store.tokens(for: gateway.database),
      !(tokens.session?.hasExpired(at: gateway.clock.now) ?? false)
    {
      return tokens.credentials
    }
    return try await logIn(to: gateway)
  }

  /// What a refresh gives, or a new login.
  public func credentials(
    replacing refused: Credentials, for gateway: GatewayEndpoint
  ) async throws -> Credentials? {
    // Another replication may have renewed them meanwhile.
    if let tokens = try await store.tokens(for: gateway.database), tokens.credentials != refused {
      return tokens.credentials
    }
    return try await logIn(to: gateway)
  }

  /// Keeps the new end of a session.
  public func learned(_ session: GatewaySession, from gateway: GatewayEndpoint) async {
    guard var tokens = try? await store.tokens(for: gateway.database),
      tokens.session?.id == session.id
    else { return }
    tokens.session = session
    // Not kept, it costs one refresh more.
    try? await store.keep(tokens, for: gateway.database)
  }

  /// The tokens of a gateway's database, for an app that wants to show whose they are.
  ///
  /// - Throws: what the store throws.
  public func tokens(for database: URL) async throws -> OpenIDTokens? {
    try await store.tokens(for: database)
  }

  /// Forgets the tokens of a gateway's database, so that the next login shows the page.
  ///
  /// - Throws: what the store throws.
  public func forgetTokens(for database: URL) async throws {
    try await store.keep(nil, for: database)
  }

  /// Forgets the tokens of all databases of a gateway.
  ///
  /// - Parameter server: any address of the gateway; its path doesn't matter.
  /// - Throws: what the store throws.
  public func forgetTokens(ofServer server: URL) async throws {
    for database in try await store.databases() where database.isOnServer(of: server) {
      try await store.keep(nil, for: database)
    }
  }

  private func logIn(to gateway: GatewayEndpoint) async throws -> Credentials {
    let login = logins[gateway.database] ?? JoinedWork()
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
        let answer = try await gateway.send(request("_oidc_refresh").query("refresh_token", token))
        step = try login.refreshed(answer, session: session(in: answer, of: gateway))
        if login.tokens == nil { try await store.keep(nil, for: gateway.database) }
      case .challenge:
        step = try login.challenged(
          await gateway.send(request("_oidc_challenge").query("offline", "true")))
      case .ask(let loginURL, let redirectURL):
        let url = try await LoginContinuation.wait(
          for: callback, loginURL: loginURL, redirectURL: redirectURL, report: report)
        step = try login.redirected(to: url)
      case .callback(let query, let cookie):
        var request = GatewayRequest("GET", "_oidc_callback")
        request.rawQuery = query
        if let cookie { request = request.header("Cookie", cookie) }
        let answer = try await gateway.send(request)
        step = try login.calledBack(answer, session: session(in: answer, of: gateway))
      case .finished(let tokens):
        try await store.keep(tokens, for: gateway.database)
        return tokens
      }
    }
  }

  /// A request that names the provider, if the app did.
  private func request(_ path: String) -> GatewayRequest {
    let request = GatewayRequest("GET", path)
    return provider.map { request.query("provider", $0) } ?? request
  }

  private func session(
    in answer: GatewayAnswer, of gateway: GatewayEndpoint
  ) -> GatewaySession? {
    let id = (try? answer.json())?["session_id"]?.string
    return id.flatMap { gateway.session(in: answer, id: $0) }
  }
}
