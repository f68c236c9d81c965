#if !canImport(CryptoKit)
  import Foundation

  extension Digest {
    func value(of bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
      var hash = [UInt8](repeating: 0, count: byteCount)
      // Fails only if this libcrypto was built or configured without the function.
      let isDone = Libcrypto.digest(bytes.baseAddress, bytes.count, &hash, nil, function, nil) == 1
      precondition(isDone, "this system's libcrypto does not offer \(rawValue)")
      return hash
    }

    func code(of bytes: [UInt8], key: [UInt8]) -> [UInt8] {
      var code = [UInt8](repeating: 0, count: byteCount)
      // An empty Swift array may have no address, which libcrypto treats as a missing key.
      let key = key.isEmpty ? [0] : key
      let made = Libcrypto.authenticationCode(
        function, key, Int32(key.count), bytes, bytes.count, &code, nil)
      precondition(made != nil, "this system's libcrypto does not offer HMAC with \(rawValue)")
      return code
    }

    private var function: OpaquePointer? { Libcrypto.functions[self] ?? nil }
  }

  /// The functions of libcrypto, without its headers: they are needed for caches, too, and libcurl
  /// has loaded the library in any case.
  private enum Libcrypto {
    typealias HashFunction = OpaquePointer

    /// The function `EVP_Digest`.
    static let digest = unsafeBitCast(
      symbol("EVP_Digest"),
      to: (@convention(c) (
        UnsafeRawPointer?, Int, UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt32>?,
        HashFunction?, OpaquePointer?
      ) -> Int32).self)

    /// The function `HMAC`.
    static let authenticationCode = unsafeBitCast(
      symbol("HMAC"),
      to: (@convention(c) (
        HashFunction?, UnsafeRawPointer, Int32, UnsafePointer<UInt8>, Int,
        UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt32>?
      ) -> UnsafeMutablePointer<UInt8>?).self)

    /// The hash functions; to look one up takes as long as to hash a short text.
    nonisolated(unsafe) static let functions = Dictionary(
      uniqueKeysWithValues: Digest.allCases.map { ($0, fetch(nil, $0.rawValue, nil)) })

    private static let fetch = unsafeBitCast(
      symbol("EVP_MD_fetch"),
      to: (@convention(c) (
        OpaquePointer?, UnsafePointer<CChar>, UnsafePointer<CChar>?
      ) -> HashFunction?).self)

    private static func symbol(_ name: String) -> UnsafeMutableRawPointer {
      guard let address = dlsym(library, name) else {
        preconditionFailure("libcrypto.so.3 has no '\(name)'; install libssl3")
      }
      return address
    }

    nonisolated(unsafe) private static let library = dlopen("libcrypto.so.3", RTLD_NOW)
  }
#endif
