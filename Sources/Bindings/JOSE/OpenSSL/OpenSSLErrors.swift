#if canImport(COpenSSL)
  import COpenSSL

  /// The current thread's queue of libcrypto errors.
  ///
  /// The queue belongs to the thread, so clear and read it within one synchronous function.
  enum OpenSSLErrors {
    /// Discards the errors of earlier calls.
    static func clear() { ERR_clear_error() }

    /// Returns the first error of the queue, the cause of the later ones, and clears the queue.
    static func take(_ operation: String) -> JOSEError {
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
