/// A key that verifies.
public struct PublicKey: Sendable, Equatable {
  let handle: KeyHandle

  /// Its family, and its size or curve.
  public let type: KeyType

  /// The key's numbers, as a JWK carries them.
  public let material: JSONWebKey.Material

  /// The public half of a key; the handle is shared, since verifying never touches the rest.
  init(sharing handle: KeyHandle, type: KeyType) throws(JOSEError) {
    self.handle = handle
    self.type = type
    material = try handle.material(of: type)
  }

  /// A key from PEM text, `-----BEGIN PUBLIC KEY-----`.
  ///
  /// - Throws: `JOSEError.openSSL` when libcrypto cannot read it, `.malformedKey` when it is
  ///   none of RSA, the three curves and Ed25519.
  public init(pem: String) throws(JOSEError) {
    let handle = try KeyHandle.publicKey(pem: pem)
    try self.init(sharing: handle, type: handle.type())
  }

  /// A key from the numbers of a JWK (RFC 7518 6.2.1 and 6.3.1).
  ///
  /// - Throws: `JOSEError` when the numbers are out of range or the point is not on the curve.
  public init(_ material: JSONWebKey.Material) throws(JOSEError) {
    let handle = try KeyHandle.publicKey(material)
    try self.init(sharing: handle, type: handle.type())
  }

  /// The key as a JWK, with the given `kid`, `alg` and `use`.
  public func jwk(
    keyID: String? = nil, algorithm: SigningAlgorithm? = nil, use: String? = nil
  ) -> JSONWebKey {
    JSONWebKey(material, keyID: keyID, algorithm: algorithm?.rawValue, use: use)
  }

  /// Checks a signature in the form JOSE carries it (RFC 7518 3.3 to 3.5).
  ///
  /// - Throws: `JOSEError.unsuitableKey` when the key does not fit the algorithm,
  ///   `.signatureMismatch` for every signature that is not right, however malformed.
  public func verify(
    _ signature: [UInt8], over bytes: [UInt8], with algorithm: SigningAlgorithm
  ) throws(JOSEError) {
    try type.check(for: algorithm)
    if let curve = algorithm.curve, signature.count != 2 * curve.coordinateByteCount {
      throw .signatureMismatch
    }
    try handle.verify(signature, over: bytes, with: algorithm)
  }

  /// Two keys are equal when their numbers are.
  public static func == (left: PublicKey, right: PublicKey) -> Bool {
    left.material == right.material
  }
}
