import DocgenClocks
import DocgenHTTPServer
import DocgenTLS
import DocgenTestSupport
import Foundation
import OpenIDProviderMock
import Testing

/// How a provider on a phone fetches a request file: over TLS, from the client itself, and only a
/// file.
@Suite(.fewAtOnce) struct SelfIssuedFetchTests {
  @Test("RFC 6125 6.4: a certificate of another name")
  func wrongName() async throws {
    for names in [["other.example"], ["127.0.0.1"], ["localhost.example"]] {
      try await RelyingParty.open(names: names) { party in
        #expect(await party.refusal() == .fetch(.wrongName("localhost")))
      }
    }
  }

  @Test("a certificate of the file's server, but not of the client: its name is that of client_id")
  func wrongClient() async throws {
    try await RelyingParty.open(
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
            == .shown(
              "the request file's server has no certificate of 'bank.example', the client"))
      })
  }

  @Test("a certificate of both names proves both")
  func bothNames() async throws {
    try await RelyingParty.open(
      names: ["localhost", "rp.example"],
      answer: { port in
        HTTPResponse(
          status: 200,
          text: RelyingParty.file(
            port: port,
            changes: ["client_id": "https://rp.example/", "redirect_uri": "https://rp.example/cb"]))
      },
      { party in
        let request = try await party.phone.request(from: party.link)
        #expect(request.redirectURI == "https://rp.example/cb")
      })
  }

  @Test("RFC 5280 6: a certificate that nobody trusted has signed")
  func untrusted() async throws {
    try await RelyingParty.open(isTrusted: false) { party in
      guard case .fetch(.untrusted) = await party.refusal() else {
        Issue.record("an untrusted certificate was taken")
        return
      }
    }
  }

  @Test("RFC 5280 4.1.2.5: an expired certificate, and one of the future, by the injected clock")
  func expired() async throws {
    try await RelyingParty.open { party in
      #expect(await party.refusal() == nil)
      party.clock.advance(by: .seconds(3_601))
      guard case .fetch(.notValidNow) = await party.refusal() else {
        Issue.record("an expired certificate was taken")
        return
      }
    }
    let later = ManualClock.start.addingTimeInterval(60)
    try await RelyingParty.open(validity: later...later.addingTimeInterval(60)) { party in
      guard case .fetch(.notValidNow) = await party.refusal() else {
        Issue.record("a certificate of the future was taken")
        return
      }
    }
  }

  @Test("a server that speaks plain HTTP, and none at all")
  func noTLS() async throws {
    let plain = try HTTPListener { _ in HTTPResponse(status: 200, text: "{}") }
    try await RelyingParty.open { party in
      // The server waits for the end of a line, which the phone's TLS greeting may contain or not.
      let error = await party.refusalWhenPatienceEnds(
        "openid://?request_uri=https%3A%2F%2Flocalhost%3A\(plain.port)%2F")
      switch error {
      case .fetch(.failed), .fetch(.timedOut): break
      default: Issue.record("\(String(describing: error))")
      }
    }
    await plain.stop()
    // No other test can have this port meanwhile.
    try await RelyingParty.open { party in
      #expect(
        await party.refusal("openid://?request_uri=https%3A%2F%2Flocalhost%3A1%2F")
          == .fetch(.unreachable("localhost")))
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

  @Test("a huge file, whether or not its length is told")
  func huge() async throws {
    for isStreamed in [false, true] {
      try await RelyingParty.open(
        limits: HTTPSClient.Limits(bytes: 10_000),
        answer: { _ in
          guard isStreamed else {
            return HTTPResponse(status: 200, body: .init(repeating: 32, count: 1 << 20))
          }
          let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
          for _ in 0..<100 { continuation.yield(.init(repeating: 32, count: 10_000)) }
          continuation.finish()
          return HTTPResponse(status: 200, stream: stream)
        },
        { party in #expect(await party.refusal() == .fetch(.tooLarge(limit: 10_000))) })
    }
  }

  @Test("a slow server, and one that is cut off")
  func slow() async throws {
    let silence = ManualClock()
    try await RelyingParty.open(
      answer: { _ in
        try? await silence.sleep(until: .distantFuture2100)
        return HTTPResponse(status: 200)
      },
      { party in
        async let error = party.refusal()
        // The request has arrived, and the phone waits for the response.
        while silence.sleeperCount == 0 || party.clock.sleeperCount == 0 { await Task.yield() }
        party.clock.advance(by: .seconds(10))
        #expect(await error == .fetch(.timedOut))
      })
    try await RelyingParty.open(
      answer: { port in
        var response = HTTPResponse(status: 200, text: RelyingParty.file(port: port))
        response.delivery = .cut(afterBytes: 20)
        return response
      },
      { party in
        guard case .fetch(.malformedResponse) = await party.refusal() else {
          Issue.record("half a file was taken")
          return
        }
      })
  }
}
