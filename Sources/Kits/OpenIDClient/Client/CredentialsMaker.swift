import Clocks
import Foundation
import HTTPClient
import JSON

/// Trades codes and refresh tokens for checked credentials.
struct CredentialsMaker: Sendable {
  let settings: ClientSettings
  let connection: ProviderConnection
  let clock: any WallClock

  /// Credentials for the good answer of a login page.
  func complete(
    _ answer: AuthorizationAnswer, to request: AuthorizationRequest
  ) async throws(ClientError) -> Credentials {
    var tokens = answer.tokens
    var token: CheckedIDToken?
    var compact = answer.idToken
    if let front = answer.idToken {
      // A browser brought it, and no date of the provider's.
      token = try await check(
        front, from: request.metadata,
        .init(
          nonce: request.secrets.nonce, accessToken: answer.tokens?.accessToken,
          code: answer.code, requiresHashes: true), sentAt: nil)
    }
    if let code = answer.code, let endpoint = request.metadata.tokenEndpoint {
      let response = try await connection.send(
        TokenRequest(settings: settings).exchange(code, of: request, at: endpoint))
      let traded = try TokenResponse(status: response.status, body: response.body)
      tokens = traded
      if let back = traded.idToken {
        // Core 3.3.3.6: both tokens of a hybrid flow are about one user.
        token = try await check(
          back, from: request.metadata,
          .init(
            nonce: request.secrets.nonce, accessToken: traded.accessToken,
            subject: token?.claims.subject), sentAt: response.date)
        compact = back
      }
    }
    // Of these an ID token is always due (Core 3.1.3.3).
    let isDue = request.usesOpenID && !request.responseType.isDisjoint(with: [.code, .idToken])
    if token == nil, isDue { throw .idToken(.missing) }
    return credentials(tokens, compact, token, after: nil)
  }

  /// Credentials for a refresh token (RFC 6749 6, OpenID Connect Core 12).
  func renew(_ old: Credentials) async throws(ClientError) -> Credentials {
    let metadata = try await connection.metadata()
    guard let refreshToken = old.refreshToken, let endpoint = metadata.tokenEndpoint else {
      throw .expired
    }
    let response = try await connection.send(
      TokenRequest(settings: settings).refresh(refreshToken, at: endpoint))
    let tokens = try TokenResponse(status: response.status, body: response.body)
    var token: CheckedIDToken?
    if let compact = tokens.idToken {
      token = try await check(
        compact, from: metadata, .init(accessToken: tokens.accessToken, subject: old.subject),
        sentAt: response.date)
    }
    return credentials(tokens, tokens.idToken, token, after: old)
  }

  /// Checks an ID token by the device's clock, and where that is wrong by the provider's.
  ///
  /// - Parameter sentAt: the provider's `Date` with the token; without one the provider is asked when
  ///   the token seems too old or too new. Either comes over a connection that is trusted for keys and
  ///   tokens, so an old token is old by it too.
  private func check(
    _ compact: String, from metadata: ProviderMetadata,
    _ expectations: IDTokenValidator.Expectations, sentAt: Date?
  ) async throws(ClientError) -> CheckedIDToken {
    let here = clock.now
    let leeway = settings.leeway.timeInterval
    let lag = sentAt.map { $0.timeIntervalSince(here) }.flatMap { abs($0) > leeway ? $0 : nil }
    do {
      let claims = try await check(compact, from: metadata, expectations, now: here)
      return CheckedIDToken(claims: claims, lag: lag ?? 0)
    } catch {
      guard case .idToken(let problem) = error, problem.isOfTime,
        let lag = sentAt == nil ? await connection.clockLag(from: metadata) : lag
      else { throw error }
      let claims = try await check(compact, from: metadata, expectations, now: here + lag)
      return CheckedIDToken(claims: claims, lag: lag)
    }
  }

  private func check(
    _ compact: String, from metadata: ProviderMetadata,
    _ expectations: IDTokenValidator.Expectations, now: Date
  ) async throws(ClientError) -> IDToken {
    switch settings.idTokenChecks {
    case .full:
      return try await connection.validated(
        compact, from: metadata, expectations: expectations, now: now)
    case .none:
      do throws(IDTokenProblem) {
        let token = try IDToken(parsing: compact)
        let nonce = token.claims["nonce"]?.string
        if let expected = expectations.nonce, let nonce, nonce != expected { throw .nonce }
        if let subject = expectations.subject, token.subject != subject { throw .subject }
        return token
      } catch {
        throw .idToken(error)
      }
    }
  }

  private func credentials(
    _ tokens: TokenResponse?, _ compact: String?, _ token: CheckedIDToken?,
    after old: Credentials?
  ) -> Credentials {
    let now = clock.now
    let expiries = [tokens?.expiresIn.map { now + $0 }, token?.expiry].compactMap(\.self)
    return Credentials(
      accessToken: tokens?.accessToken, refreshToken: tokens?.refreshToken ?? old?.refreshToken,
      idToken: compact ?? old?.idToken, subject: token?.claims.subject ?? old?.subject,
      scope: tokens?.scope ?? old?.scope ?? settings.scope, issuedAt: now, expiry: expiries.min())
  }
}

/// An ID token that was checked.
private struct CheckedIDToken {
  let claims: IDToken
  /// How many seconds the device's clock is behind the provider's; 0 where it is right enough.
  let lag: TimeInterval

  /// When it runs out, by the device's clock.
  var expiry: Date { claims.expiry - lag }
}
