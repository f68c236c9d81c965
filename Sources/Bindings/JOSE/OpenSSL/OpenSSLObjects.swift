#if canImport(COpenSSL)
  import COpenSSL

  /// A libcrypto object with the lifetime of a function.
  struct Owned: ~Copyable {
    let pointer: OpaquePointer
    private let free: (OpaquePointer?) -> Void

    /// Takes ownership of an object that a constructor returned.
    init(
      _ pointer: OpaquePointer?, freedBy free: @escaping (OpaquePointer?) -> Void,
      operation: String
    ) throws(JOSEError) {
      guard let pointer else { throw OpenSSLErrors.take(operation) }
      self.pointer = pointer
      self.free = free
    }

    deinit { free(pointer) }
  }

  /// Converts between bytes and libcrypto's numbers.
  enum BigNumber {
    static func make(_ bytes: [UInt8]) throws(JOSEError) -> OpaquePointer {
      guard let number = BN_bin2bn(bytes, Int32(bytes.count), nil) else {
        throw OpenSSLErrors.take("number import")
      }
      return number
    }

    static func bytes(
      of number: OpaquePointer?, paddedTo length: Int? = nil
    ) throws(JOSEError) -> [UInt8] {
      let length = length ?? Int(BN_num_bits(number) + 7) / 8
      var bytes = [UInt8](repeating: 0, count: length)
      guard BN_bn2binpad(number, &bytes, Int32(length)) == Int32(length) else {
        throw OpenSSLErrors.take("number export")
      }
      return bytes
    }
  }
#endif
