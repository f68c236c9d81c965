import DocgenClocks
import DocgenJSON
import DocgenTestSupport
import OpenIDProviderMock
import Testing

/// RFC 9126.
@Suite(.fewAtOnce) struct PushedRequestTests {
  private func push(
    _ stage: Stage, _ changes: KeyValuePairs<String, String?> = [:],
    headers: [String: String] = Stage.basic("web", "s3cret")
  ) async throws -> Reply {
    var parameters: [(String, String)] = [
      ("redirect_uri", Stage.redirectURI), ("response_type", "code"), ("scope", "openid"),
      ("state", "pushed"),
    ]
    for (name, value) in changes {
      parameters.removeAll { $0.0 == name }
      if let value { parameters.append((name, value)) }
    }
    return try await stage.browser.post("/par", parameters, headers: headers)
  }

  private func follow(_ stage: Stage, _ uri: String, client: String = "web") async throws -> Reply {
    try await stage.browser.get(
      "/authorize", [("client_id", client), ("request_uri", uri), ("state", "ignored")])
  }

  @Test("2.2, 4: the stored request counts, once, and only for its client")
  func once() async throws {
    try await Stage.open { stage in
      let reply = try await push(stage)
      #expect(reply.status == 201)
      #expect(reply.header("Cache-Control") == "no-store")
      #expect(try reply.json["expires_in"] == 60)
      let uri = try reply.json.text("request_uri")
      #expect(uri.hasPrefix("urn:ietf:params:oauth:request_uri:"))
      #expect(try await follow(stage, uri, client: "post").status == 400)
      let redirect = try await follow(stage, uri)
      #expect(redirect.query["state"] == "pushed")
      let code = try redirect.query["code"].orThrow()
      #expect(try await stage.token(["code": .some(code)]).status == 200)
      let again = try await follow(stage, uri)
      #expect(again.status == 400)
      #expect(again.body.contains("invalid_request_uri"))
    }
  }

  @Test("a request outlives a login page and a slow user, but not its minute")
  func time() async throws {
    try await Stage.open(login: .form) { stage in
      let page = try await follow(stage, try await push(stage).json.text("request_uri"))
      #expect(page.body.contains("<form"))
      let uri = try await push(stage).json.text("request_uri")
      try await stage.provider.queue(.slow(seconds: 90, then: .approve(username: "alice")))
      async let slow = follow(stage, uri)
      while stage.clock.sleeperCount == 0 { await Task.yield() }
      let late = try await push(stage).json.text("request_uri")
      stage.clock.advance(by: .seconds(59))
      let later = try await push(stage).json.text("request_uri")
      stage.clock.advance(by: .seconds(31))
      #expect(try await slow.query["code"] != nil)
      #expect(try await follow(stage, late).status == 400)
      #expect(try await follow(stage, later).query["code"] != nil)
    }
  }

  @Test("2.3: what /authorize would refuse is refused at once, in JSON")
  func errors() async throws {
    try await Stage.open { stage in
      for (changes, code) in [
        (["redirect_uri": "https://evil.example/cb"], "invalid_request"),
        (["response_type": "nonsense"], "unsupported_response_type"),
        (["request_uri": "urn:ietf:params:oauth:request_uri:x"], "invalid_request"),
        (["request": "x.y.z"], "request_not_supported"),
        (["client_id": "post"], "invalid_request"),
      ] as [(KeyValuePairs<String, String?>, String)] {
        let reply = try await push(stage, changes)
        #expect(reply.status == 400)
        #expect(try reply.json["error"]?.string == code)
      }
      let wrong = try await push(stage, headers: Stage.basic("web", "wrong"))
      #expect(wrong.status == 401)
      let native = try await push(
        stage, ["client_id": "native", "redirect_uri": "com.example.app:/cb"], headers: [:])
      #expect(try native.json["error"] == "invalid_request", "it needs PKCE here too")
    }
  }

  @Test("2.1: a public client names itself, and the secret of another stays out of the request")
  func clients() async throws {
    try await Stage.open { stage in
      let native = try await push(
        stage,
        [
          "client_id": "native", "redirect_uri": "com.example.app:/cb",
          "code_challenge": .some(Stage.challenge), "code_challenge_method": "S256",
        ], headers: [:])
      #expect(native.status == 201)
      let posted = try await push(
        stage, ["client_id": "post", "client_secret": "s3cret"], headers: [:])
      #expect(posted.status == 201)
      let uri = try posted.json.text("request_uri")
      #expect(try await follow(stage, uri, client: "post").query["code"] != nil)
    }
  }

  @Test("a fault waits for the redirect of a pushed request, by the parameters that were pushed")
  func fault() async throws {
    try await Stage.open { stage in
      try await stage.provider.inject(.wrongState, into: .authorization, when: ["state": "pushed"])
      let uri = try await push(stage).json.text("request_uri")
      #expect(try await follow(stage, uri).query["state"] == "another-state")
    }
  }
}
