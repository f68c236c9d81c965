import COpenSSL

/// What a key can be used for: its family, and its size or curve.
public enum KeyType: Sendable, Equatable {
  /// RSA with a modulus of so many bits.
  case rsa(bits: Int)
  /// An elliptic curve.
  case ellipticCurve(EllipticCurve)

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
    } else {
      throw .malformedKey("it is neither an RSA nor an elliptic curve key")
    }
  }

  /// Checks that the key may be used with an algorithm.
  ///
  /// - Throws: `JOSEError.unsuitableKey`.
  func check(for algorithm: SigningAlgorithm) throws(JOSEError) {
    switch (self, algorithm.curve) {
    case (.rsa(let bits), nil):
      if bits < Self.minimumRSABits {
        throw .unsuitableKey(
          "\(algorithm.rawValue) needs at least \(Self.minimumRSABits) bits, this key has \(bits)")
      }
    case (.ellipticCurve(let curve), let needed?):
      if curve != needed {
        throw .unsuitableKey(
          "\(algorithm.rawValue) needs \(needed.rawValue), this key is on \(curve.rawValue)")
      }
    case (.rsa, .some):
      throw .unsuitableKey("\(algorithm.rawValue) needs an elliptic curve key, this one is RSA")
    case (.ellipticCurve, nil):
      throw .unsuitableKey("\(algorithm.rawValue) needs an RSA key, this one is elliptic curve")
    }
  }
}
