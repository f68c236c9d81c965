#if canImport(COpenSSL)
  import COpenSSL
  public import JSON

  extension JSONWebToken {
    /// Signs claims like `init(signing:header:keyID:with:algorithm:)`, with the same signature each
    /// time, by a key that is no secret.
    ///
    /// - Throws: `JOSEError.unsuitableKey` when the key does not fit the algorithm.
    public init(
      signingDeterministically claims: JSONObject, header: JSONObject, keyID: String?,
      with key: PrivateKey, algorithm: SigningAlgorithm
    ) throws(JOSEError) {
      try self.init(
        claims: claims, header: header, keyID: keyID, algorithm: algorithm
      ) { (bytes) throws(JOSEError) in try key.signDeterministically(bytes, with: algorithm) }
    }
  }

  extension PrivateKey {
    /// The same signature each time of the same bytes, for keys that are no secret: an ECDSA one as in
    /// RFC 6979, an RSASSA-PSS one with a salt that comes of the bytes.
    ///
    /// The other algorithms have no randomness in them.
    ///
    /// - Throws: `JOSEError.unsuitableKey` when the key does not fit the algorithm.
    public func signDeterministically(
      _ bytes: [UInt8], with algorithm: SigningAlgorithm
    ) throws(JOSEError) -> [UInt8] {
      try type.check(for: algorithm)
      OpenSSLErrors.clear()
      if let curve = algorithm.curve {
        return try DeterministicECDSA.signer(handle, on: curve, digest: algorithm.digest)
          .signature(of: bytes)
      } else if algorithm.usesProbabilisticPadding, case .rsa(let bitCount) = type {
        return try DeterministicPSS(digest: algorithm.digest, bitCount: bitCount)
          .signature(of: bytes, by: handle)
      } else {
        return try handle.sign(bytes, with: algorithm)
      }
    }

    /// A key on P-256 of bytes that are drawn here: the same key of the same bytes.
    ///
    /// - Parameter draw: gives as many bytes as it is asked for; asked again while they are no key.
    /// - Throws: `JOSEError.openSSL` when libcrypto makes no key of them.
    public static func generateP256(
      drawing draw: (_ count: Int) -> [UInt8]
    ) throws(JOSEError) -> PrivateKey {
      let length = EllipticCurve.p256.coordinateByteCount
      var number = draw(length)
      while !isPrivateKeyOnP256(number) { number = draw(length) }
      // ECPrivateKey without the public key (RFC 5915 3), which libcrypto works out.
      let version: [UInt8] = [0x02, 1, 1]
      let curve: [UInt8] = [0xA0, 10, 0x06, 8, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
      let content = version + [0x04, UInt8(length)] + number + curve
      let der = [0x30, UInt8(content.count)] + content
      OpenSSLErrors.clear()
      let key = der.withUnsafeBufferPointer { buffer in
        var start = buffer.baseAddress
        return d2i_PrivateKey(EVP_PKEY_EC, nil, &start, buffer.count)
      }
      guard let key else { throw OpenSSLErrors.take("key generation") }
      return try PrivateKey(KeyHandle(taking: key))
    }

    /// Whether a number is at least 1 and less than the curve's order (SEC 2 2.4.2).
    private static func isPrivateKeyOnP256(_ number: [UInt8]) -> Bool {
      let order: [UInt8] = [
        0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xFF,
        0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25,
        0x51,
      ]
      return number.contains { $0 != 0 } && number.lexicographicallyPrecedes(order)
    }
  }
#endif
