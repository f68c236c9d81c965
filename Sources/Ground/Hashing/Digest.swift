/// The hash functions for tokens, revision IDs and caches.
public enum Digest: String, Sendable, CaseIterable {
  /// 16 bytes (RFC 1321); broken for signatures, but used by CouchDB-style revision IDs.
  case md5
  /// 20 bytes (FIPS 180-4); broken for signatures, but used by attachment digests.
  case sha1
  /// 32 bytes (FIPS 180-4).
  case sha256
  /// 48 bytes (FIPS 180-4).
  case sha384
  /// 64 bytes (FIPS 180-4).
  case sha512

  /// The length of the hash in bytes.
  public var byteCount: Int {
    switch self {
    case .md5: 16
    case .sha1: 20
    case .sha256: 32
    case .sha384: 48
    case .sha512: 64
    }
  }

  /// Returns the hash of bytes.
  public func hash(_ bytes: some Collection<UInt8>) -> [UInt8] {
    // Don't copy contiguous bytes: they can be a file of megabytes.
    bytes.withContiguousStorageIfAvailable { value(of: $0) }
      ?? Array(bytes).withUnsafeBufferPointer { value(of: $0) }
  }

  /// Returns the hash as lower-case hexadecimal digits, two per byte.
  public func hex(_ bytes: some Collection<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let text = hash(bytes).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the keyed hash HMAC (RFC 2104) of bytes.
  public func authenticationCode(_ bytes: some Collection<UInt8>, key: [UInt8]) -> [UInt8] {
    code(of: Array(bytes), key: key)
  }
}
