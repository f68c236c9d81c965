import DocgenHTTPClient
import DocgenHTTPServer
import DocgenJOSE
import DocgenJSON
import DocgenTLS
import Foundation
import OpenIDClient
import Synchronization

/// The internet of the samples: each name leads to a TLS server on this machine.
final class Network: HTTPTransport {
  private struct Site: Sendable {
    var listener: HTTPListener
    var files: [String: String]
  }

  private let root: CertificateAuthority
  private let sites = Mutex<[String: Site]>([:])
  private let validity = Date.now.addingTimeInterval(-3_600)...Date.now.addingTimeInterval(3_600)

  init() throws {
    root = try CertificateAuthority(
      name: "Root of the samples", validFrom: validity.lowerBound, validUntil: validity.upperBound)
  }

  /// Puts a file on the server of its host.
  ///
  /// - Parameter owner: the name in the server's certificate; the host unless given.
  func publish(_ file: String, at address: String, certifiedAs owner: String? = nil) throws {
    guard let url = URL(string: address), let host = url.host() else { throw URLError(.badURL) }
    if sites.withLock({ $0[host] }) == nil {
      let identity = try root.issue(
        for: [owner ?? host], validFrom: validity.lowerBound, validUntil: validity.upperBound)
      let listener = try HTTPListener(
        tls: .init(chain: identity.certificate, privateKey: identity.privateKey)
      ) { [weak self] request in
        guard let file = self?.sites.withLock({ $0[host]?.files[request.path] }) else {
          return HTTPResponse(status: 404, text: "")
        }
        return HTTPResponse(status: 200, text: file)
      }
      sites.withLock { $0[host] = Site(listener: listener, files: [:]) }
    }
    sites.withLock { $0[host]?.files[url.path()] = file }
  }

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let host = request.url.host() ?? ""
    guard let port = sites.withLock({ $0[host]?.listener.port }) else {
      throw .cannotConnect("'\(host)' is unknown")
    }
    let transport = DefaultTransport(
      TransportOptions(trustedRoots: root.certificate, connectTo: "127.0.0.1:\(port)"))
    do throws(TransportError) {
      return try await transport.send(request)
    } catch .insecure {
      throw .insecure("the certificate is not one of '\(host)'")
    }
  }
}

let network = try Network()
