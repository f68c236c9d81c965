import DocgenHTTPClient
import DocgenHTTPServer
import DocgenTestSupport
import Foundation
import OpenIDProviderMock
import Testing

/// How a provider on a phone fetches a request file: over TLS, from the client itself, and only a
/// file.
@Suite(.fewAtOnce) struct SelfIssuedFetchTests {
  /// Whether the phone refuses a connection because of the server's certificate.
  private func isInsecure(_ refusal: SelfIssuedError?) -> Bool {
    if case .fetch(.insecure) = refusal { true } else { false }
  }

  @Test("RFC 6125 6.4: a certificate of another name")
  func wrongName() async throws {
    for names in [["other.example"], ["127.0.0.1"], ["localhost.example"]] {
      try await RelyingParty.open(names: names) { party in
        #expect(isInsecure(await party.refusal()))
      }
    }
  }

  @Test("a certificate of the file's server, but not of the client: its name is that of client_id")
  func wrongClient() async throws {
    try await RelyingParty.open(
      names: ["localhost", "bank.example"],
      answer: { port in
        HTTPResponse(
          status: 200,
          text: RelyingParty.file(
            port: port,
            changes: [
              "client_id": "https://bank.example/", "redirect_uri": "https://bank.example/",
            ]))
      },
      { party in
        #expect(
          await party.refusal()
            == .shown("the request file is not on the server of 'bank.example', the client"))
      })
  }

  @Test("RFC 5280 6, 4.1.2.5: a certificate that nobody trusted has signed, and one that is over")
  func untrusted() async throws {
    try await RelyingParty.open(isTrusted: false) { party in
      #expect(isInsecure(await party.refusal()))
    }
    try await RelyingParty.open(validUntil: .distantPast2000) { party in
      #expect(isInsecure(await party.refusal()))
    }
  }

  @Test("nothing listens")
  func noServer() async throws {
    // No other test can have this port meanwhile.
    try await RelyingParty.open { party in
      guard
        case .fetch(.cannotConnect) = await party.refusal(
          "openid://?request_uri=https%3A%2F%2Flocalhost%3A1%2F")
      else {
        Issue.record("there was a response")
        return
      }
    }
  }

  @Test("a redirect is not followed: it leads away from the name that was checked")
  func redirect() async throws {
    try await RelyingParty.open(
      answer: { port in
        HTTPResponse(status: 302, headers: ["Location": "https://localhost:\(port)/other.json"])
      },
      { party in
        #expect(
          await party.refusal() == .shown("the request file's server returned status 302"))
      })
  }

  @Test("a huge file, and one that is cut off")
  func bodies() async throws {
    try await RelyingParty.open(
      answer: { _ in HTTPResponse(status: 200, body: .init(repeating: 32, count: 1 << 20)) },
      { party in #expect(await party.refusal() == .fetch(.bodyTooLarge(limit: 1 << 16))) })
    try await RelyingParty.open(
      answer: { port in
        var response = HTTPResponse(status: 200, text: RelyingParty.file(port: port))
        response.delivery = .cut(afterBytes: 20)
        return response
      },
      { party in
        guard case .fetch(.connectionLost) = await party.refusal() else {
          Issue.record("half a file was taken")
          return
        }
      })
  }
}
