import DocgenJSON
import DocgenTestSupport
import OpenIDProviderMock
import Testing

/// Errors that are sent to the client, with `state` and `iss` (RFC 6749 4.1.2.1, RFC 9207 2).
@Suite(.fewAtOnce) struct AuthorizationErrorTests {
  private func expectError(
    _ error: String, from stage: Stage, _ changes: KeyValuePairs<String, String?>,
    inFragment: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    for post in [false, true] {
      let reply = try await stage.authorize(changes, post: post)
      let parameters = inFragment ? reply.fragment : reply.query
      #expect(reply.status == (post ? 303 : 302), sourceLocation: sourceLocation)
      #expect(reply.target == Stage.redirectURI, sourceLocation: sourceLocation)
      #expect(parameters["error"] == error, sourceLocation: sourceLocation)
      #expect(parameters["state"] == "xyz & 1", sourceLocation: sourceLocation)
      #expect(parameters["iss"] == stage.provider.issuer(), sourceLocation: sourceLocation)
      #expect(parameters["code"] == nil, sourceLocation: sourceLocation)
      let description = try #require(
        parameters["error_description"], sourceLocation: sourceLocation)
      #expect(
        description.unicodeScalars.allSatisfy {
          (0x20...0x7E).contains($0.value) && $0 != "\"" && $0 != "\\"
        }, sourceLocation: sourceLocation)
    }
  }

  @Test("row 1 (RFC 6749 3.1): a repeated parameter")
  func repeated() async throws {
    try await Stage.open { stage in
      let twice = [
        ("client_id", "web"), ("redirect_uri", Stage.redirectURI), ("response_type", "code"),
        ("state", "s"), ("scope", "openid"),
      ]
      let reply = try await stage.browser.get("/authorize", twice + [("scope", "email")])
      #expect(reply.query["error"] == "invalid_request")
      #expect(reply.query["state"] == "s")
      // The provider can't know which of the two states is the client's.
      let ambiguous = try await stage.browser.get("/authorize", twice + [("state", "t")])
      #expect(ambiguous.query["error"] == "invalid_request")
      #expect(ambiguous.query["state"] == nil)
    }
  }

  @Test("row 4: no response_type")
  func missingResponseType() async throws {
    try await Stage.open { stage in
      try await expectError("invalid_request", from: stage, ["response_type": nil])
      try await expectError("invalid_request", from: stage, ["response_type": ""])
    }
  }

  @Test(
    "row 5: an unknown response_type", arguments: ["foo", "code foo", "code code", "CODE"])
  func unknownResponseType(type: String) async throws {
    try await Stage.open { stage in
      try await expectError("unsupported_response_type", from: stage, ["response_type": type])
    }
  }

  @Test("row 5: a response_type the client is not registered for")
  func unauthorizedResponseType() async throws {
    try await Stage.open { stage in
      try await expectError(
        "unauthorized_client", from: stage,
        ["client_id": "es", "response_type": "id_token token", "nonce": "n"], inFragment: true)
    }
  }

  @Test("row 6 (Multiple Response Types 5): tokens never travel in a query")
  func responseMode() async throws {
    try await Stage.open { stage in
      for type in ["id_token", "id_token token", "code id_token", "code token"] {
        try await expectError(
          "invalid_request", from: stage,
          ["response_type": type, "response_mode": "query", "nonce": "n"], inFragment: true)
      }
      try await expectError("invalid_request", from: stage, ["response_mode": "carrier_pigeon"])
    }
  }

  @Test(
    "row 7 (Core 3.1.2.6): request, request_uri, registration",
    arguments: ["request", "request_uri", "registration"])
  func notSupported(name: String) async throws {
    try await Stage.open { stage in
      let value = "https://evil.example/"
      let reply = try await stage.browser.get(
        "/authorize",
        [
          ("client_id", "web"), ("redirect_uri", Stage.redirectURI), ("response_type", "code"),
          ("scope", "openid"), (name, value),
        ])
      #expect(reply.query["error"] == "\(name)_not_supported")
    }
  }

  @Test("row 8: unknown scopes are ignored, or refused where the issuer is set so")
  func scopes() async throws {
    try await Stage.open { stage in
      let code = try await stage.code(["scope": "openid frobnicate"])
      #expect(try await stage.token(["code": code]).json["scope"] == "openid")
    }
    let strict = Stage.issuer { $0.refusesUnknownScopes = true }
    try await Stage.open(["/": strict]) { stage in
      try await expectError("invalid_scope", from: stage, ["scope": "openid frobnicate"])
    }
    try await Stage.open { stage in
      try await expectError(
        "invalid_scope", from: stage,
        ["response_type": "id_token", "scope": "email", "nonce": "n"], inFragment: true)
    }
  }

  @Test(
    "row 9 (Core 3.2.2.1, 3.3.2.11): no nonce",
    arguments: ["id_token", "id_token token", "code id_token"])
  func nonce(type: String) async throws {
    try await Stage.open { stage in
      try await expectError(
        "invalid_request", from: stage, ["response_type": type], inFragment: true)
    }
  }

  @Test("row 10 (RFC 7636 4.4.1): PKCE missing for a public client, plain, or malformed")
  func pkce() async throws {
    try await Stage.open { stage in
      let reply = try await stage.authorize([
        "client_id": "native", "redirect_uri": "com.example.app:/cb",
      ])
      #expect(reply.query["error"] == "invalid_request")
      #expect(reply.query["error_description"]?.contains("code_challenge") == true)
      let challenge = Stage.challenge
      for changes: KeyValuePairs<String, String?> in [
        ["code_challenge": challenge],
        ["code_challenge": challenge, "code_challenge_method": "plain"],
        ["code_challenge": challenge, "code_challenge_method": "s256"],
        ["code_challenge_method": "S256"],
        ["code_challenge": "short", "code_challenge_method": "S256"],
        ["code_challenge": challenge + "=", "code_challenge_method": "S256"],
        [
          "code_challenge": String(repeating: "a", count: 129), "code_challenge_method": "S256",
        ],
      ] {
        try await expectError("invalid_request", from: stage, changes)
      }
    }
  }

  @Test("row 10 (RFC 9700 2.1.1): who must use PKCE can be set")
  func pkceRequirement() async throws {
    try await Stage.open(["/": Stage.issuer { $0.requirePKCE = .always }]) { stage in
      try await expectError("invalid_request", from: stage, [:])
    }
    try await Stage.open(["/": Stage.issuer { $0.requirePKCE = .never }]) { stage in
      let reply = try await stage.authorize([
        "client_id": "native", "redirect_uri": "com.example.app:/cb",
      ])
      #expect(reply.query["code"] != nil)
    }
  }

  @Test("row 11: prompt=none excludes others, and unknown prompts are refused")
  func prompt() async throws {
    try await Stage.open { stage in
      try await expectError("invalid_request", from: stage, ["prompt": "none login"])
      try await expectError("invalid_request", from: stage, ["prompt": "frown"])
    }
  }

  @Test("row 12: prompt=none without anybody logged in")
  func loginRequired() async throws {
    try await Stage.open(login: .form) { stage in
      try await expectError("login_required", from: stage, ["prompt": "none"])
      try await expectError(
        "login_required", from: stage,
        ["prompt": "none", "response_type": "id_token", "nonce": "n"], inFragment: true)
    }
  }

  @Test("row 13: the user refuses")
  func denied() async throws {
    try await Stage.open { stage in
      try await stage.provider.queue(.deny, .deny)
      try await expectError("access_denied", from: stage, [:])
      #expect(try await stage.authorize().query["code"] != nil)
    }
  }

  @Test("Core 3.1.2.1: malformed max_age, claims and id_token_hint")
  func malformed() async throws {
    try await Stage.open { stage in
      for (name, value) in [
        ("max_age", "soon"), ("max_age", "-1"), ("claims", "{"), ("claims", "[]"),
        ("claims", #"{"id_token":[]}"#), ("id_token_hint", "x"), ("id_token_hint", "e30.e30.e30"),
      ] {
        let reply = try await stage.authorize([name: value])
        #expect(reply.query["error"] == "invalid_request")
      }
    }
  }

  @Test("an error goes where response_mode says")
  func errorMode() async throws {
    try await Stage.open { stage in
      try await expectError(
        "invalid_request", from: stage, ["response_mode": "fragment", "prompt": "none login"],
        inFragment: true)
    }
  }

  @Test("Core 3.1.2.1: display, ui_locales, acr_values and unknown parameters never fail")
  func ignored() async throws {
    try await Stage.open { stage in
      let reply = try await stage.authorize([
        "display": "hologram", "ui_locales": "xx yy", "acr_values": "9", "frob": "nicate",
        "access_type": "offline",
      ])
      #expect(reply.query["code"] != nil)
    }
  }
}
