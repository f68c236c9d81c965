#if canImport(CDocgenOpenSSL)
  import CDocgenOpenSSL

  /// A libcrypto object with the lifetime of a function.
  struct Owned: ~Copyable {
    let pointer: OpaquePointer
    private let free: (OpaquePointer?) -> Void

    /// Takes ownership of an object that a constructor returned.
    init(
      _ pointer: OpaquePointer?, freedBy free: @escaping (OpaquePointer?) -> Void,
      operation: String
    ) throws(JOSEError) {
      guard let pointer else { throw OpenSSLErrors.pop(operation) }
      self.pointer = pointer
      self.free = free
    }

    deinit { free(pointer) }
  }

  /// Converts between bytes and libcrypto's numbers.
  enum BigNumber {
    static func make(_ bytes: [UInt8]) throws(JOSEError) -> OpaquePointer {
      guard let number = BN_bin2bn(bytes, Int32(bytes.count), nil) else {
        throw OpenSSLErrors.pop("number import")
      }
      return number
    }

    static func bytes(
      of number: OpaquePointer?, paddedTo length: Int? = nil
    ) throws(JOSEError) -> [UInt8] {
      let length = length ?? Int(BN_num_bits(number) + 7) / 8
      var bytes = [UInt8](repeating: 0, count: length)
      guard BN_bn2binpad(number, &bytes, Int32(length)) == Int32(length) else {
        throw OpenSSLErrors.pop("number export")
      }
      return bytes
    }
  }

  /// The current thread's queue of libcrypto errors.
  ///
  /// The queue belongs to the thread, so clear and read it within one synchronous function.
  enum OpenSSLErrors {
    /// Discards the errors of earlier calls.
    static func clear() { ERR_clear_error() }

    /// Returns the first error of the queue, the cause of the later ones, and clears the queue.
    static func pop(_ operation: String) -> JOSEError {
      let code = ERR_get_error()
      ERR_clear_error()
      guard code != 0 else {
        return .openSSL(operation: operation, code: 0, message: "no reason given")
      }
      var text = [CChar](repeating: 0, count: 256)
      ERR_error_string_n(code, &text, text.count)
      let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      return .openSSL(
        operation: operation, code: UInt(code), message: String(decoding: bytes, as: UTF8.self))
    }
  }
#endif
