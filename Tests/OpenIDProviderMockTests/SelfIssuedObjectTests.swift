import DocgenClocks
import DocgenHTTPClient
import DocgenHTTPServer
import DocgenJOSE
import DocgenJSON
import DocgenTestSupport
import OpenIDProviderMock
import Testing

/// A request object by reference (RFC 9101) to a Self-Issued OP v2.
@Suite(.fewAtOnce) struct SelfIssuedObjectTests {
  private static let key = Result { try PrivateKey.generate(on: .p256) }

  /// The request object that a client's server returns.
  private struct Object: Sendable {
    var changes: JSONObject = [:]
    var isSigned = true
    var type = "application/oauth-authz-req+jwt"
    var signer: PrivateKey?

    func response(_ port: UInt16) throws -> HTTPResponse {
      let key = try SelfIssuedObjectTests.key.get()
      let client = "https://localhost:\(port)/cb"
      var claims: JSONObject = [
        "iss": .string(client), "aud": "https://self-issued.me/v2", "client_id": .string(client),
        "response_type": "id_token", "scope": "openid profile", "nonce": "n-1", "state": "s 1",
        "client_metadata": [
          "client_name": "Sample RP", "subject_syntax_types_supported": ["did:jwk"],
          "jwks": ["keys": [key.publicKey.jwk(keyID: "k").json]],
        ],
      ]
      for (name, value) in changes.members {
        // Two statements: a conditional expression would have the type of JSON, where `nil` means
        // null.
        if value == .null { claims[name] = nil } else { claims[name] = value }
      }
      let token =
        isSigned
        ? try JSONWebToken(signing: claims, keyID: "k", with: signer ?? key, algorithm: .es256)
        : JSONWebToken(header: ["alg": "none"], claims: claims, signature: [])
      return HTTPResponse(status: 200, headers: ["Content-Type": type], text: token.compact)
    }
  }

  private func open(
    _ object: Object, names: [String] = ["localhost"],
    _ body: (RelyingParty, String) async throws -> Void
  ) async throws {
    try await RelyingParty.open(
      names: names,
      answer: { port in (try? object.response(port)) ?? HTTPResponse(status: 500) },
      { party in
        let link = FormFields.encode([
          ("client_id", "https://localhost:\(party.port)/cb"),
          ("request_uri", "https://localhost:\(party.port)/object"),
        ])
        try await body(party, "siopv2://?" + link)
      })
  }

  @Test("RFC 9101 5.2, 6: fetched over TLS, signed or not; what it says alone counts")
  func fetched() async throws {
    for isSigned in [true, false] {
      try await open(Object(isSigned: isSigned)) { party, link in
        for scheme in ["siopv2:", "openid:"] {
          let request = try await party.phone.request(
            from: link.replacing("siopv2:", with: scheme) + "&nonce=other&scope=email")
          #expect(request.shape == .secondVersion)
          #expect(request.nonce == "n-1")
          #expect(request.applicationName == "Sample RP")
          #expect(request.subjectSyntax == .didJWK)
          #expect(request.scopes == ["openid", "profile"])
          guard case .open(let address) = try await party.phone.approve(request) else {
            Issue.record("it is posted")
            return
          }
          let fields = FormFields(String(address.split(separator: "#")[1]))
          #expect(fields["state"] == "s 1")
          let token = try JSONWebToken(decoding: fields["id_token"].orThrow())
          #expect(token.claims["name"] == "Alice")
          #expect(token.claims["email"] == nil)
          #expect(token.claims["iss"]?.string?.hasPrefix("did:jwk:") == true)
        }
      }
    }
  }

  @Test("RFC 9101 5, 6.2: another client, issuer, audience or key, expired, or leading on")
  func refused() async throws {
    let stranger = try PrivateKey.generate(on: .p256)
    for (object, reason) in [
      (Object(changes: ["client_id": "https://localhost/other"]), "name different clients"),
      (Object(changes: ["iss": "https://other.example"]), "'iss' of the request object"),
      (Object(changes: ["aud": "https://other.example"]), "'aud' of the request object"),
      (Object(changes: ["exp": 2_000_000_000]), "has expired"),
      (Object(changes: ["request_uri": "https://x"]), "leads to no other"),
      (Object(changes: ["client_metadata": .null]), "not signed by a key of its client"),
      (Object(signer: stranger), "not signed by a key of its client"),
      (Object(type: "application/json"), "is not of type"),
    ] {
      try await open(object) { party, link in
        let refusal = await party.refusal(link)
        #expect(refusal?.description.contains(reason) == true, "\(String(describing: refusal))")
      }
    }
  }

  @Test("RFC 6125 6.4: the certificate must be the client's; errors are told to nobody else")
  func certificate() async throws {
    try await open(Object(), names: ["other.example"]) { party, link in
      guard case .fetch(.insecure) = await party.refusal(link) else {
        Issue.record("a certificate of another name was taken")
        return
      }
    }
    let changes: JSONObject = ["nonce": .null]
    try await open(Object(changes: changes)) { party, link in
      guard case .reported(.open(let address), _) = await party.refusal(link) else {
        Issue.record("the client is not told")
        return
      }
      #expect(address.contains("error=invalid_request"))
    }
  }
}
