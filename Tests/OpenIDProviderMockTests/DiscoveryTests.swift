import DocgenJOSE
import DocgenJSON
import DocgenTestSupport
import OpenIDProviderMock
import Testing

@Suite(.fewAtOnce) struct DiscoveryTests {
  @Test("Discovery 4.1, 4.3: the document of each issuer names that very issuer")
  func issuers() async throws {
    let issuers = ["/": Stage.issuer(), "/google": Stage.issuer(), "/google/eu": Stage.issuer()]
    try await Stage.open(issuers) { stage in
      for path in ["", "/google", "/google/eu"] {
        let reply = try await stage.browser.get("\(path)/.well-known/openid-configuration")
        #expect(reply.status == 200)
        #expect(reply.header("Content-Type") == "application/json")
        #expect(reply.header("Access-Control-Allow-Origin") == "*")
        let document = try reply.json
        #expect(document["issuer"]?.string == stage.provider.baseURL + path)
        #expect(document["issuer"]?.string == stage.provider.issuer(path.isEmpty ? "/" : path))
        #expect(
          document["token_endpoint"]?.string == stage.provider.baseURL + path + "/token")
        let keys = try await stage.browser.get(document.text("jwks_uri"))
        #expect(keys.status == 200)
      }
    }
  }

  @Test("RFC 8414 3.1: the same document with the well-known part in front")
  func authorizationServerMetadata() async throws {
    try await Stage.open(["/": Stage.issuer(), "/x": Stage.issuer()]) { stage in
      for path in ["", "/x"] {
        let one = try await stage.browser.get("\(path)/.well-known/openid-configuration")
        let other = try await stage.browser.get("/.well-known/oauth-authorization-server\(path)")
        #expect(other.status == 200)
        #expect(try one.json == other.json)
      }
    }
  }

  @Test("Discovery 3: everything required is there, and what is left out would mislead")
  func members() async throws {
    try await Stage.open { stage in
      let document = try await stage.browser.get("/.well-known/openid-configuration").json
      for name in [
        "issuer", "authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri",
      ] {
        #expect(try document.text(name).hasPrefix(stage.provider.baseURL))
      }
      #expect(document["subject_types_supported"] == ["public"])
      #expect(document["id_token_signing_alg_values_supported"]?.array?.contains("RS256") == true)
      #expect(document["response_types_supported"]?.array?.contains("code") == true)
      #expect(document["response_types_supported"]?.array?.contains("id_token token") == true)
      #expect(document["code_challenge_methods_supported"] == ["S256"])
      #expect(document["request_uri_parameter_supported"] == false)
      #expect(document["claims_parameter_supported"] == true)
      #expect(document["authorization_response_iss_parameter_supported"] == true)
      #expect(document["scopes_supported"]?.array?.contains("openid") == true)
      #expect(document["claims_supported"]?.array?.contains("groups") == true)
    }
  }

  @Test("Core 10.1, RFC 7517: named public keys, and nothing private")
  func keySet() async throws {
    try await Stage.open { stage in
      let reply = try await stage.browser.get("/jwks")
      let keys = try JSONWebKeySet(json: reply.json)
      #expect(keys.ignored.isEmpty)
      #expect(keys.keys.map(\.algorithm) == ["RS256", "ES256", "PS256"])
      #expect(Set(keys.keys.compactMap(\.keyID)).count == 3)
      #expect(keys.keys.allSatisfy { $0.use == "sig" })
      for key in try reply.json["keys"]?.array ?? [] {
        #expect(
          key.object?.keys.contains { ["d", "p", "q", "dp", "dq", "qi"].contains($0) } == false)
      }
    }
  }
}
