#if canImport(COpenSSL)
  import COpenSSL

  extension Digest {
    func value(of bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
      var hash = [UInt8](repeating: 0, count: byteCount)
      // Fails only if this libcrypto was built or configured without the function.
      let isDone = EVP_Digest(bytes.baseAddress, bytes.count, &hash, nil, function, nil) == 1
      precondition(isDone, "this system's libcrypto does not offer \(rawValue)")
      return hash
    }

    func code(of bytes: [UInt8], key: [UInt8]) -> [UInt8] {
      var code = [UInt8](repeating: 0, count: byteCount)
      // An empty Swift array may have no address, which libcrypto treats as a missing key.
      let key = key.isEmpty ? [0] : key
      let made = EVP_Q_mac(
        nil, "HMAC", nil, rawValue, nil, key, key.count, bytes, bytes.count, &code, code.count, nil)
      precondition(made != nil, "this system's libcrypto does not offer HMAC with \(rawValue)")
      return code
    }

    package var function: OpaquePointer? {
      switch self {
      case .md5: EVP_md5()
      case .sha1: EVP_sha1()
      case .sha256: EVP_sha256()
      case .sha384: EVP_sha384()
      case .sha512: EVP_sha512()
      }
    }
  }
#endif
