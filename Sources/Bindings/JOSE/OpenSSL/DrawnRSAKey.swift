#if canImport(COpenSSL)
  import COpenSSL

  /// An RSA key whose primes are the next ones behind numbers that somebody draws.
  struct DrawnRSAKey: ~Copyable {
    /// Of the whole modulus.
    private static let bitCount = 2_048
    private static let operation = "key generation"
    private let arithmetic: Owned
    /// The public exponent of nearly every key.
    private let exponent: Owned

    static func make(drawing draw: PrivateKey.Draw) throws(JOSEError) -> KeyHandle {
      OpenSSLErrors.clear()
      let maker = DrawnRSAKey(
        arithmetic: try Owned(BN_CTX_new(), freedBy: BN_CTX_free, operation: operation),
        exponent: try number([1, 0, 1]))
      return try maker.key(maker.prime(drawing: draw), maker.prime(drawing: draw))
    }

    /// A prime of half the modulus' bits, the first two of them set for the modulus to have them all.
    private func prime(drawing draw: PrivateKey.Draw) throws(JOSEError) -> Owned {
      var bytes = draw(Self.bitCount / 16)
      bytes[0] |= 0xC0
      bytes[bytes.count - 1] |= 1
      let number = try Self.number(bytes)
      while true {
        let result = BN_check_prime(number.pointer, arithmetic.pointer, nil)
        guard result >= 0 else { throw OpenSSLErrors.take(Self.operation) }
        // The exponent has an inverse unless it divides what comes before the prime.
        if result == 1, try !isOne(remainder(number, exponent)) { return number }
        guard BN_add_word(number.pointer, 2) == 1 else { throw OpenSSLErrors.take(Self.operation) }
      }
    }

    /// The numbers of RFC 8017 3.2, and the key of them.
    private func key(_ p: borrowing Owned, _ q: borrowing Owned) throws(JOSEError) -> KeyHandle {
      let one = try Self.number([1])
      let n = try made { BN_mul($0, p.pointer, q.pointer, arithmetic.pointer) }
      let beforeP = try made { BN_sub($0, p.pointer, one.pointer) }
      let beforeQ = try made { BN_sub($0, q.pointer, one.pointer) }
      let phi = try made { BN_mul($0, beforeP.pointer, beforeQ.pointer, arithmetic.pointer) }
      let d = try inverse(exponent, phi)
      let dP = try remainder(d, beforeP)
      let dQ = try remainder(d, beforeQ)
      let qInverse = try inverse(q, p)
      let builder = try Owned(
        OSSL_PARAM_BLD_new(), freedBy: OSSL_PARAM_BLD_free, operation: Self.operation)
      // The builder only points at the numbers, which live until the end.
      let members = [
        (ParameterName.modulus, n.pointer), (ParameterName.exponent, exponent.pointer),
        (ParameterName.privateExponent, d.pointer), (ParameterName.firstFactor, p.pointer),
        (ParameterName.secondFactor, q.pointer), (ParameterName.firstExponent, dP.pointer),
        (ParameterName.secondExponent, dQ.pointer), (ParameterName.coefficient, qInverse.pointer),
      ]
      for (name, number) in members {
        guard OSSL_PARAM_BLD_push_BN(builder.pointer, name, number) == 1 else {
          throw OpenSSLErrors.take(Self.operation)
        }
      }
      return try KeyHandle.make(
        "RSA", .keyPair, from: OSSL_PARAM_BLD_to_param(builder.pointer))
    }

    private func isOne(_ number: borrowing Owned) -> Bool { BN_is_one(number.pointer) == 1 }

    private func remainder(
      _ number: borrowing Owned, _ modulus: borrowing Owned
    ) throws(JOSEError) -> Owned {
      try made { BN_nnmod($0, number.pointer, modulus.pointer, arithmetic.pointer) }
    }

    private func inverse(
      _ number: borrowing Owned, _ modulus: borrowing Owned
    ) throws(JOSEError) -> Owned {
      try made {
        BN_mod_inverse($0, number.pointer, modulus.pointer, arithmetic.pointer) == nil ? 0 : 1
      }
    }

    private static func number(_ bytes: [UInt8]) throws(JOSEError) -> Owned {
      try Owned(BigNumber.make(bytes), freedBy: BN_clear_free, operation: operation)
    }

    /// A number that a function of libcrypto fills in; it says 1 when it has.
    private func made(_ fill: (OpaquePointer) -> Int32) throws(JOSEError) -> Owned {
      try BigNumber.made(by: fill, for: Self.operation)
    }
  }
#endif
