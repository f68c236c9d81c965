import DocgenJSON
import DocgenTestSupport
import OpenIDProviderMock
import Testing

/// OpenID Connect Dynamic Client Registration 1.0 section 3.
@Suite(.fewAtOnce) struct RegistrationTests {
  private static let open = ["/": Stage.issuer { $0.allowsRegistration = true }]

  @Test("3.2: a registered client works, and what was ignored is not echoed")
  func success() async throws {
    try await Stage.open(Self.open) { stage in
      let discovery = try await stage.browser.get("/.well-known/openid-configuration").json
      let reply = try await stage.browser.post(
        discovery.text("registration_endpoint"),
        json: """
          {"redirect_uris": ["https://app.example/cb"], "client_name": "x", "client_id": "web",
           "token_endpoint_auth_method": "client_secret_post", "jwks": null,
           "post_logout_redirect_uris": ["https://app.example/bye"]}
          """)
      #expect(reply.status == 201)
      #expect(reply.header("Cache-Control") == "no-store")
      let client = try reply.json
      #expect(client["client_id"] != "web")
      #expect(client["client_name"] == "x")
      #expect(client["client_id_issued_at"]?.integer == stage.now)
      #expect(client["client_secret_expires_at"] == 0)
      #expect(client["post_logout_redirect_uris"] == ["https://app.example/bye"])
      #expect(client["response_types"] == ["code"])
      let id = try client.text("client_id")
      let code = try await stage.code(["client_id": .some(id)])
      let answer = try await stage.token(
        ["code": code, "client_id": id, "client_secret": client.text("client_secret")],
        headers: [:])
      #expect(answer.status == 200)
    }
  }

  @Test("a public client gets no secret")
  func publicClient() async throws {
    try await Stage.open(Self.open) { stage in
      let client = try await stage.browser.post(
        "/register",
        json: #"{"redirect_uris": ["a.b:/cb"], "token_endpoint_auth_method": "none"}"#
      ).json
      #expect(client["client_secret"] == nil)
      #expect(client["token_endpoint_auth_method"] == "none")
    }
  }

  @Test(
    "3.3: what is wrong is named",
    arguments: [
      ("", "invalid_client_metadata"), ("[]", "invalid_client_metadata"),
      ("{}", "invalid_redirect_uri"),
      (#"{"redirect_uris": ["javascript:alert(1)"]}"#, "invalid_redirect_uri"),
      (#"{"redirect_uris": ["https://a/#b"]}"#, "invalid_redirect_uri"),
      (#"{"redirect_uris": ["https://a/"], "response_types": ["x"]}"#, "invalid_client_metadata"),
      (
        #"{"redirect_uris": ["https://a/"], "id_token_signed_response_alg": "none"}"#,
        "invalid_client_metadata"
      ),
    ])
  func errors(body: String, error: String) async throws {
    try await Stage.open(Self.open) { stage in
      let reply = try await stage.browser.post("/register", json: body)
      #expect(reply.status == 400)
      #expect(try reply.json["error"]?.string == error)
    }
  }

  @Test("closed unless the issuer is set so")
  func closed() async throws {
    try await Stage.open { stage in
      let discovery = try await stage.browser.get("/.well-known/openid-configuration").json
      #expect(discovery["registration_endpoint"] == nil)
      let reply = try await stage.browser.post("/register", json: "{}")
      #expect(reply.status == 403)
    }
  }
}
