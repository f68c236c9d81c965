import COpenSSL

extension PrivateKey {
  /// The signature of some bytes, in the form JOSE carries it (RFC 7518 3.3 to 3.5).
  ///
  /// An ECDSA signature is `r` and `s` one after the other, each as long as a coordinate.
  ///
  /// - Throws: `JOSEError.unsuitableKey` when the key does not fit the algorithm.
  public func sign(
    _ bytes: [UInt8], with algorithm: SigningAlgorithm
  ) throws(JOSEError) -> [UInt8] {
    try type.check(for: algorithm)
    OpenSSLErrors.clear()
    let context = try SignatureContext.make()
    var keyContext: OpaquePointer?
    guard
      EVP_DigestSignInit(
        context.pointer, &keyContext, SignatureContext.hash(of: algorithm), nil, handle.pointer)
        == 1,
      SignatureContext.setPadding(of: algorithm, on: keyContext)
    else { throw OpenSSLErrors.take("signing") }
    var length = 0
    guard EVP_DigestSign(context.pointer, nil, &length, bytes, bytes.count) == 1 else {
      throw OpenSSLErrors.take("signing")
    }
    var signature = [UInt8](repeating: 0, count: length)
    guard EVP_DigestSign(context.pointer, &signature, &length, bytes, bytes.count) == 1 else {
      throw OpenSSLErrors.take("signing")
    }
    signature.removeLast(signature.count - length)
    guard let curve = algorithm.curve else { return signature }
    return try ECDSASignature.raw(fromDER: signature, on: curve)
  }
}

/// What signing and verifying have in common.
enum SignatureContext {
  static func make() throws(JOSEError) -> Owned {
    try Owned(EVP_MD_CTX_new(), freedBy: EVP_MD_CTX_free, operation: "context creation")
  }

  /// The hash that libcrypto is to use, or `nil` where the algorithm has its own.
  static func hash(of algorithm: SigningAlgorithm) -> OpaquePointer? {
    algorithm.hashesFirst ? algorithm.digest.function : nil
  }

  /// PSS with a salt as long as the hash (RFC 7518 3.5); other algorithms need nothing set.
  static func setPadding(of algorithm: SigningAlgorithm, on context: OpaquePointer?) -> Bool {
    guard algorithm.usesProbabilisticPadding else { return true }
    return EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PSS_PADDING) > 0
      && EVP_PKEY_CTX_set_rsa_pss_saltlen(context, RSA_PSS_SALTLEN_DIGEST) > 0
  }
}
