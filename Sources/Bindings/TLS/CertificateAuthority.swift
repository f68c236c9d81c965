import CDocgenOpenSSL
public import Foundation

/// A certificate authority for a test or a sample, and the certificates it issues.
public struct CertificateAuthority: Sendable {
  /// A server's certificate and key, as PEM text.
  public struct Identity: Sendable {
    /// The certificate.
    public let certificate: String
    /// The private key.
    public let privateKey: String
  }

  /// The root certificate, which clients have to trust, in PEM.
  public let certificate: String
  private let name: String
  private let privateKey: String

  /// Creates a root.
  ///
  /// - Throws: `CertificateError`.
  public init(name: String, validFrom: Date, validUntil: Date) throws(CertificateError) {
    let key = try SigningKey.generate()
    let root = try CertificateBuilder()
    try root.fill(
      subject: name, issuer: name, validity: validFrom...max(validFrom, validUntil), key: key,
      extensions: [
        (NID_basic_constraints, "critical,CA:TRUE"),
        (NID_key_usage, "critical,keyCertSign,cRLSign"),
      ])
    certificate = try root.signed(with: key)
    privateKey = try key.pem()
    self.name = name
  }

  /// Issues a certificate for the names of a server, with a new key.
  ///
  /// - Parameters:
  ///   - hosts: names and numeric addresses.
  ///   - validFrom: the start of its validity.
  ///   - validUntil: the end of its validity.
  /// - Throws: `CertificateError`.
  public func issue(
    for hosts: [String], validFrom: Date, validUntil: Date
  ) throws(CertificateError) -> Identity {
    let key = try SigningKey.generate()
    let names = hosts.map { host in
      let isNumeric = host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." }
      return (isNumeric ? "IP:" : "DNS:") + host
    }
    let builder = try CertificateBuilder()
    try builder.fill(
      subject: hosts.first ?? "nobody", issuer: name,
      validity: validFrom...max(validFrom, validUntil), key: key,
      extensions: [
        (NID_subject_alt_name, names.joined(separator: ",")),
        (NID_basic_constraints, "critical,CA:FALSE"), (NID_ext_key_usage, "serverAuth"),
      ])
    return Identity(
      certificate: try builder.signed(with: SigningKey(pem: privateKey)), privateKey: try key.pem())
  }
}
