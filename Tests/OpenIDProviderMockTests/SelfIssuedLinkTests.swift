import DocgenClocks
import DocgenHTTPServer
import DocgenJOSE
import DocgenJSON
import DocgenTestSupport
import OpenIDProviderMock
import Testing

/// A provider on a phone that receives only a link: OpenID Connect Core 7, and Self-Issued OP v2.
@Suite struct SelfIssuedLinkTests {
  private let clock = ManualClock()

  private func phone(claiming addresses: [String] = []) -> SelfIssuedProvider {
    SelfIssuedProvider(
      claims: ["name": "Alice", "email": "alice@example.com"], clock: clock,
      random: RandomSource(seed: 1), claimedAddresses: addresses)
  }

  private func link(
    _ scheme: String = "openid://", _ changes: KeyValuePairs<String, String?> = [:]
  ) -> String {
    var parameters: [(name: String, value: String)] = [
      ("response_type", "id_token"), ("client_id", "https://client.example/cb"),
      ("scope", "openid email"), ("nonce", "n"), ("state", "a b"),
    ]
    for (name, value) in changes {
      parameters.removeAll { $0.name == name }
      if let value { parameters.append((name, value)) }
    }
    return scheme + "?" + FormFields.encode(parameters)
  }

  private func answer(
    _ link: String, claiming addresses: [String] = []
  ) async throws -> (response: SelfIssuedResponse, fields: FormFields) {
    let phone = phone(claiming: addresses)
    let response = try await phone.approve(phone.request(from: link))
    return (response, Self.fields(of: response))
  }

  private static func fields(of response: SelfIssuedResponse) -> FormFields {
    switch response {
    case .open(let address): FormFields(String(address.split(separator: "#").last ?? ""))
    case .post(_, let form): FormFields(form)
    }
  }

  private func told(_ link: String) async -> String? {
    do throws(SelfIssuedError) {
      _ = try await phone().request(from: link)
      return nil
    } catch {
      guard case .reported(let response, _) = error else { return "shown: \(error)" }
      return Self.fields(of: response)["error"]
    }
  }

  @Test("Core 7.4: self-issued.me, sub_jwk, and its thumbprint as sub")
  func core() async throws {
    let (response, fields) = try await answer(link())
    guard case .open(let address) = response else {
      Issue.record("the answer is not opened")
      return
    }
    #expect(address.hasPrefix("https://client.example/cb#id_token="))
    #expect(fields["state"] == "a b")
    let token = try JSONWebToken(decoding: fields["id_token"].orThrow())
    #expect(token.claims["iss"] == "https://self-issued.me")
    #expect(token.claims["aud"] == "https://client.example/cb")
    #expect(token.claims["nonce"] == "n")
    // Core 7.3: claims are in the ID token, because there is no userinfo endpoint.
    #expect(token.claims["email"] == "alice@example.com")
    #expect(token.claims["name"] == nil)
    let key = try JSONWebKey(json: token.claims["sub_jwk"].orThrow())
    #expect(token.claims["sub"]?.string == key.thumbprint)
    try token.verify(with: PublicKey(key.material), allowing: [.es256])
  }

