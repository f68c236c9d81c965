#if canImport(CDocgenOpenSSL)
  import CDocgenOpenSSL

  /// Converts ECDSA signatures between JOSE's `r || s` (RFC 7518 3.4) and libcrypto's DER.
  enum ECDSASignature {
    /// Returns the two numbers of a DER signature, each as long as a coordinate of the curve.
    static func raw(fromDER der: [UInt8], on curve: EllipticCurve) throws(JOSEError) -> [UInt8] {
      let parsed = der.withUnsafeBufferPointer { buffer -> OpaquePointer? in
        var start = buffer.baseAddress
        return d2i_ECDSA_SIG(nil, &start, buffer.count)
      }
      let signature = try Owned(parsed, freedBy: ECDSA_SIG_free, operation: "signature conversion")
      var r: OpaquePointer?
      var s: OpaquePointer?
      ECDSA_SIG_get0(signature.pointer, &r, &s)
      guard let r, let s else { throw OpenSSLErrors.pop("signature conversion") }
      let length = curve.coordinateByteCount
      return try BigNumber.bytes(of: r, paddedTo: length) + BigNumber.bytes(of: s, paddedTo: length)
    }

    /// Returns the DER of a raw signature of the right length.
    static func der(fromRaw raw: [UInt8]) throws(JOSEError) -> [UInt8] {
      let signature = try Owned(
        ECDSA_SIG_new(), freedBy: ECDSA_SIG_free, operation: "signature conversion")
      let r = try BigNumber.make(Array(raw.prefix(raw.count / 2)))
      let s: OpaquePointer
      do {
        s = try BigNumber.make(Array(raw.suffix(raw.count / 2)))
      } catch {
        BN_free(r)
        throw error
      }
      // Takes ownership of both numbers.
      guard ECDSA_SIG_set0(signature.pointer, r, s) == 1 else {
        BN_free(r)
        BN_free(s)
        throw OpenSSLErrors.pop("signature conversion")
      }
      var der: UnsafeMutablePointer<UInt8>?
      let length = i2d_ECDSA_SIG(signature.pointer, &der)
      guard length > 0, let der else { throw OpenSSLErrors.pop("signature conversion") }
      defer { CRYPTO_free(der, #file, #line) }
      return Array(UnsafeBufferPointer(start: der, count: Int(length)))
    }
  }
#endif
