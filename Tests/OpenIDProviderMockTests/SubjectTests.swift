import DocgenJOSE
import DocgenJSON
import DocgenTestSupport
import OpenIDProviderMock
import Testing

/// The subject of a token.
@Suite(.fewAtOnce) struct SubjectTests {
  @Test("Core 3.3.3.6, 5.3.2: both ID tokens of a hybrid flow and userinfo agree on iss and sub")
  func hybrid() async throws {
    try await Stage.open { stage in
      let reply = try await stage.authorize(["response_type": "code id_token", "nonce": "n"])
      let answer = try await stage.token(["code": reply.fragment["code"]]).json
      let front = try await stage.verified(reply.fragment["id_token"]).claims
      let back = try await stage.verified(answer.text("id_token")).claims
      for name in ["iss", "sub", "aud", "nonce", "auth_time"] {
        #expect(front[name] != nil)
        #expect(front[name] == back[name], "\(name)")
      }
      let info = try await stage.browser.get(
        "/userinfo", headers: Stage.bearer(answer.text("access_token")))
      #expect(try info.json["sub"] == front["sub"])
    }
  }

  @Test("Core 5.5.1: a request for a certain sub is not answered with another's token")
  func requestedSubject() async throws {
    try await Stage.open { stage in
      let claims = { (subject: String) in #"{"id_token":{"sub":{"value":"\#(subject)"}}}"# }
      let alice = try await stage.authorize(["claims": .some(claims("a-1"))])
      #expect(alice.query["code"] != nil)
      for prompt in [nil, "none"] {
        let other = try await stage.authorize([
          "claims": .some(claims("bob")), "prompt": prompt,
        ])
        #expect(other.query["error"] == "login_required")
      }
    }
  }

  @Test(
    "Core 2: sub is a string of at most 255 ASCII characters",
    arguments: [
      (#""a""#, true), ("\"\(String(repeating: "a", count: 255))\"", true),
      ("\"\(String(repeating: "a", count: 256))\"", false), (#""""#, false), (#""ä""#, false),
      ("7", false),
    ])
  func form(subject: String, isFine: Bool) {
    let problems = ProviderConfiguration.check(
      #"{"issuers": {"/": {"users": [{"username": "a", "claims": {"sub": \#(subject)}}]}}}"#)
    #expect(problems.isEmpty == isFine)
  }

  @Test("Core 5.1: without a claim sub the user's name is the subject")
  func defaultSubject() async throws {
    try await Stage.open { stage in
      try await stage.provider.queue(.approve(username: "bob"))
      let reply = try await stage.authorize(["response_type": "id_token", "nonce": "n"])
      #expect(try await stage.verified(reply.fragment["id_token"]).claims["sub"] == "bob")
    }
  }
}
