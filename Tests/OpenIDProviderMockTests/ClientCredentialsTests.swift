import DocgenJSON
import DocgenTestSupport
import OpenIDProviderMock
import Testing

/// RFC 6749 4.4.
@Suite(.fewAtOnce) struct ClientCredentialsTests {
  @Test("RFC 6749 4.4.3: an access token for the client itself, and nothing else")
  func success() async throws {
    try await Stage.open(["/": Stage.issuer { $0.scopes = ["read"] }]) { stage in
      let answer = try await stage.token(
        ["grant_type": "client_credentials", "scope": "openid read offline_access"],
        client: "robot"
      ).json
      #expect(answer["token_type"] == "Bearer")
      #expect(answer["scope"] == "read")
      #expect(answer["id_token"] == nil)
      #expect(answer["refresh_token"] == nil)
      let access = try answer.text("access_token")
      let description = try await stage.browser.post(
        "/introspect", [("token", access)], headers: Stage.basic("web", "s3cret")
      ).json
      #expect(description["active"] == true)
      #expect(description["sub"] == "robot")
      #expect(description["username"] == nil)
      let info = try await stage.browser.get("/userinfo", headers: Stage.bearer(access))
      #expect(info.status == 401)
    }
  }

  @Test("RFC 6749 5.2: not registered, no secret, unknown scope")
  func errors() async throws {
    let issuer = Stage.issuer {
      $0.refusesUnknownScopes = true
      $0.clients.append(
        ClientRegistration(
          clientID: "open", redirectURIs: [], responseTypes: [], grantTypes: [.clientCredentials]))
    }
    try await Stage.open(["/": issuer]) { stage in
      let changes: KeyValuePairs<String, String?> = ["grant_type": "client_credentials"]
      #expect(try await stage.token(changes).json["error"] == "unauthorized_client")
      let open = try await stage.token(
        ["grant_type": "client_credentials", "client_id": "open"], headers: [:])
      #expect(try open.json["error"] == "unauthorized_client")
      let scope = try await stage.token(
        ["grant_type": "client_credentials", "scope": "write"], client: "robot")
      #expect(try scope.json["error"] == "invalid_scope")
    }
  }
}
