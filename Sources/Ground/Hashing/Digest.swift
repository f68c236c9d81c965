#if canImport(CryptoKit)
  import CryptoKit
  import Foundation
#endif

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
    var text: [UInt8] = []
    text.reserveCapacity(2 * byteCount)
    for byte in hash(bytes) {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the keyed hash HMAC (RFC 2104) of bytes.
  public func authenticationCode(_ bytes: some Collection<UInt8>, key: [UInt8]) -> [UInt8] {
    code(of: Array(bytes), key: key)
  }
}

#if canImport(CryptoKit)
  extension Digest {
    func value(of bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
      switch self {
      case .md5: Array(Insecure.MD5.hash(data: bytes))
      case .sha1: Array(Insecure.SHA1.hash(data: bytes))
      case .sha256: Array(SHA256.hash(data: bytes))
      case .sha384: Array(SHA384.hash(data: bytes))
      case .sha512: Array(SHA512.hash(data: bytes))
      }
    }

    func code(of bytes: [UInt8], key: [UInt8]) -> [UInt8] {
      let key = SymmetricKey(data: key)
      return switch self {
      case .md5: Array(HMAC<Insecure.MD5>.authenticationCode(for: bytes, using: key))
      case .sha1: Array(HMAC<Insecure.SHA1>.authenticationCode(for: bytes, using: key))
      case .sha256: Array(HMAC<SHA256>.authenticationCode(for: bytes, using: key))
      case .sha384: Array(HMAC<SHA384>.authenticationCode(for: bytes, using: key))
      case .sha512: Array(HMAC<SHA512>.authenticationCode(for: bytes, using: key))
      }
    }
  }
#endif
