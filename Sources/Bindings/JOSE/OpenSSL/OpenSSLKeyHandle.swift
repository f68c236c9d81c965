#if canImport(CDocgenOpenSSL)
  import CDocgenOpenSSL

  /// A libcrypto key.
  ///
  /// The key never changes after `init`. Any thread can sign or verify with it: each call creates a
  /// context, and libcrypto locks its caches inside a key.
  final class KeyHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    init(taking pointer: OpaquePointer) { self.pointer = pointer }

    deinit { EVP_PKEY_free(pointer) }

    /// Returns a number of the key by its OpenSSL name, big-endian and padded to a length.
    func number(_ name: String, paddedTo length: Int? = nil) throws(JOSEError) -> [UInt8] {
      var number: OpaquePointer?
      let found = EVP_PKEY_get_bn_param(pointer, name, &number)
      let owned = try Owned(
        found == 1 ? number : nil, freedBy: BN_clear_free, operation: "key export")
      return try BigNumber.bytes(of: owned.pointer, paddedTo: length)
    }
  }

  extension KeyHandle {
    /// Returns the numbers of the public key.
    func material(of type: KeyType) throws(JOSEError) -> JSONWebKey.Material {
      switch type {
      case .rsa:
        return try .rsa(
          modulus: number(OSSL_PKEY_PARAM_RSA_N), exponent: number(OSSL_PKEY_PARAM_RSA_E))
      case .ellipticCurve(let curve):
        let length = curve.coordinateByteCount
        return try .ellipticCurve(
          curve, x: number(OSSL_PKEY_PARAM_EC_PUB_X, paddedTo: length),
          y: number(OSSL_PKEY_PARAM_EC_PUB_Y, paddedTo: length))
      case .ed25519: return try .ed25519(x: rawPublicKey())
      }
    }

    /// Returns the public key as bytes, for key families without numbers.
    private func rawPublicKey() throws(JOSEError) -> [UInt8] {
      var length = 32
      var bytes = [UInt8](repeating: 0, count: length)
      guard EVP_PKEY_get_raw_public_key(pointer, &bytes, &length) == 1, length == bytes.count else {
        throw OpenSSLErrors.pop("key export")
      }
      return bytes
    }
  }

  extension KeyHandle {
    /// Returns the key's family, and its size or curve.
    func type() throws(JOSEError) -> KeyType {
      if EVP_PKEY_is_a(pointer, "RSA") == 1 {
        return .rsa(bits: Int(EVP_PKEY_get_bits(pointer)))
      } else if EVP_PKEY_is_a(pointer, "EC") == 1 {
        var name = [CChar](repeating: 0, count: 64)
        var length = 0
        guard EVP_PKEY_get_group_name(pointer, &name, name.count, &length) == 1 else {
          throw OpenSSLErrors.pop("curve lookup")
        }
        let text = String(
          decoding: name.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard let curve = EllipticCurve(openSSLName: text) else {
          throw .malformedKey("its curve '\(text)' is not one of P-256, P-384 and P-521")
        }
        return .ellipticCurve(curve)
      } else if EVP_PKEY_is_a(pointer, "ED25519") == 1 {
        return .ed25519
      } else {
        throw .malformedKey("it is neither an RSA nor an elliptic curve key")
      }
    }
  }

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
      else { throw OpenSSLErrors.pop("key generation") }
      return KeyHandle(taking: key)
    }
  }
#endif
