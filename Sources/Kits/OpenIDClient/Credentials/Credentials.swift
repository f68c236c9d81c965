public import Foundation

/// The tokens of a login, and when they expire.
///
/// Descriptions, also in debuggers and dumps, contain no token. The encoded form contains all of
/// them.
///
/// ```swift runnable
/// import Foundation
///
/// let now = Date(timeIntervalSince1970: 1_790_000_000)
/// let credentials = Credentials(
///   accessToken: "at", refreshToken: "rt", issuedAt: now, expiry: now + 3_600)
/// print(credentials.isExpired(at: now), credentials.isExpired(at: now + 3_600))
/// print(credentials)
/// ```
///
/// ```output
/// false true
/// credentials of somebody (access token, refresh token, until 2026-09-21T15:13:20Z)
/// ```
public struct Credentials: Sendable, Equatable, Codable {
  private enum CodingKeys: String, CodingKey {
    case accessToken = "access_token"
    case refreshToken = "refresh_token"
    case idToken = "id_token"
    case subject = "sub"
    case nonce, scope
    case issuedAt = "issued_at"
    case expiry = "expires_at"
  }

  /// The access token; `nil` when only an ID token was requested.
  public var accessToken: String?
  /// The refresh token; `nil` when the provider issued none.
  public var refreshToken: String?
  /// The ID token in compact form; `nil` for plain OAuth 2.0.
  ///
  /// The ID token may have expired: a provider may return none on a refresh (OpenID Connect Core
  /// 12.2), and the client then keeps the previous one.
  public var idToken: String?
  /// The user, `sub` of the ID token.
  public var subject: String?
  /// The nonce of the login, which a refreshed ID token may repeat (OpenID Connect Core 12.2).
  public var nonce: String?
  /// The scopes of the access token.
  public var scope: [String]
  /// The time when the client received the tokens.
  public var issuedAt: Date
  /// The time when the first token expires; `nil` for never.
  ///
  /// After a refresh without a new ID token, the old ID token's expiry no longer counts.
  public var expiry: Date?

  /// Creates credentials from their values.
  public init(
    accessToken: String?, refreshToken: String? = nil, idToken: String? = nil,
    subject: String? = nil, nonce: String? = nil, scope: [String] = [], issuedAt: Date,
    expiry: Date?
  ) {
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.idToken = idToken
    self.subject = subject
    self.nonce = nonce
    self.scope = scope
    self.issuedAt = issuedAt
    self.expiry = expiry
  }

  /// The claims of the ID token, without validating it again.
  public var claims: IDToken? { idToken.flatMap { try? IDToken(parsing: $0) } }

  /// Returns whether the credentials have expired.
  ///
  /// ```swift runnable
  /// import Foundation
  ///
  /// let now = Date(timeIntervalSince1970: 1_790_000_000)
  /// let credentials = Credentials(accessToken: "at", issuedAt: now, expiry: now + 60)
  /// print(credentials.isExpired(at: now + 59), credentials.isExpired(at: now + 60))
  /// ```
  ///
  /// ```output
  /// false true
  /// ```
  public func isExpired(at now: Date) -> Bool { expiry.map { $0 <= now } ?? false }

  /// Returns how many seconds the credentials stay valid; `nil` for ever.
  public func lifetime(at now: Date) -> TimeInterval? { expiry.map { $0.timeIntervalSince(now) } }

  /// Returns when to refresh: `ahead` seconds before expiry, but not in the first half of the
  /// lifetime.
  func refreshTime(ahead: TimeInterval) -> Date? {
    guard refreshToken != nil, let expiry else { return nil }
    return expiry - min(ahead, max(0, expiry.timeIntervalSince(issuedAt)) / 2)
  }
}

extension Credentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The kinds of token, their user, and when they expire.
  public var description: String {
    let tokens = [
      accessToken.map { _ in "access token" }, refreshToken.map { _ in "refresh token" },
      idToken.map { _ in "ID token" },
    ].compactMap { $0 }.joined(separator: ", ")
    let until = expiry.map { ", until \($0.formatted(.iso8601))" } ?? ""
    return "credentials of \(subject ?? "somebody") (\(tokens)\(until))"
  }

  /// The same as `description`.
  public var debugDescription: String { description }

  /// A mirror without tokens.
  public var customMirror: Mirror {
    Mirror(self, children: ["summary": description])
  }
}
