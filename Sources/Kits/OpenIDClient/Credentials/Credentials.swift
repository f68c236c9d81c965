public import Foundation

/// What a login gave: tokens, and until when they are good.
///
/// Its descriptions, also in debuggers and dumps, show no token.
public struct Credentials: Sendable, Equatable {
  /// The access token; `nil` where only an ID token was asked for.
  public var accessToken: String?
  /// The refresh token; `nil` where the provider gave none.
  public var refreshToken: String?
  /// The ID token, as it travels; `nil` for plain OAuth 2.0.
  public var idToken: String?
  /// The user, `sub` of the ID token.
  public var subject: String?
  /// What the access token is good for.
  public var scope: [String]
  /// When the tokens came.
  public var issuedAt: Date
  /// When the first of them runs out; `nil` for never.
  ///
  /// A refresh that brings no new ID token leaves the old one's expiry out of account.
  public var expiry: Date?

  /// Credentials with the given values.
  public init(
    accessToken: String?, refreshToken: String? = nil, idToken: String? = nil,
    subject: String? = nil, scope: [String] = [], issuedAt: Date, expiry: Date?
  ) {
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.idToken = idToken
    self.subject = subject
    self.scope = scope
    self.issuedAt = issuedAt
    self.expiry = expiry
  }

  /// The claims of the ID token, not checked again.
  public var claims: IDToken? { idToken.flatMap { try? IDToken(parsing: $0) } }

  /// Whether the credentials have run out.
  public func isExpired(at now: Date) -> Bool { expiry.map { $0 <= now } ?? false }

  /// How much longer the credentials are good; `nil` for ever.
  public func lifetime(at now: Date) -> TimeInterval? { expiry.map { $0.timeIntervalSince(now) } }

  /// When they should be refreshed: a while ahead, but not before half their life is over.
  func refreshTime(ahead: TimeInterval) -> Date? {
    guard refreshToken != nil, let expiry else { return nil }
    return expiry - min(ahead, max(0, expiry.timeIntervalSince(issuedAt)) / 2)
  }
}

extension Credentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Which tokens there are, whose, and until when.
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
