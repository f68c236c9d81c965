import DocgenClocks
import DocgenHTTPClient
import DocgenJSON
import DocgenTestSupport
import OpenIDProviderMock
import Testing

/// Faults on the way between a provider and its client.
@Suite(.fewAtOnce) struct TransportFaultTests {
  private func refreshToken(_ stage: Stage) async throws -> String {
    try await stage.token(["code": stage.code(["access_type": "offline"])]).json.text(
      "refresh_token")
  }

  private func refresh(_ stage: Stage, _ token: String) async throws -> Reply {
    try await stage.token(["grant_type": "refresh_token", "refresh_token": token])
  }

  @Test("a connection dropped before anything happened: the code is still good")
  func droppedBefore() async throws {
    try await Stage.open { stage in
      let code = try await stage.code()
      try await stage.provider.inject(.droppedBefore, into: .token)
      await #expect(throws: TransportError.self) { try await stage.afresh.token(["code": code]) }
      let again = try await stage.token(["code": code])
      #expect(again.status == 200)
      try await stage.provider.expect(count: 1, EndpointPattern(.token, status: 0))
    }
  }

  @Test("a connection dropped after everything happened: the rotated token is lost")
  func droppedAfter() async throws {
    try await Stage.open(["/": Stage.issuer { $0.refreshTokenRotation = .reuseDetection }]) {
      stage in
      let token = try await refreshToken(stage)
      try await stage.provider.inject(.droppedAfter, into: .token)
      await #expect(throws: TransportError.self) { try await refresh(stage.afresh, token) }
      let reply = try await refresh(stage, token)
      #expect(reply.status == 400)
      try #expect(reply.json["error"] == "invalid_grant")
    }
  }

  @Test("an answer cut short, and one that is short and says so")
  func truncation() async throws {
    try await Stage.open { stage in
      try await stage.provider.inject(.cut, into: .keys)
      await #expect(throws: TransportError.self) { try await stage.browser.get("/jwks") }
      try await stage.provider.inject(.truncated, into: .keys)
      let short = try await stage.browser.get("/jwks")
      #expect(short.status == 200)
      #expect(throws: JSONSyntaxError.self) { try short.json }
    }
  }

  @Test("the next three refreshes, and no other request, are refused (RFC 6749 5.2)")
  func matching() async throws {
    try await Stage.open { stage in
      let token = try await refreshToken(stage)
      try await stage.provider.inject(
        .error("temporarily_unavailable", status: 503), into: .token,
        when: ["grant_type": "refresh_token"], times: 3)
      let code = try await stage.code()
      let other = try await stage.token(["code": code])
      #expect(other.status == 200)
      for _ in 0..<3 {
        let refused = try await refresh(stage, token)
        #expect(refused.status == 503)
        #expect(refused.header("Cache-Control") == "no-store")
        try #expect(refused.json["error"] == "temporarily_unavailable")
      }
      let fine = try await refresh(stage, token)
      #expect(fine.status == 200)
      try await stage.provider.expect(
        count: 3, EndpointPattern(.token, status: 503, error: "temporarily_unavailable"))
    }
  }

  @Test(
    "RFC 6749 4.1.2.1: an error at the authorization endpoint goes by redirect, with state and iss")
  func authorizationError() async throws {
    try await Stage.open { stage in
      try await stage.provider.inject(
        .error("temporarily_unavailable"), into: .authorization, times: 2)
      let reply = try await stage.authorize()
      #expect(reply.query["error"] == "temporarily_unavailable")
      #expect(reply.query["state"] == "xyz & 1")
      #expect(reply.query["iss"] == stage.provider.issuer())
      // Never redirect to an unregistered address.
      let foreign = try await stage.authorize(["redirect_uri": "https://evil.example/"])
      #expect(foreign.status == 400)
      #expect(foreign.header("Location") == nil)
    }
  }

  @Test("error JSON with 200 or 403, and text that is no JSON", arguments: [200, 403])
  func errorWithStatus(status: Int) async throws {
    try await Stage.open { stage in
      try await stage.provider.inject(.errorWithStatus(status), into: .token, times: 2)
      let right = try await stage.token(["code": "unknown"])
      #expect(right.status == status)
      try #expect(right.json["error"] == "invalid_grant")
      let code = try await stage.code()
      let wrong = try await stage.token(["code": code])
      #expect(wrong.status == status)
      try #expect(wrong.json["error"] == "server_error")
      try await stage.provider.inject(.notJSON, into: .token)
      let text = try await stage.token(["code": "unknown"])
      #expect(text.header("Content-Type") == "application/json")
      #expect(throws: JSONSyntaxError.self) { try text.json }
    }
  }

  @Test("RFC 6749 5.1: no token_type, expires_in as text or negative")
  func malformedTokenAnswers() async throws {
    try await Stage.open { stage in
      for (fault, name, value) in [
        (.missingTokenType, "token_type", nil), (.expiresInAsString, "expires_in", "3600"),
        (.negativeExpiresIn, "expires_in", -1),
      ] as [(ResponseFault, String, JSONValue?)] {
        try await stage.provider.inject(fault, into: .token)
        let answer = try await stage.token(["code": stage.code()]).json
        #expect(answer[name] == value)
        #expect(answer["access_token"] != nil)
      }
    }
  }

  @Test("RFC 9207 1, RFC 6749 10.12: the iss of a mix-up, the state of another request")
  func mixUp() async throws {
    try await Stage.open { stage in
      try await stage.provider.inject(.wrongIssuer, into: .authorization)
      try await stage.provider.inject(.wrongState, into: .authorization)
      let iss = try await stage.authorize()
      #expect(iss.query["iss"] == "https://other.example")
      #expect(iss.query["state"] == "xyz & 1")
      let state = try await stage.authorize()
      #expect(state.query["state"] == "another-state")
      #expect(state.query["code"] != nil)
    }
  }
}
