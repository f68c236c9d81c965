import COpenSSL

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
    switch type {
    case .rsa:
      material = try .rsa(
        modulus: handle.number(OSSL_PKEY_PARAM_RSA_N),
        exponent: handle.number(OSSL_PKEY_PARAM_RSA_E))
    case .ellipticCurve(let curve):
      let length = curve.coordinateByteCount
      material = try .ellipticCurve(
        curve, x: handle.number(OSSL_PKEY_PARAM_EC_PUB_X, paddedTo: length),
        y: handle.number(OSSL_PKEY_PARAM_EC_PUB_Y, paddedTo: length))
    case .ed25519:
      material = try .ed25519(x: handle.rawPublicKey())
    }
  }

  /// A key from PEM text, `-----BEGIN PUBLIC KEY-----`.
  ///
  /// - Throws: `JOSEError.openSSL` when libcrypto cannot read it, `.malformedKey` when it is
  ///   none of RSA, the three curves and Ed25519.
  public init(pem: String) throws(JOSEError) {
    let handle = try PEM.publicKey(pem)
    try self.init(sharing: handle, type: KeyType(of: handle.pointer))
  }

  /// A key from the numbers of a JWK (RFC 7518 6.2.1 and 6.3.1).
  ///
  /// - Throws: `JOSEError` when the numbers are out of range or the point is not on the curve.
  public init(_ material: JSONWebKey.Material) throws(JOSEError) {
    let handle = try material.makeHandle()
    try self.init(sharing: handle, type: KeyType(of: handle.pointer))
  }

  /// The key as a JWK, with the given `kid`, `alg` and `use`.
  public func jwk(
    keyID: String? = nil, algorithm: SigningAlgorithm? = nil, use: String? = nil
  ) -> JSONWebKey {
    JSONWebKey(material, keyID: keyID, algorithm: algorithm?.rawValue, use: use)
  }

  /// Two keys are equal when their numbers are.
  public static func == (left: PublicKey, right: PublicKey) -> Bool {
    left.material == right.material
  }
}
