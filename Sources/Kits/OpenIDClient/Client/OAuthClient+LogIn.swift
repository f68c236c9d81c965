public import DocgenJSON
public import Foundation

extension OAuthClient {
  /// Logs in: uses stored credentials if they are valid, and otherwise opens the login page.
  ///
  /// If a user is logged in, no page appears. To switch accounts, call `logOut` first.
  ///
  /// ```swift runnable setup=kit
  /// let client = OAuthClient(
  ///   provider: .discovered(issuer: issuer),
  ///   settings: ClientSettings(
  ///     clientID: "travel-app",
  ///     redirectURI: URL(string: "com.example.travel:/login")!))
  /// print(try await client.logIn(with: browser).subject!)
  /// ```
  ///
  /// ```output
  /// alice
  /// ```
  ///
  /// - Parameter agent: the user agent that shows the login page.
  /// - Returns: valid credentials.
  /// - Throws: the reason why the login failed; `.cancelled` when the login or the calling task was
  ///   cancelled; `.illegalCall` while another login is in progress.
  public func logIn(with agent: any UserAgent) async throws(ClientError) -> Credentials {
    // Another caller is showing the page.
    if case .authorizing = state { throw .illegalCall("logIn", in: state.name) }
    if state.credentials == nil { try await start(.interactive) }
    if state.credentials != nil {
      do throws(ClientError) {
        return try await credentials()
      } catch {
        // The stored credentials are unusable, but the login page may help.
        guard error.requiresLogin else { throw error }
        try await start(.interactive)
      }
    }
    if case .authorizing(let url, let redirectURI) = state {
      let attempt = machine.attempt
      do {
        let redirect = try await agent.open(url, until: redirectURI)
        // Another `start` may have abandoned this page.
        guard attempt == machine.attempt else { throw ClientError.cancelled }
        try await handleRedirect(redirect)
      } catch  where isAuthorizing(after: attempt) {
        throw .cancelled
      } catch let error as ClientError {
        try report(error)
      } catch is CancellationError {
        cancel(.byUser)
      } catch  where Task.isCancelled {
        cancel(.byProgram)
      } catch {
        try report(.browser("\(error)"))
      }
    }
    if Task.isCancelled {
      // The cancelled task was going to show the login page.
      cancel(.byProgram)
      throw .cancelled
    }
    switch state {
    case .cancelled: throw .cancelled
    case .failed(let error): throw error
    default: return try await credentials()
    }
  }

  /// Whether another login than that of an attempt is in progress.
  private func isAuthorizing(after attempt: Int) -> Bool {
    switch state {
    case .authorizing, .fetchingToken: attempt != machine.attempt
    default: false
    }
  }

  /// Ends the login with the browser's error, unless the login is over already.
  private func report(_ error: ClientError) throws(ClientError) {
    guard case .authorizing = state else {
      if case .illegalCall = error { return }
      throw error
    }
    if case .browser(let reason) = error {
      try handleFailure(reason)
    } else {
      try handleFailure("\(error)")
    }
  }

  /// Returns the user's claims from the userinfo endpoint (OpenID Connect Core 5.3).
  ///
  /// ```swift runnable setup=kit
  /// let client = OAuthClient(
  ///   provider: .discovered(issuer: issuer),
  ///   settings: ClientSettings(
  ///     clientID: "travel-app",
  ///     redirectURI: URL(string: "com.example.travel:/login")!,
  ///     scope: ["openid", "email"]))
  /// _ = try await client.logIn(with: browser)
  /// print(try await client.userInfo()["sub"]!.string!)
  /// ```
  ///
  /// ```output
  /// alice
  /// ```
  ///
  /// - Throws: the errors of `credentials()`; `.status` or `.malformedResponse` when the response
  ///   isn't usable, as one about another user (5.3.2).
  public func userInfo() async throws(ClientError) -> JSONObject {
    let credentials = try await credentials()
    guard let endpoint = try await connection.metadata().userInfoEndpoint,
      let accessToken = credentials.accessToken
    else { throw .configuration("there is no userinfo endpoint, or no access token for it") }
    let response = try await connection.json(from: endpoint, source: .userInfo, bearer: accessToken)
    guard let claims = response.object, let subject = claims["sub"]?.string else {
      throw .malformedResponse(.userInfo, "it has no 'sub'")
    }
    if let expected = credentials.subject, subject != expected {
      throw .malformedResponse(.userInfo, "it is about another user")
    }
    return claims
  }
}

/// Shows the provider's pages to the user, in the app or in a browser.
public protocol UserAgent: Sendable {
  /// Opens a page and waits until the provider redirects to the app.
  ///
  /// When the calling task is cancelled, close the page and throw `CancellationError`.
  /// `OAuthClient.cancel` doesn't close the page; cancel the task that called `logIn`.
  ///
  /// - Parameters:
  ///   - url: the page.
  ///   - redirectURI: the redirect URI, by scheme, host, port and path; `nil` when the page doesn't
  ///     redirect, as a logout page may not.
  /// - Returns: the redirect, or the page at which the browser stopped.
  /// - Throws: `CancellationError` when the user closed the page; any other error when the page
  ///   failed.
  func open(_ url: URL, until redirectURI: URL?) async throws -> Redirect
}
