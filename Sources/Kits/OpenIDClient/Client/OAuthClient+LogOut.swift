import Clocks
public import Foundation
import HTTPClient
import JOSE

extension OAuthClient {
  /// Logs out: forgets the credentials, ends them at the provider, and the provider's session too.
  ///
  /// The credentials are forgotten in any case and first of all; what is thrown concerns the
  /// provider only.
  ///
  /// - Parameters:
  ///   - revoking: whether the provider is told to end the tokens (RFC 7009), where it can be.
  ///   - agent: shows the provider's logout page (OpenID Connect RP-Initiated Logout 1.0); without
  ///     one the session in the browser goes on.
  ///   - redirectURI: where that page leads, registered as `post_logout_redirect_uri`.
  /// - Throws: `ClientError.illegalCall` while a login is under way; what kept the provider from
  ///   ending tokens or session.
  public func logOut(
    revoking: Bool = true, with agent: (any UserAgent)? = nil, returningTo redirectURI: URL? = nil
  ) async throws(ClientError) {
    let known = machine.state.credentials
    let effects = try machine.logOut()
    stopWorking()
    carryOut(effects)
    let stored = try? await deletion?.value
    await storedChanges()
    guard let known, revoking || agent != nil else { return }
    // Another process may have renewed them since, and to end their predecessors would end nothing.
    let credentials = stored.flatMap { $0.succeed(known) ? $0 : nil } ?? known
    let metadata = try await connection.metadata()
    if revoking { try await revoke(credentials, at: metadata) }
    if let agent, let endpoint = metadata.endSessionEndpoint {
      try await endSession(credentials, at: endpoint, with: agent, returningTo: redirectURI)
    }
  }

  /// A refresh token takes its access tokens along (RFC 7009 2.1).
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
    let answer = try await connection.send(
      TokenRequest(settings: settings).revoke(token, hint: hint, at: endpoint))
    guard answer.isSuccess else { throw .status(.revocation, answer.status) }
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
    } catch {
      throw .browser("\(error)")
    }
    guard let redirectURI else { return }
    guard RedirectMatch.matches(redirect.url, redirectURI) else { throw .notTheRedirect }
    let query = redirect.url.query(percentEncoded: true) ?? ""
    guard FormParameters(decoding: query)["state"] == state else { throw .stateMismatch }
  }
}
