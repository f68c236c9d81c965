/// The condition for a refresh token.
public enum OfflineAccess: String, Sendable, CaseIterable {
  /// With the scope `offline_access`, or with `access_type=offline` as Sync Gateway sends it.
  case scopeOrAccessType = "scope_or_access_type"
  /// With the scope `offline_access` and `prompt=consent`; without the prompt the scope is ignored
  /// (OpenID Connect Core 11).
  case scopeWithConsent = "scope_with_consent"
  /// As `scopeWithConsent`, but without the prompt the request is refused.
  case scopeWithConsentOrError = "scope_with_consent_or_error"
  /// With `access_type=offline`, the first time or with `prompt=consent`, as at Google; always for
  /// clients without a secret. The scope `offline_access` is refused.
  case accessType = "access_type"
  /// With every code.
  case always
}

/// The format of access tokens.
public enum AccessTokenFormat: String, Sendable, CaseIterable {
  /// Random values that only the provider understands.
  case opaque
  /// Signed tokens of RFC 9068.
  case jwt
}

/// Which of several keys of an algorithm signs.
public enum KeyChoice: String, Sendable, CaseIterable {
  /// The newest.
  case newest
  /// Each in turn. There are two from the start, so clients must check `kid`.
  case inTurn = "in_turn"
}

/// The characters of codes and opaque tokens.
public enum ValueStyle: String, Sendable, CaseIterable {
  /// 43 characters of base64url.
  case plain
  /// Starts with `+ / = & %`, which break in clients that forget to encode them.
  case awkward
  /// 40 hexadecimal digits.
  case hexadecimal
}
