/// What happens to an issuer's signing keys (OpenID Connect Core 10.1.1).
public enum KeyChange: Sendable, Equatable {
  /// New keys sign from now on; the old ones stay published, or vanish at once, which breaks every
  /// token signed with them.
  case rotate(keepingOld: Bool)
  /// New keys sign from now on, but `jwks_uri` does not show them yet.
  case rotateBeforePublishing
  /// `jwks_uri` shows new keys, but the old ones go on signing, as careful providers do.
  case announce
  /// `jwks_uri` shows all keys, and the newest sign.
  case publish
  /// The keys of this name vanish from `jwks_uri`, and nothing is signed with them any more.
  case drop(keyID: String)
  /// Only the newest keys stay.
  case retireOld
  /// Tokens and published keys lose their `kid`.
  case leaveOutKeyIDs
}
