/// The curves of RFC 7518 6.2.1.1, by their JOSE names.
public enum EllipticCurve: String, Sendable, CaseIterable {
  /// NIST P-256, for `ES256`.
  case p256 = "P-256"
  /// NIST P-384, for `ES384`.
  case p384 = "P-384"
  /// NIST P-521, for `ES512`.
  case p521 = "P-521"

  /// The length in bytes of a coordinate, and of each half of a signature.
  public var coordinateByteCount: Int {
    switch self {
    case .p256: 32
    case .p384: 48
    case .p521: 66
    }
  }

  /// Creates a curve from any of its names in libcrypto.
  init?(openSSLName name: String) {
    switch name {
    case "prime256v1", "P-256": self = .p256
    case "secp384r1", "P-384": self = .p384
    case "secp521r1", "P-521": self = .p521
    default: return nil
    }
  }
}
