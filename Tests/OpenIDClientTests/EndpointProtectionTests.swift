import DocgenJSON
import DocgenTestSupport
import Foundation
import OpenIDClient
import OpenIDProviderMock
import Testing

/// Endpoints are `https`; only a provider on this machine may do without.
@Suite(.fewAtOnce) struct EndpointProtectionTests {
  private static let names = [
    "authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint",
    "revocation_endpoint", "end_session_endpoint",
  ]

  private func problem(_ issuer: String, _ changes: [String: String] = [:]) -> ClientError? {
    var document: JSONObject = ["issuer": .string(issuer)]
    for name in Self.names { document[name] = .string(changes[name] ?? issuer + "/" + name) }
    do throws(ClientError) {
      _ = try ProviderMetadata(document: .object(document), of: issuer)
      return nil
    } catch {
      return error
    }
  }

  @Test func acceptsEncryptedAndLocalEndpoints() {
    for issuer in [
      "https://op.example", "HTTPS://op.example", "http://localhost:9090", "http://127.0.0.1:9090",
      "http://127.1.2.3", "http://[::1]:9090",
    ] {
      #expect(problem(issuer) == nil, "\(issuer)")
    }
    #expect(problem("http://localhost", ["token_endpoint": "https://op.example/t"]) == nil)
  }

  @Test(arguments: names)
  func refusesAnEndpointInClear(_ name: String) {
    for (issuer, endpoint) in [
      ("https://op.example", "http://op.example/x"), ("https://op.example", "http://127.0.0.1/x"),
      ("https://op.example", "ftp://op.example/x"), ("http://127.0.0.1", "http://op.example/x"),
      ("http://127.0.0.1", "http://127.0.0.1.example/x"),
      ("http://127.0.0.1", "http://localhost.example/x"),
    ] {
      #expect(
        problem(issuer, [name: endpoint])
          == .malformedResponse(.discovery, "its '\(name)' is not an https address"))
    }
  }

  @Test func requestsNoDiscoveryInClear() async throws {
    try await Stage.open { stage in
      for provider: ProviderSource in [
        .discovered(issuer: "http://op.example"),
        .known(
          ProviderMetadata(
            issuer: "http://op.example",
            authorizationEndpoint: try #require(URL(string: "http://op.example/a")))),
      ] {
        let client = OAuthClient(
          provider: provider,
          settings: ClientSettings(clientID: "app", redirectURI: Stage.redirectURI))
        try await client.start()
        guard case .failed(.configuration(let text)) = await client.state else {
          Issue.record("it was accepted")
          continue
        }
        #expect(text.hasSuffix("is not an https address"))
      }
    }
  }

  /// Both modules have response types and self-issued requests; a file that imports both needs no
  /// module's name for the kit's.
  @Test func namesAreNotAmbiguousBesideTheMock() {
    let type: ResponseType = [.code, .idToken]
    let registered = ClientRegistration(
      clientID: "app", redirectURIs: ["app:/cb"], responseTypes: [[.code, .idToken]])
    #expect(registered.responseTypes.map(\.description) == [type.description])
    #expect("\(SelfIssuedRequest.self)" == "SelfIssuedRequest")
  }
}
