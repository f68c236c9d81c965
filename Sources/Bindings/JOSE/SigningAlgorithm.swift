public import DocgenHashing

/// The asymmetric signature algorithms of JSON Web Algorithms (RFC 7518 3.1, RFC 8037 3.1).
///
/// Contains neither `none` nor the `HS` family, so no token can make a verifier use them.
public enum SigningAlgorithm: String, Sendable, CaseIterable {
  /// RSASSA-PKCS1-v1_5 with SHA-256; every OpenID provider must support it.
  case rs256 = "RS256"
  /// RSASSA-PKCS1-v1_5 with SHA-384.
  case rs384 = "RS384"
  /// RSASSA-PKCS1-v1_5 with SHA-512.
  case rs512 = "RS512"
  /// RSASSA-PSS with SHA-256 and a salt as long as the hash.
  case ps256 = "PS256"
  /// RSASSA-PSS with SHA-384 and a salt as long as the hash.
  case ps384 = "PS384"
  /// RSASSA-PSS with SHA-512 and a salt as long as the hash.
  case ps512 = "PS512"
  /// ECDSA on P-256 with SHA-256.
  case es256 = "ES256"
  /// ECDSA on P-384 with SHA-384.
  case es384 = "ES384"
  /// ECDSA on P-521 with SHA-512.
  case es512 = "ES512"
  /// EdDSA on Ed25519.
  case edDSA = "EdDSA"

  /// Creates an algorithm from its JOSE name.
  ///
  /// - Throws: `JOSEError.unsupportedAlgorithm`.
  public init(named name: String) throws(JOSEError) {
    guard let algorithm = Self(rawValue: name) else {
      // Names come from untrusted tokens; don't repeat a long one.
      throw .unsupportedAlgorithm(String(name.prefix(24)))
    }
    self = algorithm
  }

  /// The hash to sign, also for `at_hash` and `c_hash` (OpenID Connect Core 3.1.3.6).
  ///
  /// No standard specifies it for EdDSA; clients use the hash inside Ed25519.
  public var digest: Digest {
    switch self {
    case .rs256, .ps256, .es256: .sha256
    case .rs384, .ps384, .es384: .sha384
    case .rs512, .ps512, .es512, .edDSA: .sha512
    }
  }

  /// The curve of an ECDSA algorithm, otherwise `nil`.
  public var curve: EllipticCurve? {
    switch self {
    case .es256: .p256
    case .es384: .p384
    case .es512: .p521
    default: nil
    }
  }

  /// Whether the padding is that of RSASSA-PSS.
  var usesProbabilisticPadding: Bool {
    self == .ps256 || self == .ps384 || self == .ps512
  }
}
