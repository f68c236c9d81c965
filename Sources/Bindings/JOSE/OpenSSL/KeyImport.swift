#if canImport(CDocgenOpenSSL)
  import CDocgenOpenSSL

  /// libcrypto's names of key parameters.
  ///
  /// libcrypto keeps the pointers until the key is created. Swift's bridging of a `String` ends
  /// earlier; a static string never moves.
  enum ParameterName {
    static var modulus: UnsafePointer<CChar> { pointer("n") }
    static var exponent: UnsafePointer<CChar> { pointer("e") }
    static var group: UnsafePointer<CChar> { pointer("group") }
    static var point: UnsafePointer<CChar> { pointer("pub") }

    private static func pointer(_ name: StaticString) -> UnsafePointer<CChar> {
      UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    }
  }

  extension KeyHandle {
    /// `EVP_PKEY_PUBLIC_KEY`, a macro that Swift can't import.
    private static let publicKeySelection: Int32 = 0x86

    /// Creates a public key from its numbers, by libcrypto's names.
    fileprivate static func make(
      _ family: String, from parameters: UnsafeMutablePointer<OSSL_PARAM>?
    ) throws(JOSEError) -> KeyHandle {
      guard let parameters else { throw OpenSSLErrors.pop("key import") }
      defer { OSSL_PARAM_free(parameters) }
      let context = try Owned(
        EVP_PKEY_CTX_new_from_name(nil, family, nil), freedBy: EVP_PKEY_CTX_free,
        operation: "key import")
      var key: OpaquePointer?
      guard EVP_PKEY_fromdata_init(context.pointer) == 1,
        EVP_PKEY_fromdata(context.pointer, &key, publicKeySelection, parameters) == 1, let key
      else { throw OpenSSLErrors.pop("key import") }
      return KeyHandle(taking: key)
    }

    /// Creates a public key from its numbers.
    static func publicKey(_ material: JSONWebKey.Material) throws(JOSEError) -> KeyHandle {
      try material.makeHandle()
    }
  }

  extension JSONWebKey.Material {
    /// Creates a libcrypto key from these numbers.
    fileprivate func makeHandle() throws(JOSEError) -> KeyHandle {
      OpenSSLErrors.clear()
      let builder = try Owned(
        OSSL_PARAM_BLD_new(), freedBy: OSSL_PARAM_BLD_free, operation: "key import")
      switch self {
      case .rsa(let modulus, let exponent):
        guard !modulus.isEmpty, modulus.count <= 2_048, (1...8).contains(exponent.count) else {
          throw .malformedKey("its modulus or exponent is out of range")
        }
        let n = try Owned(BigNumber.make(modulus), freedBy: BN_free, operation: "key import")
        let e = try Owned(BigNumber.make(exponent), freedBy: BN_free, operation: "key import")
        // The builder only points to the numbers; they live until the end of this case.
        guard OSSL_PARAM_BLD_push_BN(builder.pointer, ParameterName.modulus, n.pointer) == 1,
          OSSL_PARAM_BLD_push_BN(builder.pointer, ParameterName.exponent, e.pointer) == 1
        else { throw OpenSSLErrors.pop("key import") }
        return try KeyHandle.make("RSA", from: OSSL_PARAM_BLD_to_param(builder.pointer))
      case .ellipticCurve(let curve, let x, let y):
        guard x.count == curve.coordinateByteCount, y.count == x.count else {
          throw .malformedKey(
            "a coordinate on \(curve.rawValue) has \(curve.coordinateByteCount) bytes")
        }
        let parameters = Self.parameters(of: curve, point: [4] + x + y, using: builder.pointer)
        return try KeyHandle.make("EC", from: parameters)
      case .ed25519(let x):
        guard x.count == 32,
          let key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, x, x.count)
        else { throw .malformedKey("its 'x' is not a point on Ed25519") }
        return KeyHandle(taking: key)
      }
    }

    /// Creates the parameters of a point; the builder only points to the curve's name and the
    /// point.
    private static func parameters(
      of curve: EllipticCurve, point: [UInt8], using builder: OpaquePointer
    ) -> UnsafeMutablePointer<OSSL_PARAM>? {
      curve.rawValue.withCString { name in
        point.withUnsafeBytes { point in
          guard
            OSSL_PARAM_BLD_push_utf8_string(builder, ParameterName.group, name, 0) == 1,
            OSSL_PARAM_BLD_push_octet_string(
              builder, ParameterName.point, point.baseAddress, point.count) == 1
          else { return nil }
          return OSSL_PARAM_BLD_to_param(builder)
        }
      }
    }
  }
#endif
