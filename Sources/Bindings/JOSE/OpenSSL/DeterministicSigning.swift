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
  }
#endif
