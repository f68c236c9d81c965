import COpenSSL

/// A libcrypto object that lives as long as one function needs it.
struct Owned: ~Copyable {
  let pointer: OpaquePointer
  private let free: (OpaquePointer?) -> Void

  /// Takes over what a constructor returned.
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

/// A libcrypto key.
///
/// It is never changed after `init`. Any thread may sign or verify with it: each call brings its
/// own context, and libcrypto itself locks what it caches inside a key.
final class KeyHandle: @unchecked Sendable {
  let pointer: OpaquePointer

  init(taking pointer: OpaquePointer) { self.pointer = pointer }

  deinit { EVP_PKEY_free(pointer) }

  /// One of the key's numbers by its OpenSSL name, big-endian and padded to a length.
  func number(_ name: String, paddedTo length: Int? = nil) throws(JOSEError) -> [UInt8] {
    var number: OpaquePointer?
    let found = EVP_PKEY_get_bn_param(pointer, name, &number)
    let owned = try Owned(
      found == 1 ? number : nil, freedBy: BN_clear_free, operation: "key export")
    return try BigNumber.bytes(of: owned.pointer, paddedTo: length)
  }
}

extension KeyHandle {
  /// The public key of a family that has no numbers, as bytes.
  func rawPublicKey() throws(JOSEError) -> [UInt8] {
    var length = 32
    var bytes = [UInt8](repeating: 0, count: length)
    guard EVP_PKEY_get_raw_public_key(pointer, &bytes, &length) == 1, length == bytes.count else {
      throw OpenSSLErrors.take("key export")
    }
    return bytes
  }
}

/// The two directions between bytes and libcrypto's numbers.
enum BigNumber {
  static func make(_ bytes: [UInt8]) throws(JOSEError) -> OpaquePointer {
    guard let number = BN_bin2bn(bytes, Int32(bytes.count), nil) else {
      throw OpenSSLErrors.take("number import")
    }
    return number
  }

  static func bytes(
    of number: OpaquePointer, paddedTo length: Int? = nil
  ) throws(JOSEError) -> [UInt8] {
    let length = length ?? Int(BN_num_bits(number) + 7) / 8
    var bytes = [UInt8](repeating: 0, count: length)
    guard BN_bn2binpad(number, &bytes, Int32(length)) == Int32(length) else {
      throw OpenSSLErrors.take("number export")
    }
    return bytes
  }
}
