#if Servers
  import DocgenHTTPServer
  import DocgenTLS
  import Foundation

  /// The certificate of a lab's servers, and the file of the root that its clients have to trust.
  struct LabCertificate {
    /// The server's certificate and key.
    let identity: HTTPListener.Certificate
    /// The root certificate, in PEM.
    let root: String
    /// The file that contains the root certificate.
    let file: URL

    /// Creates a root and a certificate for an address, and for the names of this machine in emulators.
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
      let folder = FileManager.default.temporaryDirectory.appending(
        path: "docgen-lab-\(UUID().uuidString)")
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      file = folder.appending(path: "ca.pem")
      try Data(root.utf8).write(to: file)
    }

    /// Removes the file.
    func remove() { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
  }
#endif
