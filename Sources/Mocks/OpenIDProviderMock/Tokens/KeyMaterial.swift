import DocgenJOSE

/// The key pairs of an issuer's keys; those of the first generation, and the RSA and P-256 pairs of
/// the second, are the same on every run.
enum KeyMaterial {
  /// The type of a key pair; several algorithms share one.
  enum Kind: Hashable {
    case rsa, p256, p384, p521, ed25519

    init(of algorithm: SigningAlgorithm) {
      self =
        switch algorithm {
        case .es256: .p256
        case .es384: .p384
        case .es512: .p521
        case .edDSA: .ed25519
        case .rs256, .rs384, .rs512, .ps256, .ps384, .ps512: .rsa
        }
    }
  }

  /// The pairs of the first generations, in PEM.
  private static func fixed(_ kind: Kind) -> [String] {
    switch kind {
    case .rsa: [TestKeys.rsa, TestKeys.secondRSA]
    case .p256: [TestKeys.ellipticCurve, TestKeys.secondEllipticCurve]
    case .p384: [TestKeys.p384]
    case .p521: [TestKeys.p521]
    case .ed25519: [TestKeys.ed25519]
    }
  }

  /// Returns the key pair of a generation, counted from 1.
  static func key(_ kind: Kind, of generation: Int) throws(JOSEError) -> PrivateKey {
    let fixed = fixed(kind)
    if fixed.indices.contains(generation - 1) { return try PrivateKey(pem: fixed[generation - 1]) }
    return switch kind {
    case .rsa: try .generateRSA()
    case .p256: try .generate(on: .p256)
    case .p384: try .generate(on: .p384)
    case .p521: try .generate(on: .p521)
    case .ed25519: try .generateEd25519()
    }
  }

  /// Returns the beginning of the `kid` of an algorithm's keys.
  static func name(of algorithm: SigningAlgorithm) -> String {
    switch algorithm {
    case .rs256: "rsa"
    case .es256: "ec"
    case .ps256: "ps"
    case .edDSA: "ed"
    default: algorithm.rawValue.lowercased()
    }
  }
}
