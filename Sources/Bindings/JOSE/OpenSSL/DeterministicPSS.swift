#if canImport(COpenSSL)
  import COpenSSL

  /// RSASSA-PSS with a salt that comes of what is signed, as long as the hash: what is signed twice has
  /// the same signature twice.
  ///
  /// Its randomness "is not critical to security" (RFC 8017 8.1).
  struct DeterministicPSS {
    let digest: Digest
    /// How many bits the modulus has.
    let bitCount: Int

    /// The signature by a key of that size.
    func signature(of bytes: [UInt8], by key: KeyHandle) throws(JOSEError) -> [UInt8] {
      let byteCount = (bitCount + 7) / 8
      let message = encoded(bytes)
      // With one bit more than whole bytes, the modulus has a byte more than the message.
      let padded = [UInt8](repeating: 0, count: byteCount - message.count) + message
      let context = try Owned(
        EVP_PKEY_CTX_new(key.pointer, nil), freedBy: EVP_PKEY_CTX_free, operation: "signing")
      var length = byteCount
      var signature = [UInt8](repeating: 0, count: length)
      guard EVP_PKEY_sign_init(context.pointer) == 1,
        EVP_PKEY_CTX_set_rsa_padding(context.pointer, RSA_NO_PADDING) > 0,
        EVP_PKEY_sign(context.pointer, &signature, &length, padded, padded.count) == 1,
        length == byteCount
      else { throw OpenSSLErrors.take("signing") }
      return signature
    }

    /// EMSA-PSS-ENCODE (RFC 8017 9.1.1).
    private func encoded(_ bytes: [UInt8]) -> [UInt8] {
      let length = (bitCount - 1 + 7) / 8
      let hash = digest.hash(bytes)
      let salt = digest.hash(hash)
      let saltedHash = digest.hash([UInt8](repeating: 0, count: 8) + hash + salt)
      let zeros = [UInt8](repeating: 0, count: length - salt.count - hash.count - 2)
      let block = zeros + [1] + salt
      var masked = zip(block, mask(of: block.count, from: saltedHash)).map { $0 ^ $1 }
      masked[0] &= 0xFF >> (8 * length - (bitCount - 1))
      return masked + saltedHash + [0xBC]
    }

    /// MGF1 (RFC 8017 B.2.1).
    private func mask(of length: Int, from seed: [UInt8]) -> [UInt8] {
      var mask: [UInt8] = []
      var counter: UInt32 = 0
      while mask.count < length {
        mask += digest.hash(seed + withUnsafeBytes(of: counter.bigEndian, Array.init))
        counter += 1
      }
      return Array(mask.prefix(length))
    }
  }
#endif
