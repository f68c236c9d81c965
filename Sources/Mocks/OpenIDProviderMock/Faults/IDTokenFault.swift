/// A fault in the next ID token, to test that a client detects it.
///
/// The raw values are the names of the OpenID Foundation's relying-party tests, where they have
/// one.
public enum IDTokenFault: String, Sendable, CaseIterable {
  /// Another issuer.
  case invalidIssuer = "invalid-iss"
  /// Another client's audience.
  case invalidAudience = "invalid-aud"
  /// No audience.
  case missingAudience = "missing-aud"
  /// No subject.
  case missingSubject = "missing-sub"
  /// No time of issue.
  case missingIssuedAt = "missing-iat"
  /// A signature with a changed bit.
  case invalidSignature = "invalid-sig"
  /// `HS256` with the client's secret, or the empty secret, as key.
  case symmetricSignature = "invalid-sig-hs256"
  /// `alg` is `none`, and no signature.
  case unsigned = "id-token-sig-none"
  /// No `kid` in the header.
  case missingKeyID = "kid-absent"
  /// A `kid` in the header that no published key has.
  case unknownKeyID = "kid-unknown"
  /// Another nonce than the client's.
  case invalidNonce = "nonce-invalid"
  /// No nonce, though the client sent one.
  case missingNonce = "nonce-missing"
  /// A hash of another access token.
  case invalidAccessTokenHash = "invalid-at_hash"
  /// No hash of the access token.
  case missingAccessTokenHash = "missing-at_hash"
  /// A hash of another code.
  case invalidCodeHash = "invalid-c_hash"
  /// No hash of the code.
  case missingCodeHash = "missing-c_hash"
  /// Another issuer, in a refreshed token only.
  case invalidIssuerAfterRefresh = "refresh-invalid-iss"
  /// Another subject, in a refreshed token only.
  case invalidSubjectAfterRefresh = "refresh-invalid-sub"
  /// Expired an hour ago.
  case expired
  /// Issued an hour from now, and valid from then on.
  case notYetValid = "not-yet-valid"
}
