import Foundation
public import JSON

extension OAuthClient {
  /// Logs in from beginning to end: stored credentials if they are good, else through a browser.
  ///
  /// - Parameter agent: shows the login page.
  /// - Returns: good credentials.
  /// - Throws: why there are none; `.cancelled` when the login or the calling task was cancelled.
  public func logIn(with agent: any UserAgent) async throws(ClientError) -> Credentials {
    if state.credentials == nil { try await start(.interactive) }
    if state.credentials != nil {
      do throws(ClientError) {
        return try await credentials()
      } catch {
        // What was there is good for nothing, but the login page may help.
        guard error.requiresLogin else { throw error }
        try await start(.interactive)
      }
    }
    if case .authorizing(let url, let redirectURI) = state {
      do {
        let redirect = try await agent.open(url, until: redirectURI)
        try await handleRedirect(redirect)
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
      // Nobody is left to show the page that this login waits for.
      cancel(.byProgram)
      throw .cancelled
    }
    switch state {
    case .cancelled: throw .cancelled
    default: return try await credentials()
    }
  }

  /// A browser that failed ends the login, unless that is over already.
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

  /// What the provider tells about the user (OpenID Connect Core 5.3).
  ///
  /// - Throws: what `credentials()` throws; `.idToken(.subject)` when the answer is about somebody
  ///   else (5.3.2), `.status` or `.malformedAnswer` for an answer that is none.
  public func userInfo() async throws(ClientError) -> JSONObject {
    let credentials = try await credentials()
    guard let endpoint = try await connection.metadata().userInfoEndpoint,
      let accessToken = credentials.accessToken
    else { throw .configuration("there is no userinfo endpoint, or no access token for it") }
    let answer = try await connection.json(from: endpoint, .userInfo, bearer: accessToken)
    guard let claims = answer.object, let subject = claims["sub"]?.string else {
      throw .malformedAnswer(.userInfo, "it has no 'sub'")
    }
    if let expected = credentials.subject, subject != expected { throw .idToken(.subject) }
    return claims
  }
}
