import DocgenClocks
import DocgenHTTPClient
import DocgenJSON
import Foundation

/// Exchanges codes and refresh tokens for validated credentials.
struct CredentialsMaker: Sendable {
  let settings: ClientSettings
  let connection: ProviderConnection
  let clock: any WallClock

  /// Returns the credentials for a successful authorization response.
  func complete(
    _ response: AuthorizationResponse, to request: AuthorizationRequest
  ) async throws(ClientError) -> Credentials {
    var tokens = response.tokens
    var token: CheckedIDToken?
    var compact = response.idToken
    if let front = response.idToken {
      // The token came through the browser, without a `Date` of the provider.
      token = try await check(
        front, from: request.metadata,
        expectations: .init(
          nonce: request.secrets.nonce, accessToken: response.tokens?.accessToken,
          code: response.code, requiresHashes: true), sentAt: nil)
    }
    if let code = response.code, let endpoint = request.metadata.tokenEndpoint {
      let response = try await connection.send(
        TokenRequest(settings: settings).exchange(code, of: request, at: endpoint))
      let traded = try TokenResponse(status: response.status, body: response.body)
      tokens = traded
      if let back = traded.idToken {
        // Core 3.3.3.6: both tokens of a hybrid flow are about one user.
        token = try await check(
          back, from: request.metadata,
          expectations: .init(
            nonce: request.secrets.nonce, accessToken: traded.accessToken,
            subject: token?.claims.subject), sentAt: response.date)
        compact = back
      }
    }
    // These response types always include an ID token (Core 3.1.3.3).
    let isDue = request.usesOpenID && !request.responseType.isDisjoint(with: [.code, .idToken])
    if token == nil, isDue { throw .idToken(.missing) }
    let nonce = request.usesOpenID ? request.secrets.nonce : nil
    return credentials(from: tokens, idToken: compact, checked: token, nonce: nonce, after: nil)
  }

  /// Returns new credentials for a refresh token (RFC 6749 6, OpenID Connect Core 12).
  func renew(_ old: Credentials) async throws(ClientError) -> Credentials {
    let metadata = try await connection.metadata()
    guard let refreshToken = old.refreshToken, let endpoint = metadata.tokenEndpoint else {
      throw .expired
    }
    let response = try await connection.send(
      TokenRequest(settings: settings).refresh(refreshToken, at: endpoint))
    let tokens = try TokenResponse(status: response.status, body: response.body)
    var token: CheckedIDToken?
    // Credentials that an earlier version has stored have no nonce, but their first token may.
    let nonce = old.nonce ?? old.claims?.claims["nonce"]?.string
    if let compact = tokens.idToken {
      token = try await check(
        compact, from: metadata,
        expectations: .init(
          nonce: nonce, allowsMissingNonce: true, accessToken: tokens.accessToken,
          subject: old.subject), sentAt: response.date)
    }
    return credentials(
      from: tokens, idToken: tokens.idToken, checked: token, nonce: nonce, after: old)
  }

  /// Validates an ID token by the device's clock, or by the provider's if the device's is wrong.
  ///
  /// - Parameter sentAt: the `Date` of the token response. If it is `nil` and the token seems too
  ///   old or too new, this method asks the provider for the time. Both come over the connection
  ///   that is trusted for keys and tokens, so an expired token stays expired.
  private func check(
    _ compact: String, from metadata: ProviderMetadata,
    expectations: IDTokenValidator.Expectations, sentAt: Date?
  ) async throws(ClientError) -> CheckedIDToken {
    let here = clock.now
    let leeway = settings.leeway.timeInterval
    let lag = sentAt.map { $0.timeIntervalSince(here) }.flatMap { abs($0) > leeway ? $0 : nil }
    do {
      let claims = try await check(compact, from: metadata, expectations: expectations, now: here)
      return CheckedIDToken(claims: claims, lag: lag ?? 0)
    } catch {
      guard case .idToken(let problem) = error, problem.isOfTime,
        let lag = sentAt == nil ? await connection.clockLag(from: metadata) : lag
      else { throw error }
      let claims = try await check(
        compact, from: metadata, expectations: expectations, now: here + lag)
      return CheckedIDToken(claims: claims, lag: lag)
    }
  }

  private func check(
    _ compact: String, from metadata: ProviderMetadata,
    expectations: IDTokenValidator.Expectations, now: Date
  ) async throws(ClientError) -> IDToken {
    switch settings.idTokenChecks {
    case .full:
      return try await connection.validated(
        compact, from: metadata, expectations: expectations, now: now)
    case .none:
      do throws(IDTokenProblem) {
        let token = try IDToken(parsing: compact)
        var expectations = expectations
        expectations.allowsMissingNonce = true
        guard expectations.matchesNonce(of: token) else { throw .nonce }
        if let subject = expectations.subject, token.subject != subject { throw .subject }
        return token
      } catch {
        throw .idToken(error)
      }
    }
  }

  private func credentials(
    from tokens: TokenResponse?, idToken compact: String?, checked token: CheckedIDToken?,
    nonce: String?, after old: Credentials?
  ) -> Credentials {
    let now = clock.now
    let expiries = [tokens?.expiresIn.map { now + $0 }, token?.expiry].compactMap(\.self)
    return Credentials(
      accessToken: tokens?.accessToken, refreshToken: tokens?.refreshToken ?? old?.refreshToken,
      idToken: compact ?? old?.idToken, subject: token?.claims.subject ?? old?.subject,
      nonce: nonce,
      scope: tokens?.scope ?? old?.scope ?? settings.scope, issuedAt: now, expiry: expiries.min())
  }
}

/// A validated ID token.
private struct CheckedIDToken {
  let claims: IDToken
  /// The seconds by which the device's clock is behind the provider's; 0 within the leeway.
  let lag: TimeInterval

  /// The time when the token expires, by the device's clock.
  var expiry: Date { claims.expiry - lag }
}
