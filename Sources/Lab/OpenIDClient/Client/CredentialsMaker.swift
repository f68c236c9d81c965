import Foundation
import HTTPClient
import JSON
import LabEnvironment

/// Trades codes and refresh tokens for checked credentials.
struct CredentialsMaker: Sendable {
  let settings: ClientSettings
  let connection: ProviderConnection
  let clock: any LabClock

  /// Credentials for the good answer of a login page.
  func complete(
    _ answer: AuthorizationAnswer, to request: AuthorizationRequest
  ) async throws(ClientError) -> Credentials {
    var tokens = answer.tokens
    var token: IDToken?
    var compact = answer.idToken
    if let front = answer.idToken {
      token = try await check(
        front, from: request.metadata,
        .init(
          nonce: request.secrets.nonce, accessToken: answer.tokens?.accessToken,
          code: answer.code, requiresHashes: true))
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
            subject: token?.subject))
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
    var token: IDToken?
    if let compact = tokens.idToken {
      token = try await check(
        compact, from: metadata, .init(accessToken: tokens.accessToken, subject: old.subject))
    }
    return credentials(tokens, tokens.idToken, token, after: old)
  }

  private func check(
    _ compact: String, from metadata: ProviderMetadata,
    _ expectations: IDTokenValidator.Expectations
  ) async throws(ClientError) -> IDToken {
    switch settings.idTokenChecks {
    case .full:
      return try await connection.validated(compact, from: metadata, expectations: expectations)
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
    _ tokens: TokenResponse?, _ compact: String?, _ token: IDToken?, after old: Credentials?
  ) -> Credentials {
    let now = clock.now
    let expiries = [tokens?.expiresIn.map { now + $0 }, token?.expiry].compactMap { $0 }
    return Credentials(
      accessToken: tokens?.accessToken, refreshToken: tokens?.refreshToken ?? old?.refreshToken,
      idToken: compact ?? old?.idToken, subject: token?.subject ?? old?.subject,
      scope: tokens?.scope ?? old?.scope ?? settings.scope, issuedAt: now, expiry: expiries.min())
  }
}
