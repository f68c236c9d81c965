#if canImport(CDocgenOpenSSL)
  import CDocgenOpenSSL

  /// Reads and writes keys as PEM text (RFC 7468).
  extension KeyHandle {
    static func privateKey(pem text: String) throws(JOSEError) -> KeyHandle {
      // Without a callback, libcrypto would prompt for a pass phrase on the terminal.
      try read(text, as: "private key") {
        PEM_read_bio_PrivateKey($0, nil, { _, _, _, _ in -1 }, nil)
      }
    }

    static func publicKey(pem text: String) throws(JOSEError) -> KeyHandle {
      try read(text, as: "public key") { PEM_read_bio_PUBKEY($0, nil, { _, _, _, _ in -1 }, nil) }
    }

    /// Returns a private key as unencrypted PKCS #8.
    func pem() throws(JOSEError) -> String {
      OpenSSLErrors.clear()
      let memory = try Owned(
        BIO_new(BIO_s_mem()), freedBy: { BIO_free($0) }, operation: "writing a PEM private key")
      guard PEM_write_bio_PrivateKey(memory.pointer, pointer, nil, nil, 0, nil, nil) == 1 else {
        throw OpenSSLErrors.pop("writing a PEM private key")
      }
      var bytes = [UInt8](repeating: 0, count: Int(BIO_ctrl_pending(memory.pointer)))
      guard BIO_read(memory.pointer, &bytes, Int32(bytes.count)) == bytes.count else {
        throw OpenSSLErrors.pop("writing a PEM private key")
      }
      return String(decoding: bytes, as: UTF8.self)
    }

    private static func read(
      _ text: String, as kind: String, with reader: (OpaquePointer) -> OpaquePointer?
    ) throws(JOSEError) -> KeyHandle {
      OpenSSLErrors.clear()
      let bytes = Array(text.utf8)
      guard !bytes.isEmpty, bytes.count < 1 << 20 else {
        throw .malformedKey("the PEM text is empty or longer than a megabyte")
      }
      let pointer = bytes.withUnsafeBytes { buffer -> OpaquePointer? in
        guard let memory = BIO_new_mem_buf(buffer.baseAddress, Int32(buffer.count)) else {
          return nil
        }
        defer { BIO_free(memory) }
        return reader(memory)
      }
      guard let pointer else { throw OpenSSLErrors.pop("reading a PEM \(kind)") }
      return KeyHandle(taking: pointer)
    }
  }
#endif
