import COpenSSL

/// The hash functions that tokens, revision ids and caches are made with.
public enum Digest: String, Sendable, CaseIterable {
  /// 16 bytes (RFC 1321); broken for signatures, still what CouchDB-style revision ids use.
  case md5
  /// 20 bytes (FIPS 180-4); broken for signatures, still what attachment digests use.
  case sha1
  /// 32 bytes (FIPS 180-4).
  case sha256
  /// 48 bytes (FIPS 180-4).
  case sha384
  /// 64 bytes (FIPS 180-4).
  case sha512

  /// How many bytes the hash has.
  public var byteCount: Int {
    switch self {
    case .md5: 16
    case .sha1: 20
    case .sha256: 32
    case .sha384: 48
    case .sha512: 64
    }
  }

  /// The hash of some bytes.
  public func hash(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: byteCount)
    let input = Array(bytes)
    // Fails only where libcrypto was built or configured without the function itself.
    let isDone = EVP_Digest(input, input.count, &hash, nil, function, nil) == 1
    precondition(isDone, "this system's libcrypto does not offer \(rawValue)")
    return hash
  }

  /// The hash as lower-case hexadecimal digits, two a byte.
  public func hex(_ bytes: some Collection<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let text = hash(bytes).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }

  /// The keyed hash HMAC (RFC 2104) of some bytes.
  public func authenticationCode(_ bytes: some Collection<UInt8>, key: [UInt8]) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: byteCount)
    let input = Array(bytes)
    // An empty Swift array may have no address, which libcrypto would take for a missing key.
    let key = key.isEmpty ? [0] : key
    let made = EVP_Q_mac(
      nil, "HMAC", nil, rawValue, nil, key, key.count, input, input.count, &code, code.count, nil)
    precondition(made != nil, "this system's libcrypto does not offer HMAC with \(rawValue)")
    return code
  }

  var function: OpaquePointer? {
    switch self {
    case .md5: EVP_md5()
    case .sha1: EVP_sha1()
    case .sha256: EVP_sha256()
    case .sha384: EVP_sha384()
    case .sha512: EVP_sha512()
    }
  }
}
