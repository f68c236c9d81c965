import COpenSSL

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
    try self.init(PEM.privateKey(pem))
  }

  /// The key as unencrypted PEM text, to keep where nobody else can read it.
  ///
  /// - Throws: `JOSEError.openSSL` when libcrypto cannot write it.
  public func pem() throws(JOSEError) -> String { try PEM.text(of: handle) }

  private init(_ handle: KeyHandle) throws(JOSEError) {
    self.handle = handle
    type = try KeyType(of: handle.pointer)
    publicKey = try PublicKey(sharing: handle, type: type)
  }

  /// A new RSA key; 2,048 bits take a tenth of a second or more.
  public static func generateRSA(bits: Int = 2_048) throws(JOSEError) -> PrivateKey {
    guard (1_024...8_192).contains(bits) else {
      throw .unsuitableKey("RSA keys are made with 1,024 to 8,192 bits")
    }
    return try generate("RSA") { EVP_PKEY_CTX_set_rsa_keygen_bits($0, Int32(bits)) }
  }

  /// A new elliptic curve key; takes well under a millisecond.
  public static func generate(on curve: EllipticCurve) throws(JOSEError) -> PrivateKey {
    try generate("EC") { EVP_PKEY_CTX_set_group_name($0, curve.rawValue) }
  }

  /// A new key on Ed25519; takes well under a millisecond.
  public static func generateEd25519() throws(JOSEError) -> PrivateKey {
    try generate("ED25519") { _ in 1 }
  }

  private static func generate(
    _ family: String, configure: (OpaquePointer) -> Int32
  ) throws(JOSEError) -> PrivateKey {
    OpenSSLErrors.clear()
    let context = try Owned(
      EVP_PKEY_CTX_new_from_name(nil, family, nil), freedBy: EVP_PKEY_CTX_free,
      operation: "key generation")
    var key: OpaquePointer?
    guard EVP_PKEY_keygen_init(context.pointer) == 1, configure(context.pointer) == 1,
      EVP_PKEY_generate(context.pointer, &key) == 1, let key
    else { throw OpenSSLErrors.take("key generation") }
    return try PrivateKey(KeyHandle(taking: key))
  }
}
