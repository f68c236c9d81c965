#if canImport(COpenSSL)
  import COpenSSL

  /// ECDSA without randomness (RFC 6979): what is signed twice has the same signature twice.
  ///
  /// libcrypto 3.0 cannot do it. How long this takes tells of the key, so it is for keys that are no
  /// secret.
  struct DeterministicECDSA: ~Copyable {
    private let curve: EllipticCurve
    private let digest: Digest
    private let group: Owned
    private let arithmetic: Owned
    private let privateNumber: Owned
    private let privateBytes: [UInt8]

    /// What signs with a key on a curve.
    static func signer(
      _ key: KeyHandle, on curve: EllipticCurve, digest: Digest
    ) throws(JOSEError) -> DeterministicECDSA {
      let bytes = try key.number(OSSL_PKEY_PARAM_PRIV_KEY, paddedTo: curve.coordinateByteCount)
      let group = try Owned(
        EC_GROUP_new_by_curve_name(EC_curve_nist2nid(curve.rawValue)), freedBy: EC_GROUP_free,
        operation: "signing")
      let arithmetic = try Owned(BN_CTX_new(), freedBy: BN_CTX_free, operation: "signing")
      let number = try Owned(
        BigNumber.make(bytes), freedBy: BN_clear_free, operation: "signing")
      return DeterministicECDSA(
        curve: curve, digest: digest, group: group, arithmetic: arithmetic, privateNumber: number,
        privateBytes: bytes)
    }

    /// `r` and `s` one after the other, each as long as a coordinate.
    func signature(of bytes: [UInt8]) throws(JOSEError) -> [UInt8] {
      let hash = digest.hash(bytes)
      // Of the three curves none has an order of fewer bits than the hash that goes with it.
      let number = try Owned(BigNumber.make(hash), freedBy: BN_free, operation: "signing")
      let reduced = try made { BN_nnmod($0, number.pointer, order, arithmetic.pointer) }
      var nonces = try Nonces(
        privateKey: privateBytes,
        hash: BigNumber.bytes(of: reduced.pointer, paddedTo: curve.coordinateByteCount),
        digest: digest, bitCount: Int(BN_num_bits(order)))
      while true {
        let nonce = try Owned(
          BigNumber.make(nonces.next()), freedBy: BN_clear_free, operation: "signing")
        guard BN_is_zero(nonce.pointer) == 0, BN_cmp(nonce.pointer, order) < 0 else { continue }
        if let signature = try signature(of: reduced.pointer, nonce: nonce.pointer) {
          return signature
        }
      }
    }

    private var order: OpaquePointer? { EC_GROUP_get0_order(group.pointer) }

    /// `nil` in the case, never yet seen, that one of the two numbers is zero.
    private func signature(
      of hash: OpaquePointer, nonce: OpaquePointer
    ) throws(JOSEError) -> [UInt8]? {
      let point = try Owned(
        EC_POINT_new(group.pointer), freedBy: EC_POINT_free, operation: "signing")
      guard
        EC_POINT_mul(group.pointer, point.pointer, nonce, nil, nil, arithmetic.pointer) == 1
      else { throw OpenSSLErrors.take("signing") }
      let x = try made {
        EC_POINT_get_affine_coordinates(group.pointer, point.pointer, $0, nil, arithmetic.pointer)
      }
      let r = try made { BN_nnmod($0, x.pointer, order, arithmetic.pointer) }
      let product = try made {
        BN_mod_mul($0, r.pointer, privateNumber.pointer, order, arithmetic.pointer)
      }
      let sum = try made { BN_mod_add($0, hash, product.pointer, order, arithmetic.pointer) }
      let inverse = try made {
        BN_mod_inverse($0, nonce, order, arithmetic.pointer) == nil ? 0 : 1
      }
      let s = try made {
        BN_mod_mul($0, inverse.pointer, sum.pointer, order, arithmetic.pointer)
      }
      if BN_is_zero(r.pointer) == 1 || BN_is_zero(s.pointer) == 1 { return nil }
      return try BigNumber.bytes(of: r.pointer, paddedTo: curve.coordinateByteCount)
        + BigNumber.bytes(of: s.pointer, paddedTo: curve.coordinateByteCount)
    }

    private func made(_ fill: (OpaquePointer) -> Int32) throws(JOSEError) -> Owned {
      try BigNumber.made(by: fill, for: "signing")
    }

    /// The numbers of RFC 6979 3.2, of which the first in range is used.
    private struct Nonces {
      private let digest: Digest
      private let bitCount: Int
      private var key: [UInt8]
      private var value: [UInt8]
      private var isFirst = true

      init(privateKey: [UInt8], hash: [UInt8], digest: Digest, bitCount: Int) {
        self.digest = digest
        self.bitCount = bitCount
        value = [UInt8](repeating: 1, count: digest.byteCount)
        key = [UInt8](repeating: 0, count: digest.byteCount)
        for step: UInt8 in [0, 1] {
          key = digest.authenticationCode(value + [step] + privateKey + hash, key: key)
          value = digest.authenticationCode(value, key: key)
        }
      }

      /// The next number's bytes, big-endian.
      mutating func next() -> [UInt8] {
        if !isFirst {
          key = digest.authenticationCode(value + [0], key: key)
          value = digest.authenticationCode(value, key: key)
        }
        isFirst = false
        var bytes: [UInt8] = []
        while bytes.count * 8 < bitCount {
          value = digest.authenticationCode(value, key: key)
          bytes += value
        }
        return shiftedRight(Array(bytes.prefix((bitCount + 7) / 8)), by: (8 - bitCount % 8) % 8)
      }

      private func shiftedRight(_ bytes: [UInt8], by count: Int) -> [UInt8] {
        var carried: UInt8 = 0
        return bytes.map { byte in
          defer { carried = byte << (8 - count) }
          return byte >> count | carried
        }
      }
    }
  }
#endif
