import COpenSSL

/// What a key can be used for: its family, and its size or curve.
public enum KeyType: Sendable, Equatable {
  /// RSA with a modulus of so many bits.
  case rsa(bits: Int)
  /// An elliptic curve.
  case ellipticCurve(EllipticCurve)
  /// The Edwards curve Ed25519 (RFC 8037 2).
  case ed25519

  /// RFC 7518 3.3 and 3.5: RSA signatures need at least this many bits.
  public static let minimumRSABits = 2_048

  init(of key: OpaquePointer) throws(JOSEError) {
    if EVP_PKEY_is_a(key, "RSA") == 1 {
      self = .rsa(bits: Int(EVP_PKEY_get_bits(key)))
    } else if EVP_PKEY_is_a(key, "EC") == 1 {
      var name = [CChar](repeating: 0, count: 64)
      var length = 0
      guard EVP_PKEY_get_group_name(key, &name, name.count, &length) == 1 else {
        throw OpenSSLErrors.take("curve lookup")
      }
      let text = String(
        decoding: name.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
      guard let curve = EllipticCurve(openSSLName: text) else {
        throw .malformedKey("its curve '\(text)' is not one of P-256, P-384 and P-521")
      }
      self = .ellipticCurve(curve)
    } else if EVP_PKEY_is_a(key, "ED25519") == 1 {
      self = .ed25519
    } else {
      throw .malformedKey("it is neither an RSA nor an elliptic curve key")
    }
  }

  /// Checks that the key may be used with an algorithm.
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
