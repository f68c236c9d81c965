/// A key that signs.
public struct PrivateKey: Sendable {
  let handle: KeyHandle

  /// The key's family, and its size or curve.
  public let type: KeyType

  /// The public key.
  public let publicKey: PublicKey

  /// Parses a key from unencrypted PEM text: PKCS #8, PKCS #1 or SEC 1.
  ///
  /// - Throws: `JOSEError.openSSL` when libcrypto can't read it, `.malformedKey` when it isn't RSA,
  ///   Ed25519 or on one of the three curves.
  public init(pem: String) throws(JOSEError) {
    try self.init(.privateKey(pem: pem))
  }

  /// Returns the key as unencrypted PEM text; store it where no other user can read it.
  ///
  /// - Throws: `JOSEError.openSSL` when libcrypto can't write it.
  public func pem() throws(JOSEError) -> String { try handle.pem() }

  init(_ handle: KeyHandle) throws(JOSEError) {
    self.handle = handle
    type = try handle.type()
    publicKey = try PublicKey(sharing: handle, type: type)
  }

  /// Generates an RSA key; 2,048 bits take a tenth of a second or more.
  public static func generateRSA(bits: Int = 2_048) throws(JOSEError) -> PrivateKey {
    guard (1_024...8_192).contains(bits) else {
      throw .unsuitableKey("RSA keys are made with 1,024 to 8,192 bits")
    }
    return try PrivateKey(.rsa(bits: bits))
  }

  /// Generates an elliptic curve key; takes well under a millisecond.
  public static func generate(on curve: EllipticCurve) throws(JOSEError) -> PrivateKey {
    try PrivateKey(.ellipticCurve(curve))
  }

  /// Generates an Ed25519 key; takes well under a millisecond.
  public static func generateEd25519() throws(JOSEError) -> PrivateKey {
    try PrivateKey(.ed25519())
  }

  /// Returns the signature of bytes, in JOSE's format (RFC 7518 3.3 to 3.5).
  ///
  /// An ECDSA signature is `r` followed by `s`, each as long as a coordinate.
  ///
  /// - Throws: `JOSEError.unsuitableKey` when the key doesn't fit the algorithm.
  public func sign(
    _ bytes: [UInt8], with algorithm: SigningAlgorithm
  ) throws(JOSEError) -> [UInt8] {
    try type.check(for: algorithm)
    return try handle.sign(bytes, with: algorithm)
  }
}
