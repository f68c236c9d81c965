#if canImport(COpenSSL)
  import COpenSSL
#endif

/// The library that does the cryptography.
public enum CryptographyLibrary {
  /// Has it serve up to the very end of the process, where OpenSSL would be gone as soon as `exit` is
  /// called (OPENSSL_init_crypto(3), `OPENSSL_INIT_NO_ATEXIT`).
  ///
  /// Of no effect where it has been used before; then it goes after what is registered by `atexit` now.
  public static func outliveExit() {
    #if canImport(COpenSSL)
      OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
    #endif
  }
}
