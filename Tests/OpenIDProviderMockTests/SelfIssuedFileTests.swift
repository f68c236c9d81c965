import DocgenClocks
import DocgenHTTPServer
import DocgenJOSE
import DocgenJSON
import DocgenTestSupport
import Foundation
import OpenIDProviderMock
import Testing

/// A provider on a phone that receives a request file: the first version of self-issued OpenID.
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

  /// Returns the key that a token names as its issuer.
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
      // The scope 'email' was not requested.
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

  @Test("plain http, a user in the address, other schemes: never fetched")
  func addresses() async throws {
    try await RelyingParty.open { party in
      for address in [
        "http%3A%2F%2Flocalhost%3A\(party.port)%2F", "file%3A%2F%2F%2Fetc%2Fpasswd", "x",
        "https%3A%2F%2Flocalhost%40evil%2F", "https%3A%2F%2F%2Fx",
      ] {
        let refusal = await party.refusal("openid://?request_uri=\(address)")
        #expect(refusal == .shown("'request_uri' is not an https address"), "\(address)")
      }
    }
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
      { party in #expect(await party.refusal() == .shown(reason)) })
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
        guard case .reported(let response, _) = await party.refusal() else {
          Issue.record("nothing was told")
          return
        }
        try #expect(fragment(response) == ["error": code, "state": "s 1"])
      })
  }
}
