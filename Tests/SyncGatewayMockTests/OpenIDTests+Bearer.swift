import DocgenClocks
import DocgenHTTPServer
import DocgenJOSE
import DocgenJSON
import Foundation
import SyncGatewayMock
import Testing

/// ID tokens that the client sends to the gateway.
extension OpenIDTests {
  private func bearer(_ token: String) -> [String: String] { ["Authorization": "Bearer \(token)"] }

  @Test("section 3, bearer: a token logs in and makes a session", arguments: Profile.allCases)
  func aBearerTokenLogsInAndMakesASession(_ profile: Profile) async throws {
    try await run(profile) { (call, provider) async throws in
      let token = bearer(try provider.token(["aud": ["x", "client"]]))
      #expect(try await call("GET", "/db/nosuch", headers: token).status == 404)
      let session = try await call("POST", "/db/_session", headers: token)
      #expect(session.status == 200)
      #expect(session.json?["userCtx"]?["name"]?.string == userName(provider))
      // A day, regardless of the token's expiry.
      #expect(session["Set-Cookie"]?.contains("Expires=Thu, 19 May 2033 03:33:20 GMT") == true)
      // The keys are fetched once.
      #expect(provider.keySetRequests == 1)
    }
  }

  @Test(
    "section 3, bearer: iss, aud, exp, sub are checked; section 2, order 1: fail → 401 without WWW-Authenticate",
    arguments: [
      ["iss": "http://other"], ["aud": "other"], ["exp": 1], ["sub": nil],
    ] as [[String: JSONValue]])
  func badBearerTokensAre401WithoutChallenge(_ change: [String: JSONValue]) async throws {
    for profile in Profile.allCases {
      try await run(profile) { (call, provider) async throws in
        let reply = try await call("GET", "/db/_session", headers: bearer(provider.token(change)))
        #expect(reply.status == 401)
        #expect(reply.reason == "Invalid login")
        #expect(reply["WWW-Authenticate"] == nil)
      }
    }
  }

  @Test("section 3, bearer: the signature is checked") func signaturesAreChecked() async throws {
    try await run { (call, provider) async throws in
      let good = try provider.token()
      let body = good.split(separator: ".")
      let forged = "\(body[0]).\(body[1]).\(Base64URL.encode([UInt8](repeating: 1, count: 256)))"
      #expect(try await call("GET", "/db/_session", headers: bearer(forged)).status == 401)
      let unsigned = JSONWebToken(header: ["alg": "none"], claims: provider.claims(), signature: [])
      #expect(
        try await call("GET", "/db/_session", headers: bearer(unsigned.compact)).status == 401)
      #expect(try await call("GET", "/db/_session", headers: bearer("x")).status == 401)
      #expect(try await call("GET", "/db/_session", headers: bearer(good)).status == 200)
    }
  }

  @Test("section 3, bearer: 1.5 takes RSA only, 2.8 what discovery advertises")
  func ellipticCurvesCameWith2_x() async throws {
    for (profile, status) in [(Profile.v1_5, 401), (.v2_8, 200)] {
      try await run(profile) { (call, provider) async throws in
        let token = bearer(try provider.token(algorithm: .es256))
        #expect(try await call("GET", "/db/_session", headers: token).status == status)
      }
    }
  }

  /// Also if a new key has the ID of an old one.
  @Test("section 3, bearer: new keys are fetched", arguments: [false, true])
  func newKeysAreFetched(_ hasOldKey: Bool) async throws {
    try await run { (call, provider) async throws in
      let old = try PrivateKey.generateRSA().publicKey.jwk(keyID: "r")
      provider.script { $0.keys = hasOldKey ? [old] : [] }
      let token = bearer(try provider.token())
      #expect(try await call("GET", "/db/_session", headers: token).status == 401)
      try provider.publishKeys()
      #expect(try await call("GET", "/db/_session", headers: token).status == 200)
    }
  }

  @Test("section 3, bearer: iat in 1.5, nbf with a minute of leeway in 2.8")
  func issuedAtIn1_5AndNotBeforeIn2_8() async throws {
    let future: JSONValue = 2_000_000_100
    for (profile, change, status) in [
      (Profile.v1_5, ["iat": nil], 401), (.v2_8, ["iat": nil], 200), (.v1_5, ["nbf": future], 200),
      (.v2_8, ["nbf": future], 401), (.v2_8, ["nbf": 2_000_000_050], 200),
    ] as [(Profile, [String: JSONValue], Int)] {
      try await run(profile) { (call, provider) async throws in
        let token = bearer(try provider.token(change))
        #expect(try await call("GET", "/db/_session", headers: token).status == status)
      }
    }
  }

  @Test("section 1, `validation_key`: absent, bearer still works") func bearerWorksWithoutASecret()
    async throws
  {
    let provider = try ScriptedProvider()
    try provider.publishKeys()
    let database = """
      "oidc": {"providers": {"one": {"issuer": "\(provider.issuer)", "client_id": "client",
        "register": true}}}
      """
    try await GatewayHarness.run(database) { (call) async throws in
      let token = bearer(try provider.token())
      #expect(try await call("GET", "/db/nosuch", headers: token).status == 404)
    }
    await provider.stop()
  }
}
