/// A key that signs.
public struct PrivateKey: Sendable {
  let handle: KeyHandle

  /// Its family, and its size or curve.
  public let type: KeyType

  /// The half that may be shown to everybody.
  public let publicKey: PublicKey

  /// A key from unencrypted PEM text: PKCS #8, PKCS #1 or SEC 1.
  ///
  /// - Throws: `JOSEError.openSSL` when libcrypto cannot read it, `.malformedKey` when it is
  ///   none of RSA, the three curves and Ed25519.
  public init(pem: String) throws(JOSEError) {
    try self.init(.privateKey(pem: pem))
  }

  /// The key as unencrypted PEM text, to keep where nobody else can read it.
  ///
  /// - Throws: `JOSEError.openSSL` when libcrypto cannot write it.
  public func pem() throws(JOSEError) -> String { try handle.pem() }

  init(_ handle: KeyHandle) throws(JOSEError) {
    self.handle = handle
    type = try handle.type()
    publicKey = try PublicKey(sharing: handle, type: type)
  }

  /// A new RSA key; 2,048 bits take a tenth of a second or more.
  public static func generateRSA(bits: Int = 2_048) throws(JOSEError) -> PrivateKey {
    guard (1_024...8_192).contains(bits) else {
      throw .unsuitableKey("RSA keys are made with 1,024 to 8,192 bits")
    }
    return try PrivateKey(.rsa(bits: bits))
  }

  /// A new elliptic curve key; takes well under a millisecond.
  public static func generate(on curve: EllipticCurve) throws(JOSEError) -> PrivateKey {
    try PrivateKey(.ellipticCurve(curve))
  }

  /// A new key on Ed25519; takes well under a millisecond.
  public static func generateEd25519() throws(JOSEError) -> PrivateKey {
    try PrivateKey(.ed25519())
  }

  /// The signature of some bytes, in the form JOSE carries it (RFC 7518 3.3 to 3.5).
  ///
  /// An ECDSA signature is `r` and `s` one after the other, each as long as a coordinate.
  ///
  /// - Throws: `JOSEError.unsuitableKey` when the key does not fit the algorithm.
  public func sign(
    _ bytes: [UInt8], with algorithm: SigningAlgorithm
  ) throws(JOSEError) -> [UInt8] {
    try type.check(for: algorithm)
    return try handle.sign(bytes, with: algorithm)
  }
}