  @Test("Core 5.5: claims asked for by name")
  func claims() async throws {
    let (_, fields) = try await answer(
      link("openid://", ["claims": #"{"id_token": {"name": null}}"#]))
    let token = try JSONWebToken(decoding: fields["id_token"].orThrow())
    #expect(token.claims["name"] == "Alice")
  }

  @Test("SIOP v2 11.1: iss and sub are the thumbprint's URN (RFC 9278)")
  func thumbprint() async throws {
    for metadata in [
      nil, #"{"subject_syntax_types_supported": ["urn:ietf:params:oauth:jwk-thumbprint"]}"#,
    ] {
      let (_, fields) = try await answer(link("siopv2://", ["client_metadata": metadata]))
      let token = try JSONWebToken(decoding: fields["id_token"].orThrow())
      let key = try JSONWebKey(json: token.claims["sub_jwk"].orThrow())
      let subject = "urn:ietf:params:oauth:jwk-thumbprint:sha-256:" + key.thumbprint
      #expect(token.claims["iss"]?.string == subject)
      #expect(token.claims["sub"]?.string == subject)
      try token.verify(with: PublicKey(key.material), allowing: [.es256])
    }
  }

  @Test("SIOP v2: a DID that holds the key")
  func did() async throws {
    let metadata = #"{"subject_syntax_types_supported": ["did:web", "did:jwk"]}"#
    let (_, fields) = try await answer(link("openid://", ["client_metadata": metadata]))
    let token = try JSONWebToken(decoding: fields["id_token"].orThrow())
    let subject = try (token.claims["sub"]?.string).orThrow()
    #expect(token.claims["iss"]?.string == subject)
    #expect(token.claims["sub_jwk"] == nil)
    #expect(token.keyID == subject + "#0")
    let encoded = try Base64URL.decode(subject.dropFirst("did:jwk:".count))
    let key = try JSONWebKey(json: JSONParser.parse(encoded))
    try token.verify(with: PublicKey(key.material), allowing: [.es256])
  }

  @Test("SIOP v2 10.2: an answer across devices is posted by the phone")
  func crossDevice() async throws {
    let (response, fields) = try await answer(link("siopv2://", ["response_mode": "post"]))
    guard case .post(let address, _) = response else {
      Issue.record("the answer is not posted")
      return
    }
    #expect(address == "https://client.example/cb")
    #expect(fields["id_token"] != nil)
    #expect(fields["state"] == "a b")
  }

  @Test("SIOP v2 11.4: errors of its own, in the same way as answers")
  func errors() async throws {
    let metadata = #"{"subject_syntax_types_supported": ["did:web"]}"#
    #expect(
      await told(link("siopv2://", ["client_metadata": metadata]))
        == "subject_syntax_types_not_supported")
    let phone = phone()
    let second = try await phone.deny(phone.request(from: link("siopv2://")))
    #expect(Self.fields(of: second)["error"] == "user_cancelled")
    let core = try await phone.deny(phone.request(from: link()))
    #expect(Self.fields(of: core)["error"] == "access_denied")
  }

  @Test("a claimed https address opens the app, others do not")
  func claimed() async throws {
    let address = "https://wallet.example/siop"
    let (_, fields) = try await answer(link(address), claiming: [address])
    let token = try JSONWebToken(decoding: fields["id_token"].orThrow())
    #expect(token.claims["iss"]?.string?.hasPrefix("urn:ietf:") == true)
    #expect(await told(link(address + ".evil"))?.hasPrefix("shown:") == true)
  }

  @Test(
    "Core 7.2, 3.1.2.6: what is missing or not understood",
    arguments: [
      ("response_type", "code", "unsupported_response_type"),
      ("response_type", nil, "unsupported_response_type"), ("nonce", nil, "invalid_request"),
      ("scope", "email", "invalid_scope"), ("request", "x", "request_not_supported"),
      ("claims", "x", "invalid_request"),
      ("client_id", nil, "shown: the parameter 'client_id' is missing"),
      ("client_id", "javascript:x", "shown: a redirect URI does not begin with 'javascript:'"),
      (
        "redirect_uri", "https://evil.example/",
        "shown: 'redirect_uri' is not the client, which is its own redirect URI"
      ),
    ] as [(String, String?, String)])
  func refused(name: String, value: String?, expected: String) async {
    #expect(await told(link("openid://", [name: value])) == expected)
  }

  @Test(
    "any text is read or refused",
    arguments: ["", "openid", ":", "openid:", "http://x?a", "openid://?a=1&a=2"])
  func arbitrary(text: String) async {
    #expect(await told(text)?.hasPrefix("shown:") == true)
  }
}
