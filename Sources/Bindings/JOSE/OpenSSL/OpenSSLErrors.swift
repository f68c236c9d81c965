#if canImport(COpenSSL)
  import COpenSSL

  /// The calling thread's queue of libcrypto errors.
  ///
  /// The queue belongs to the thread, so it is emptied and read within one synchronous function.
  enum OpenSSLErrors {
    /// Forgets what earlier calls left behind.
    static func clear() { ERR_clear_error() }

    /// The first error of the queue, which is the cause of the later ones; empties the queue.
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
