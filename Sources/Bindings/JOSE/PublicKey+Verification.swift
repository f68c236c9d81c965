import COpenSSL

extension PublicKey {
  /// Checks a signature in the form JOSE carries it (RFC 7518 3.3 to 3.5).
  ///
  /// - Throws: `JOSEError.unsuitableKey` when the key does not fit the algorithm,
  ///   `.signatureMismatch` for every signature that is not right, however malformed.
  public func verify(
    _ signature: [UInt8], over bytes: [UInt8], with algorithm: SigningAlgorithm
  ) throws(JOSEError) {
    try type.check(for: algorithm)
    OpenSSLErrors.clear()
    var signature = signature
    if let curve = algorithm.curve {
      guard signature.count == 2 * curve.coordinateByteCount else { throw .signatureMismatch }
      signature = try ECDSASignature.der(fromRaw: signature)
    }
    let context = try SignatureContext.make()
    var keyContext: OpaquePointer?
    guard
      EVP_DigestVerifyInit(
        context.pointer, &keyContext, SignatureContext.hash(of: algorithm), nil, handle.pointer)
        == 1,
      SignatureContext.setPadding(of: algorithm, on: keyContext)
    else { throw OpenSSLErrors.take("verifying") }
    let result = EVP_DigestVerify(
      context.pointer, signature, signature.count, bytes, bytes.count)
    OpenSSLErrors.clear()
    guard result == 1 else { throw .signatureMismatch }
  }
}
