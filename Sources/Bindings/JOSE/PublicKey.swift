/// A key that verifies.
public struct PublicKey: Sendable, Equatable {
  let handle: KeyHandle

  /// The key's family, and its size or curve.
  public let type: KeyType

  /// The key's numbers, as in a JWK.
  public let material: JSONWebKey.Material

  /// Creates the public key of a handle; shares the handle, since verifying uses only the public
  /// part.
  init(sharing handle: KeyHandle, type: KeyType) throws(JOSEError) {
    self.handle = handle
    self.type = type
    material = try handle.material(of: type)
  }

  /// Parses a key from PEM text, `-----BEGIN PUBLIC KEY-----`.
  ///
  /// - Throws: `JOSEError.openSSL` when libcrypto can't read it, `.malformedKey` when it isn't RSA,
  ///   Ed25519 or on one of the three curves.
  public init(pem: String) throws(JOSEError) {
    let handle = try KeyHandle.publicKey(pem: pem)
    try self.init(sharing: handle, type: handle.type())
  }

  /// Creates a key from the numbers of a JWK (RFC 7518 6.2.1 and 6.3.1).
  ///
  /// - Throws: `JOSEError` when the numbers are out of range or the point isn't on the curve.
  public init(_ material: JSONWebKey.Material) throws(JOSEError) {
    let handle = try KeyHandle.publicKey(material)
    try self.init(sharing: handle, type: handle.type())
  }

  /// Returns the key as a JWK, with the given `kid`, `alg` and `use`.
  public func jwk(
    keyID: String? = nil, algorithm: SigningAlgorithm? = nil, use: String? = nil
  ) -> JSONWebKey {
    JSONWebKey(material, keyID: keyID, algorithm: algorithm?.rawValue, use: use)
  }

  /// Verifies a signature in JOSE's format (RFC 7518 3.3 to 3.5).
  ///
  /// - Throws: `JOSEError.unsuitableKey` when the key doesn't fit the algorithm,
  ///   `.signatureMismatch` for every invalid or malformed signature.
  public func verify(
    _ signature: [UInt8], over bytes: [UInt8], with algorithm: SigningAlgorithm
  ) throws(JOSEError) {
    try type.check(for: algorithm)
    if let curve = algorithm.curve, signature.count != 2 * curve.coordinateByteCount {
      throw .signatureMismatch
    }
    try handle.verify(signature, over: bytes, with: algorithm)
  }

  /// Returns whether the numbers of two keys are equal.
  public static func == (left: PublicKey, right: PublicKey) -> Bool {
    left.material == right.material
  }
}
