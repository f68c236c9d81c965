#if Servers
  import DocgenHTTPServer
  import DocgenProcesses
  import DocgenTLS
  import Foundation

  /// The certificate of a lab's servers, and the file of the root that its clients have to trust.
  struct LabCertificate {
    /// The server's certificate and key.
    let identity: HTTPListener.Certificate
    /// The root certificate, in PEM.
    let root: String
    /// The path of the file with the root certificate, which is removed with this value.
    var path: String { "\(folder.path)/\(Self.fileName)" }
    private let folder: TemporaryFolder
    private static let fileName = "ca.pem"

    /// Creates a root and a certificate for an address, and for the names of this machine in
    /// emulators.
    init(for host: String) throws {
      let now = Date()
      let authority = try CertificateAuthority(
        name: "docgen lab \(UUID().uuidString.prefix(8))", validFrom: now - 3_600,
        validUntil: now + 800 * 86_400)
      let names = ["localhost", "127.0.0.1", "::1", "10.0.2.2"]
      // Apple's systems accept no certificate that is valid for more than 825 days.
      let issued = try authority.issue(
        for: names.contains(host) ? names : names + [host], validFrom: now - 3_600,
        validUntil: now + 800 * 86_400)
      identity = HTTPListener.Certificate(chain: issued.certificate, privateKey: issued.privateKey)
      root = authority.certificate
      folder = try TemporaryFolder(in: NSTemporaryDirectory(), named: "docgen-lab")
      try folder.write(root.utf8, to: Self.fileName)
    }
  }
#endif
