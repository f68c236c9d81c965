import DocgenClocks
import DocgenHTTPClient
import DocgenHTTPServer
import DocgenJSON
import DocgenTLS
import DocgenTestSupport
import Foundation
import OpenIDProviderMock
import Synchronization

/// A client's server that serves a request file over TLS, and a phone that trusts its root.
struct RelyingParty {
  let port: UInt16
  let phone: SelfIssuedProvider
  let clock: ManualClock

  /// The client's name for itself.
  var clientID: String { "https://localhost:\(port)/" }
  var redirectURI: String { "https://localhost:\(port)/cb" }
  var link: String {
    "openid://?request_uri=https%3A%2F%2Flocalhost%3A\(port)%2Frequest.json"
  }

  /// Returns the text of the request file; `nil` removes a member.
  static func file(port: UInt16, changes: [String: String?] = [:]) -> String {
    var members: [String: String] = [
      "response_type": "token id_token userinfo", "client_id": "https://localhost:\(port)/",
      "redirect_uri": "https://localhost:\(port)/cb", "nonce": "n-1", "scope": "openid profile",
      "application_name": "Sample RP", "state": "s 1",
    ]
    for (name, value) in changes { members[name] = value }
    let pairs = members.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \"\($0.value)\"" }
    return "{" + pairs.joined(separator: ", ") + "}"
  }

  /// Returns why the phone refuses a link, by default the party's; `nil` when the phone accepts it.
  func refusal(_ link: String? = nil) async -> SelfIssuedError? {
    do throws(SelfIssuedError) {
      _ = try await phone.request(from: link ?? self.link)
      return nil
    } catch {
      return error
    }
  }

  /// Runs a server and a phone for the duration of a test.
  ///
  /// - Parameters:
  ///   - names: the names in the certificate.
  ///   - validUntil: the end of its validity.
  ///   - isTrusted: whether the phone trusts the certificate's root, or another one.
  ///   - answer: returns the server's response, given the server's port.
  static func open(
    names: [String] = ["localhost"], validUntil: Date = .distantFuture2100, isTrusted: Bool = true,
    answer: @escaping @Sendable (UInt16) async -> HTTPResponse = { port in
      HTTPResponse(status: 200, text: file(port: port))
    },
    _ body: (RelyingParty) async throws -> Void
  ) async throws {
    let root = try CertificateAuthority(
      name: "Test root", validFrom: .distantPast2000, validUntil: .distantFuture2100)
    let other = try CertificateAuthority(
      name: "Other root", validFrom: .distantPast2000, validUntil: .distantFuture2100)
    let identity = try root.issue(
      for: names, validFrom: .distantPast2000, validUntil: validUntil)
    let port = Mutex<UInt16>(0)
    let listener = try HTTPListener(
      tls: .init(chain: identity.certificate, privateKey: identity.privateKey)
    ) { _ in await answer(port.withLock { $0 }) }
    port.withLock { $0 = listener.port }
    let clock = ManualClock()
    let phone = SelfIssuedProvider(
      claims: ["name": "Alice", "email": "alice@example.com"], clock: clock,
      random: RandomSource(seed: 1),
      transport: DefaultTransport(
        TransportOptions(trustedRoots: (isTrusted ? root : other).certificate)))
    try await using(listener, thenStopping: { await $0.stop() }) {
      try await body(RelyingParty(port: $0.port, phone: phone, clock: clock))
    }
  }
}

extension Date {
  static let distantPast2000 = Date(timeIntervalSince1970: 946_684_800)
  static let distantFuture2100 = Date(timeIntervalSince1970: 4_102_444_800)
}
