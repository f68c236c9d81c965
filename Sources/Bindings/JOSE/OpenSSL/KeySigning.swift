#if canImport(CDocgenOpenSSL)
  import CDocgenOpenSSL
  import DocgenHashing

  extension KeyHandle {
    /// Returns a signature in JOSE's format; the key must fit the algorithm.
    func sign(_ bytes: [UInt8], with algorithm: SigningAlgorithm) throws(JOSEError) -> [UInt8] {
      OpenSSLErrors.clear()
      let context = try SignatureContext.make()
      var keyContext: OpaquePointer?
      guard
        EVP_DigestSignInit(
          context.pointer, &keyContext, SignatureContext.hash(of: algorithm), nil, pointer) == 1,
        SignatureContext.setPadding(of: algorithm, on: keyContext)
      else { throw OpenSSLErrors.pop("signing") }
      var length = 0
      guard EVP_DigestSign(context.pointer, nil, &length, bytes, bytes.count) == 1 else {
        throw OpenSSLErrors.pop("signing")
      }
      var signature = [UInt8](repeating: 0, count: length)
      guard EVP_DigestSign(context.pointer, &signature, &length, bytes, bytes.count) == 1 else {
        throw OpenSSLErrors.pop("signing")
      }
      signature.removeLast(signature.count - length)
      guard let curve = algorithm.curve else { return signature }
      return try ECDSASignature.raw(fromDER: signature, on: curve)
    }

    /// Verifies a signature in JOSE's format; the key must fit the algorithm.
    func verify(
      _ signature: [UInt8], over bytes: [UInt8], with algorithm: SigningAlgorithm
    ) throws(JOSEError) {
      OpenSSLErrors.clear()
      let signature =
        algorithm.curve == nil ? signature : try ECDSASignature.der(fromRaw: signature)
      let context = try SignatureContext.make()
      var keyContext: OpaquePointer?
      guard
        EVP_DigestVerifyInit(
          context.pointer, &keyContext, SignatureContext.hash(of: algorithm), nil, pointer) == 1,
        SignatureContext.setPadding(of: algorithm, on: keyContext)
      else { throw OpenSSLErrors.pop("verifying") }
      let result = EVP_DigestVerify(
        context.pointer, signature, signature.count, bytes, bytes.count)
      OpenSSLErrors.clear()
      guard result == 1 else { throw .signatureMismatch }
    }
  }

  /// The steps that signing and verifying share.
  private enum SignatureContext {
    static func make() throws(JOSEError) -> Owned {
      try Owned(EVP_MD_CTX_new(), freedBy: EVP_MD_CTX_free, operation: "context creation")
    }

    /// Returns the hash for libcrypto; `nil` if the algorithm includes one.
    static func hash(of algorithm: SigningAlgorithm) -> OpaquePointer? {
      algorithm == .edDSA ? nil : EVP_get_digestbyname(algorithm.digest.rawValue)
    }

    /// Sets PSS with a salt as long as the hash (RFC 7518 3.5); other algorithms need no setting.
    static func setPadding(of algorithm: SigningAlgorithm, on context: OpaquePointer?) -> Bool {
      guard algorithm.usesProbabilisticPadding else { return true }
      return EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PSS_PADDING) > 0
        && EVP_PKEY_CTX_set_rsa_pss_saltlen(context, RSA_PSS_SALTLEN_DIGEST) > 0
    }
  }
#endif
