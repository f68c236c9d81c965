import Clocks
import Foundation
import HTTPServer
import JSON
import OpenIDProviderMock
import Synchronization
import TLS

/// A client's server that shows a request file over TLS, and a phone that trusts its root.
struct RelyingParty {
  let port: UInt16
  let phone: SelfIssuedProvider
  let clock: ManualClock

  /// When certificates are good unless a test says otherwise: an hour either side of the clock.
  static let validity =
    ManualClock.start.addingTimeInterval(-3_600)...ManualClock.start.addingTimeInterval(3_600)

  /// The client's name for itself.
  var clientID: String { "https://localhost:\(port)/" }
  var redirectURI: String { "https://localhost:\(port)/cb" }
  var link: String {
    "openid://?request_uri=https%3A%2F%2Flocalhost%3A\(port)%2Frequest.json"
  }

  /// What the request file says; `nil` takes a member out.
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

  /// Why the phone refuses a link, by default the party's own; `nil` when it takes it.
  func refusal(_ link: String? = nil) async -> SelfIssuedError? {
    do throws(SelfIssuedError) {
      _ = try await phone.request(from: link ?? self.link)
      return nil
    } catch {
      return error
    }
  }

  /// Why the phone refuses a link at which nothing ever comes.
  func refusalWhenPatienceEnds(_ link: String) async -> SelfIssuedError? {
    let end = End()
    async let refusal = refusal(link, noting: end)
    while clock.sleeperCount == 0, !end.hasCome.withLock({ $0 }) { await Task.yield() }
    clock.advance(by: .seconds(10))
    return await refusal
  }

  /// Set by the task that waits for the phone, read by the one that moves its clock.
  private final class End: Sendable {
    let hasCome = Mutex(false)
  }

  private func refusal(_ link: String, noting end: End) async -> SelfIssuedError? {
    let refusal = await refusal(link)
    end.hasCome.withLock { $0 = true }
    return refusal
  }

  /// Opens a server and a phone for the length of a test.
  ///
  /// - Parameters:
  ///   - names: whom the certificate is for.
  ///   - validity: when it is good.
  ///   - isTrusted: whether the phone trusts its root, or another.
  ///   - limits: the phone's bounds.
  ///   - answer: what the server answers, given its own port.
  static func open(
    names: [String] = ["localhost"], validity: ClosedRange<Date> = validity,
    isTrusted: Bool = true, limits: HTTPSClient.Limits = HTTPSClient.Limits(),
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
      for: names, validFrom: validity.lowerBound, validUntil: validity.upperBound)
    let port = Mutex<UInt16>(0)
    let listener = try HTTPListener(
      tls: .init(chain: identity.certificate, privateKey: identity.privateKey)
    ) { _ in await answer(port.withLock { $0 }) }
    port.withLock { $0 = listener.port }
    let clock = ManualClock()
    let phone = SelfIssuedProvider(
      claims: ["name": "Alice", "email": "alice@example.com"], clock: clock,
      random: RandomSource(seed: 1), trusting: [(isTrusted ? root : other).certificate],
      limits: limits)
    do {
      try await body(RelyingParty(port: listener.port, phone: phone, clock: clock))
    } catch {
      await listener.stop()
      throw error
    }
    await listener.stop()
  }
}

extension Date {
  static let distantPast2000 = Date(timeIntervalSince1970: 946_684_800)
  static let distantFuture2100 = Date(timeIntervalSince1970: 4_102_444_800)
}
