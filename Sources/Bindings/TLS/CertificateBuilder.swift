import CDocgenOpenSSL
import Foundation

/// An elliptic curve key of libcrypto's, freed with its owner.
struct SigningKey: ~Copyable {
  let pointer: OpaquePointer

  private init(taking pointer: OpaquePointer?) throws(CertificateError) {
    guard let pointer else { throw CertificateError() }
    self.pointer = pointer
  }

  init(pem: String) throws(CertificateError) {
    let bytes = Array(pem.utf8)
    let read = bytes.withUnsafeBytes { buffer -> OpaquePointer? in
      guard let memory = BIO_new_mem_buf(buffer.baseAddress, Int32(buffer.count)) else {
        return nil
      }
      defer { BIO_free(memory) }
      return PEM_read_bio_PrivateKey(memory, nil, { _, _, _, _ in -1 }, nil)
    }
    try self.init(taking: read)
  }

  static func generate() throws(CertificateError) -> SigningKey {
    try SigningKey(taking: docgen_generate_p256())
  }

  borrowing func pem() throws(CertificateError) -> String {
    let key = pointer
    return try MemoryText.written {
      PEM_write_bio_PrivateKey($0, key, nil, nil, 0, nil, nil)
    }
  }

  deinit { EVP_PKEY_free(pointer) }
}

/// An X.509 certificate of version 3 (RFC 5280) that is being built.
struct CertificateBuilder: ~Copyable {
  private let pointer: OpaquePointer

  init() throws(CertificateError) {
    guard let certificate = X509_new() else { throw CertificateError() }
    pointer = certificate
  }

  borrowing func fill(
    subject: String, issuer: String, validity: ClosedRange<Date>, key: borrowing SigningKey,
    extensions: [(id: Int32, value: String)]
  ) throws(CertificateError) {
    let certificate = pointer
    var serial = [UInt8](repeating: 0, count: 8)
    var generator = SystemRandomNumberGenerator()
    for index in serial.indices { serial[index] = .random(in: 1...127, using: &generator) }
    let number = BN_bin2bn(serial, Int32(serial.count), nil)
    defer { BN_free(number) }
    guard X509_set_version(certificate, 2) == 1,
      BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate)) != nil,
      ASN1_TIME_set(X509_getm_notBefore(certificate), validity.lowerBound.wholeSeconds) != nil,
      ASN1_TIME_set(X509_getm_notAfter(certificate), validity.upperBound.wholeSeconds) != nil,
      X509_set_pubkey(certificate, key.pointer) == 1,
      Self.setName(subject, of: X509_get_subject_name(certificate)),
      Self.setName(issuer, of: X509_get_issuer_name(certificate))
    else { throw CertificateError() }
    for (id, value) in extensions {
      guard let made = X509V3_EXT_conf_nid(nil, nil, id, value) else {
        throw CertificateError()
      }
      defer { X509_EXTENSION_free(made) }
      guard X509_add_ext(certificate, made, -1) == 1 else { throw CertificateError() }
    }
  }

  private static func setName(_ text: String, of name: OpaquePointer?) -> Bool {
    let bytes = Array(text.utf8)
    // `MBSTRING_UTF8`, which Swift doesn't import because it is a macro of macros.
    return X509_NAME_add_entry_by_txt(name, "CN", 0x1000, bytes, Int32(bytes.count), -1, 0) == 1
  }

  /// Signs the certificate and returns it in PEM.
  consuming func signed(with key: borrowing SigningKey) throws(CertificateError) -> String {
    guard X509_sign(pointer, key.pointer, EVP_sha256()) > 0 else {
      throw CertificateError()
    }
    let certificate = pointer
    return try MemoryText.written { PEM_write_bio_X509($0, certificate) }
  }

  deinit { X509_free(pointer) }
}

/// Text that libcrypto writes into memory.
enum MemoryText {
  static func written(_ write: (OpaquePointer) -> Int32) throws(CertificateError) -> String {
    guard let memory = BIO_new(BIO_s_mem()) else { throw CertificateError() }
    defer { BIO_free(memory) }
    guard write(memory) == 1 else { throw CertificateError() }
    var content: UnsafeMutablePointer<CChar>?
    let length = docgen_bio_content(memory, &content)
    guard length > 0, let content else { throw CertificateError() }
    let bytes = UnsafeRawBufferPointer(start: content, count: Int(length))
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Date {
  fileprivate var wholeSeconds: Int { Int(timeIntervalSince1970.rounded(.down)) }
}

/// An error of libcrypto for a key or a certificate.
public struct CertificateError: Error, CustomStringConvertible {
  /// The first reason in the calling thread's queue; `nil` if there is none.
  public let reason = ERR_reason_error_string(ERR_get_error()).map { String(cString: $0) }

  /// The message for the user.
  public var description: String {
    "the certificate can't be created: \(reason ?? "unknown reason")"
  }
}
