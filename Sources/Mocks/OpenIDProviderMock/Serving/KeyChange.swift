/// A change to an issuer's signing keys (OpenID Connect Core 10.1.1).
public enum KeyChange: Sendable, Equatable {
  /// New keys sign from now on; the old ones stay published, or are removed, which invalidates all
  /// tokens signed with them.
  case rotate(keepingOld: Bool)
  /// New keys sign from now on, but `jwks_uri` doesn't publish them yet.
  case rotateBeforePublishing
  /// `jwks_uri` publishes new keys, but the old ones still sign, as at careful providers.
  case announce
  /// `jwks_uri` publishes all keys, and the newest sign.
  case publish
  /// The keys of this name are removed from `jwks_uri` and no longer sign.
  case drop(keyID: String)
  /// Only the newest keys remain.
  case retireOld
  /// Tokens and published keys have no `kid` any more.
  case leaveOutKeyIDs
}
