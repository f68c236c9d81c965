#if canImport(COpenSSL)
  import COpenSSL

  extension KeyHandle {
    static func rsa(bits: Int) throws(JOSEError) -> KeyHandle {
      try generate("RSA") { EVP_PKEY_CTX_set_rsa_keygen_bits($0, Int32(bits)) }
    }

    static func ellipticCurve(_ curve: EllipticCurve) throws(JOSEError) -> KeyHandle {
      try generate("EC") { EVP_PKEY_CTX_set_group_name($0, curve.rawValue) }
    }

    static func ed25519() throws(JOSEError) -> KeyHandle { try generate("ED25519") { _ in 1 } }

    private static func generate(
      _ family: String, configure: (OpaquePointer) -> Int32
    ) throws(JOSEError) -> KeyHandle {
      OpenSSLErrors.clear()
      let context = try Owned(
        EVP_PKEY_CTX_new_from_name(nil, family, nil), freedBy: EVP_PKEY_CTX_free,
        operation: "key generation")
      var key: OpaquePointer?
      guard EVP_PKEY_keygen_init(context.pointer) == 1, configure(context.pointer) == 1,
        EVP_PKEY_generate(context.pointer, &key) == 1, let key
      else { throw OpenSSLErrors.take("key generation") }
      return KeyHandle(taking: key)
    }
  }
#endif
