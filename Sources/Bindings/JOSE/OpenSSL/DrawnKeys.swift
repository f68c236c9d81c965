#if canImport(COpenSSL)
  import COpenSSL

  /// Keys of bytes that somebody draws: the same key of the same bytes.
  ///
  /// How long it takes to make one tells of the key.
  extension PrivateKey {
    /// Gives as many bytes as it is asked for, others each time.
    public typealias Draw = (_ count: Int) -> [UInt8]

    /// An RSA key of 2,048 bits; takes a tenth of a second or more.
    ///
    /// - Throws: `JOSEError.openSSL` when libcrypto makes no key of the numbers.
    public static func generateRSA(drawing draw: Draw) throws(JOSEError) -> PrivateKey {
      try PrivateKey(DrawnRSAKey.make(drawing: draw))
    }

    /// An elliptic curve key.
    ///
    /// - Throws: `JOSEError.openSSL` when libcrypto makes no key of the number.
    public static func generate(
      on curve: EllipticCurve, drawing draw: Draw
    ) throws(JOSEError) -> PrivateKey {
      let group = try Owned(
        EC_GROUP_new_by_curve_name(EC_curve_nist2nid(curve.rawValue)), freedBy: EC_GROUP_free,
        operation: "key generation")
      let order = try BigNumber.bytes(
        of: EC_GROUP_get0_order(group.pointer), paddedTo: curve.coordinateByteCount)
      var number: [UInt8]
      repeat {
        number = draw(order.count)
        // The order of P-521 leaves most of the first byte out.
        number[0] &= 0xFF >> order[0].leadingZeroBitCount
      } while !number.contains { $0 != 0 } || !number.lexicographicallyPrecedes(order)
      // ECPrivateKey without the public key (RFC 5915 3), which libcrypto works out.
      let content =
        [0x02, 1, 1, 0x04, UInt8(number.count)] + number
        + [0xA0, UInt8(curve.objectIdentifier.count)] + curve.objectIdentifier
      let der = [0x30, UInt8(content.count)] + content
      OpenSSLErrors.clear()
      let key = der.withUnsafeBufferPointer { buffer in
        var start = buffer.baseAddress
        return d2i_PrivateKey(EVP_PKEY_EC, nil, &start, buffer.count)
      }
      guard let key else { throw OpenSSLErrors.take("key generation") }
      return try PrivateKey(KeyHandle(taking: key))
    }

    /// A key on Ed25519.
    ///
    /// - Throws: `JOSEError.openSSL` when libcrypto makes no key of the bytes.
    public static func generateEd25519(drawing draw: Draw) throws(JOSEError) -> PrivateKey {
      OpenSSLErrors.clear()
      guard let key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, draw(32), 32) else {
        throw OpenSSLErrors.take("key generation")
      }
      return try PrivateKey(KeyHandle(taking: key))
    }
  }

  extension EllipticCurve {
    /// Its name in DER (RFC 5480 2.1.1.1).
    fileprivate var objectIdentifier: [UInt8] {
      switch self {
      case .p256: [0x06, 8, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
      case .p384: [0x06, 5, 0x2B, 0x81, 0x04, 0x00, 0x22]
      case .p521: [0x06, 5, 0x2B, 0x81, 0x04, 0x00, 0x23]
      }
    }
  }
#endif
