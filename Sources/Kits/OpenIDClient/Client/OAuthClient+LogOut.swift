import DocgenClocks
import DocgenHTTPClient
import DocgenJOSE
public import Foundation

extension OAuthClient {
  /// Logs out: deletes the credentials, revokes the tokens, and ends the provider's session.
  ///
  /// The client always deletes the credentials, before anything else. Errors concern the provider
  /// only; if the store couldn't delete them, `storageProblem` says so.
  ///
  /// ```swift runnable setup=kit
  /// let client = OAuthClient(
  ///   provider: .discovered(issuer: issuer),
  ///   settings: ClientSettings(
  ///     clientID: "travel-app",
  ///     redirectURI: URL(string: "com.example.travel:/login")!))
  /// _ = try await client.logIn(with: browser)
  /// try await client.logOut()
  /// print(await client.state.name)
  /// ```
  ///
  /// ```output
  /// cancelled
  /// ```
  ///
  /// - Parameters:
  ///   - revoking: whether to revoke the tokens (RFC 7009), if the provider has a revocation
  ///     endpoint.
  ///   - agent: shows the provider's logout page (OpenID Connect RP-Initiated Logout 1.0); without
  ///     it, the session in the browser continues.
  ///   - redirectURI: the URL that the logout page redirects to, registered as
  ///     `post_logout_redirect_uri`. Always pass it on iOS: the sheet closes only at a redirect.
  /// - Throws: `ClientError.illegalCall` while a login is in progress; `.cancelled` when the user
  ///   closed the logout page, so that the provider's session continues; the reason why the
  ///   provider didn't revoke the tokens or end the session.
  public func logOut(
    revoking: Bool = true, with agent: (any UserAgent)? = nil, returningTo redirectURI: URL? = nil
  ) async throws(ClientError) {
    let known = machine.state.credentials
    let isUnread = machine.isBusy || storageProblem != nil
    let effects = try machine.logOut()
    stopWorking()
    carryOut(effects)
    let stored = try? await deletion?.value
    await storedChanges()
    guard let known = known ?? (isUnread ? stored : nil), revoking || agent != nil else { return }
    // If another process renewed the tokens since, revoking the old ones would have no effect.
    let credentials = stored.flatMap { $0.succeed(known) ? $0 : nil } ?? known
    let metadata = try await connection.metadata()
    var problem: ClientError?
    if revoking {
      do throws(ClientError) { try await revoke(credentials, at: metadata) } catch {
        problem = error
      }
    }
    if Task.isCancelled { throw problem ?? .cancelled }
    // Tokens that weren't revoked are no reason to leave the provider's session open.
    if let agent, let endpoint = metadata.endSessionEndpoint {
      do throws(ClientError) {
        try await endSession(credentials, at: endpoint, with: agent, returningTo: redirectURI)
      } catch {
        problem = problem ?? error
      }
    }
    if let problem { throw problem }
  }

  /// Revokes the refresh token, and with it its access tokens (RFC 7009 2.1).
  private func revoke(
    _ credentials: Credentials, at metadata: ProviderMetadata
  ) async throws(ClientError) {
    guard let endpoint = metadata.revocationEndpoint else { return }
    let token: String
    let hint: String
    if let refreshToken = credentials.refreshToken {
      (token, hint) = (refreshToken, "refresh_token")
    } else if let accessToken = credentials.accessToken {
      (token, hint) = (accessToken, "access_token")
    } else {
      return
    }
    let response = try await connection.send(
      TokenRequest(settings: settings).revoke(token, hint: hint, at: endpoint))
    guard response.isSuccess else { throw .status(.revocation, response.status) }
  }

  private func endSession(
    _ credentials: Credentials, at endpoint: URL, with agent: any UserAgent,
    returningTo redirectURI: URL?
  ) async throws(ClientError) {
    let state = Base64URL.encode(random.bytes(32))
    var pairs: [(name: String, value: String)] = [("client_id", settings.clientID)]
    if let idToken = credentials.idToken { pairs.append(("id_token_hint", idToken)) }
    if let redirectURI {
      pairs.append(("post_logout_redirect_uri", redirectURI.absoluteString))
      pairs.append(("state", state))
    }
    guard let url = endpoint.adding(FormParameters(pairs)) else {
      throw .configuration("the logout endpoint's address takes no parameters")
    }
    let redirect: Redirect
    do {
      redirect = try await agent.open(url, until: redirectURI)
    } catch is CancellationError {
      throw .cancelled
    } catch {
      throw .browser("\(error)")
    }
    guard let redirectURI else { return }
    try RedirectMatch.check(redirect.url, redirectURI: redirectURI)
    let query = redirect.url.query(percentEncoded: true) ?? ""
    guard FormParameters(decoding: query)["state"] == state else { throw .stateMismatch }
  }
}
