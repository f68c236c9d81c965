import CDocgenOpenSSL

/// A server's certificate.
public struct PeerCertificate: Sendable, Equatable {
  /// The certificate as received, in DER (X.690).
  let der: [UInt8]

  /// Returns whether the certificate is for a host, by RFC 6125 6.4; a wildcard matches one whole
  /// label.
  public func isFor(_ host: String) -> Bool {
    der.withUnsafeBufferPointer { buffer in
      var start = buffer.baseAddress
      guard let certificate = d2i_X509(nil, &start, buffer.count) else { return false }
      defer { X509_free(certificate) }
      if X509_check_ip_asc(certificate, host, 0) == 1 { return true }
      // No `*` within a label (RFC 6125 6.4.3).
      return X509_check_host(certificate, host, host.utf8.count, Self.noPartialWildcards, nil) == 1
    }
  }

  /// `X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS`.
  static let noPartialWildcards: UInt32 = 0x4

  init?(of connection: OpaquePointer) {
    guard let certificate = SSL_get1_peer_certificate(connection) else { return nil }
    defer { X509_free(certificate) }
    var bytes: UnsafeMutablePointer<UInt8>?
    let length = i2d_X509(certificate, &bytes)
    guard length > 0, let bytes else { return nil }
    defer { CRYPTO_free(bytes, #file, #line) }
    der = Array(UnsafeBufferPointer(start: bytes, count: Int(length)))
  }
}
