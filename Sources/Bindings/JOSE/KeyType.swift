/// The type of a key: its family, and its size or curve.
public enum KeyType: Sendable, Equatable {
  /// RSA; the length of the modulus in bits.
  case rsa(bits: Int)
  /// An elliptic curve.
  case ellipticCurve(EllipticCurve)
  /// The Edwards curve Ed25519 (RFC 8037 2).
  case ed25519

  /// The minimum length for RSA signatures, in bits (RFC 7518 3.3 and 3.5).
  public static let minimumRSABits = 2_048

  /// Checks that the key fits an algorithm.
  ///
  /// - Throws: `JOSEError.unsuitableKey`.
  func check(for algorithm: SigningAlgorithm) throws(JOSEError) {
    switch (self, algorithm) {
    case (.ed25519, .edDSA): break
    case (.rsa(let bits), _) where algorithm.curve == nil && algorithm != .edDSA:
      if bits < Self.minimumRSABits {
        throw .unsuitableKey(
          "\(algorithm.rawValue) needs at least \(Self.minimumRSABits) bits, this key has \(bits)")
      }
    case (.ellipticCurve(let curve), _) where algorithm.curve != nil:
      if let needed = algorithm.curve, curve != needed {
        throw .unsuitableKey(
          "\(algorithm.rawValue) needs \(needed.rawValue), this key is on \(curve.rawValue)")
      }
    default:
      throw .unsuitableKey(
        "\(algorithm.rawValue) needs \(Self.name(of: algorithm)), this one is \(name)")
    }
  }

  private var name: String {
    switch self {
    case .rsa: "RSA"
    case .ellipticCurve: "elliptic curve"
    case .ed25519: "Ed25519"
    }
  }

  private static func name(of algorithm: SigningAlgorithm) -> String {
    if algorithm == .edDSA { return "an Ed25519 key" }
    return algorithm.curve == nil ? "an RSA key" : "an elliptic curve key"
  }
}

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
