import Foundation
import HTTPServer
import JOSE
import JSON
import LabEnvironment
import OpenIDProviderMock
import TLS
import TestSupport
import Testing

/// A provider on a phone, asked by a request file: the first shape of self-issued OpenID.
@Suite(.fewAtOnce) struct SelfIssuedFileTests {
  private func fragment(_ response: SelfIssuedResponse) throws -> [String: String] {
    guard case .open(let address) = response, let start = address.firstIndex(of: "#") else {
      throw Missing()
    }
    var parameters: [String: String] = [:]
    for field in FormFields(String(address[address.index(after: start)...])).fields {
      parameters[field.name] = field.value
    }
    return parameters
  }

  /// The key that a token names as its own issuer.
  private func ownKey(_ token: JSONWebToken, _ member: String) throws -> PublicKey {
    let bytes = try Base64URL.decode(token.claims[member]?.string ?? "")
    return try PublicKey(JSONWebKey(json: JSONParser.parse(bytes)).material)
  }

  @Test("steps 1 to 5: link, file over TLS, consent, three tokens in the fragment")
  func flow() async throws {
    try await RelyingParty.open { party in
      let request = try await party.phone.request(from: party.link)
      #expect(request.shape == .byReference)
      #expect(request.clientID == party.clientID)
      #expect(request.applicationName == "Sample RP")
      let response = try await party.phone.approve(request)
      guard case .open(let address) = response else {
        Issue.record("the answer is not opened")
        return
      }
      #expect(address.hasPrefix(party.redirectURI + "#access_token="))
      let parameters = try fragment(response)
      #expect(
        Set(parameters.keys) == ["access_token", "id_token", "userinfo_token", "state"])
      #expect(parameters["state"] == "s 1")
      let idToken = try JSONWebToken(decoding: parameters["id_token"] ?? "")
      #expect(Set(idToken.claims.keys) == ["iss", "user_id", "nonce", "exp", "iat"])
      #expect(idToken.claims["iss"] == idToken.claims["user_id"])
      #expect(idToken.claims["nonce"] == "n-1")
      let now = Int(party.clock.now.timeIntervalSince1970)
      #expect(idToken.claims["iat"]?.integer == now)
      #expect(idToken.claims["exp"]?.integer == now + 600)
      let key = try ownKey(idToken, "iss")
      try idToken.verify(with: key, allowing: [.es256])
      let info = try JSONWebToken(decoding: parameters["userinfo_token"] ?? "")
      try info.verify(with: key, allowing: [.es256])
      #expect(info.claims["user_id"] == idToken.claims["iss"])
      #expect(info.claims["name"] == "Alice")
      // The scope 'email' was not asked for.
      #expect(info.claims["email"] == nil)
    }
  }

  @Test("each client gets a key of its own, and the same one each time")
  func keys() async throws {
    try await RelyingParty.open(names: ["localhost", "127.0.0.1"]) { party in
      var issuers: [String] = []
      var request = try await party.phone.request(from: party.link)
      for clientID in [party.clientID, party.clientID, "https://127.0.0.1:\(party.port)/"] {
        request.clientID = clientID
        let parameters = try await fragment(party.phone.approve(request))
        let token = try JSONWebToken(decoding: parameters["id_token"] ?? "")
        issuers.append(token.claims["iss"]?.string ?? "")
        #expect(await party.phone.publicKey(for: clientID) != nil)
      }
      #expect(issuers[0] == issuers[1])
      #expect(issuers[0] != issuers[2])
    }
  }

  @Test("the owner refuses")
  func denial() async throws {
    try await RelyingParty.open { party in
      let request = try await party.phone.request(from: party.link)
      let parameters = try fragment(await party.phone.deny(request))
      #expect(parameters == ["error": "access_denied", "state": "s 1"])
    }
  }

  /// Why a link is refused.
  private func refusal(_ party: RelyingParty, _ link: String? = nil) async -> SelfIssuedError? {
    do throws(SelfIssuedError) {
      _ = try await party.phone.request(from: link ?? party.link)
      return nil
    } catch {
      return error
    }
  }

  @Test("RFC 6125 6.4: a certificate of another name")
  func wrongName() async throws {
    for names in [["other.example"], ["127.0.0.1"], ["localhost.example"]] {
      try await RelyingParty.open(names: names) { party in
        #expect(await refusal(party) == .fetch(.wrongName("localhost")))
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
          await refusal(party)
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
      guard case .fetch(.untrusted) = await refusal(party) else {
        Issue.record("an untrusted certificate was taken")
        return
      }
    }
  }

  @Test("RFC 5280 4.1.2.5: an expired certificate, and one of the future, by the injected clock")
  func expired() async throws {
    try await RelyingParty.open { party in
      #expect(await refusal(party) == nil)
      party.clock.advance(by: .seconds(3_601))
      guard case .fetch(.notValidNow) = await refusal(party) else {
        Issue.record("an expired certificate was taken")
        return
      }
    }
    let later = ManualClock.start.addingTimeInterval(60)
    try await RelyingParty.open(validity: later...later.addingTimeInterval(60)) { party in
      guard case .fetch(.notValidNow) = await refusal(party) else {
        Issue.record("a certificate of the future was taken")
        return
      }
    }
  }

  @Test("plain http, a user in the address, other schemes: never fetched")
  func addresses() async throws {
    try await RelyingParty.open { party in
      for address in [
        "http%3A%2F%2Flocalhost%3A\(party.port)%2F", "file%3A%2F%2F%2Fetc%2Fpasswd", "x",
        "https%3A%2F%2Flocalhost%40evil%2F", "https%3A%2F%2F%2Fx", "https%3A%2F%2Flocalhost%3A0",
      ] {
        guard
          case .fetch(.malformedAddress) = await refusal(
            party, "openid://?request_uri=\(address)")
        else {
          Issue.record("'\(address)' was fetched")
          return
        }
      }
    }
  }

  @Test("a server that speaks plain HTTP, and none at all")
  func noTLS() async throws {
    let plain = try HTTPListener { _ in HTTPResponse(status: 200, text: "{}") }
    try await RelyingParty.open(
      limits: HTTPSClient.Limits(seconds: 0.3),
      { party in
        let error = await refusal(
          party, "openid://?request_uri=https%3A%2F%2Flocalhost%3A\(plain.port)%2F")
        switch error {
        // It waits for the end of a line, which the greeting may hold or not.
        case .fetch(.failed), .fetch(.timedOut): break
        default: Issue.record("\(String(describing: error))")
        }
      })
    let port = plain.port
    await plain.stop()
    try await RelyingParty.open { party in
      #expect(
        await refusal(party, "openid://?request_uri=https%3A%2F%2Flocalhost%3A\(port)%2F")
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
          await refusal(party) == .shown("the request file's server answers with status 302"))
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
        { party in #expect(await refusal(party) == .fetch(.tooLarge(limit: 10_000))) })
    }
  }

  @Test("a slow server, and one that is cut off")
  func slow() async throws {
    let silence = ManualClock()
    try await RelyingParty.open(
      limits: HTTPSClient.Limits(seconds: 0.2),
      answer: { _ in
        try? await silence.sleep(until: .distantFuture2100)
        return HTTPResponse(status: 200)
      },
      { party in #expect(await refusal(party) == .fetch(.timedOut)) })
    try await RelyingParty.open(
      answer: { port in
        var response = HTTPResponse(status: 200, text: RelyingParty.file(port: port))
        response.delivery = .cut(afterBytes: 20)
        return response
      },
      { party in
        guard case .fetch(.malformedAnswer) = await refusal(party) else {
          Issue.record("half a file was taken")
          return
        }
      })
  }

  @Test(
    "a file that is no request",
    arguments: [
      ("[]", "the request file is not a JSON object"),
      ("{", "the request file is not a JSON object"),
      ("{}", "the request file has no 'client_id'"),
      (
        #"{"client_id": "http://localhost/"}"#,
        "'client_id' of the request file is not an https address"
      ),
      (#"{"client_id": "https://localhost/"}"#, "the request file has no 'redirect_url'"),
      (
        #"{"client_id": "https://localhost/", "redirect_uri": "https://evil.example/"}"#,
        "the redirect URI of the request file is not one of 'localhost'"
      ),
    ])
  func malformedFile(text: String, reason: String) async throws {
    try await RelyingParty.open(
      answer: { _ in HTTPResponse(status: 200, text: text) },
      { party in #expect(await refusal(party) == .shown(reason)) })
  }

  @Test(
    "what the client may be told",
    arguments: [
      ("response_type", "id_token", "unsupported_response_type"), ("nonce", nil, "invalid_request"),
      ("scope", "profile", "invalid_scope"),
    ] as [(String, String?, String)])
  func told(name: String, value: String?, code: String) async throws {
    try await RelyingParty.open(
      answer: { port in
        HTTPResponse(status: 200, text: RelyingParty.file(port: port, changes: [name: value]))
      },
      { party in
        guard case .told(let response, _) = await refusal(party) else {
          Issue.record("nothing was told")
          return
        }
        try #expect(fragment(response) == ["error": code, "state": "s 1"])
      })
  }
}
