import DocgenClocks
import DocgenHTTPClient
import DocgenHTTPServer
import DocgenJOSE
import DocgenJSON
import DocgenTLS
import DocgenTestSupport
import Foundation
import OpenIDProviderMock
import Testing

/// Controls used from another process, and functions of a test.
@Suite(.fewAtOnce) struct RemoteControlTests {
  private func open(_ body: (Stage, Browser) async throws -> Void) async throws {
    try await Stage.open { stage in
      let control = try await ProviderControl.open(stage.provider, clock: stage.clock)
      try await using(control, thenStopping: { await $0.close() }) {
        try await body(stage, Browser($0))
      }
    }
  }

  @Test("decisions, faults, claims, keys, logout and time, from another process")
  func effects() async throws {
    try await open { stage, control in
      #expect(try await control.post("/decisions", json: #"{"does": "deny"}"#).status == 200)
      let denied = try await stage.authorize()
      #expect(denied.query["error"] == "access_denied")
      let fault = #"{"endpoint": "jwks", "fault": "status", "status": 503}"#
      #expect(try await control.post("/faults", json: fault).status == 200)
      #expect(try await stage.browser.get("/jwks").status == 503)
      #expect(
        try await control.post("/faults", json: #"{"conformance": "sig-none"}"#).status == 200)
      let unsigned = try await stage.token(["code": stage.code()]).json
      #expect(try JSONWebToken(decoding: unsigned.text("id_token")).algorithm == "none")
      let claims = try await control.get("/claims", [("user", "alice")], method: "PUT")
      #expect(claims.status == 400)
      #expect(try await control.get("/keys", [("change", "rotate")], method: "POST").status == 200)
      let keys = try await JSONWebKeySet(json: stage.browser.get("/jwks").json)
      #expect(keys.keys.count == 6)
      let before = stage.now
      #expect(try await control.get("/clock", [("advance", "60")], method: "POST").status == 200)
      #expect(stage.now == before + 60)
      let answer = try await stage.token(["code": stage.code()]).json
      #expect(try await control.get("/logout", [("user", "alice")], method: "POST").status == 200)
      let info = try await stage.browser.get(
        "/userinfo", headers: Stage.bearer(answer.text("access_token")))
      #expect(info.status == 401)
    }
  }

  @Test("the log and the coverage, and the log forgotten")
  func reading() async throws {
    try await open { stage, control in
      try await stage.provider.inject(conformance: .userInfoInvalidSubject)
      let access = try await stage.provider.accessToken(for: "alice", client: "web")
      _ = try await stage.browser.get("/userinfo")
      _ = try await stage.browser.get("/userinfo", headers: Stage.bearer(access))
      let log = try await control.get("/requests").json["requests"]?.array ?? []
      #expect(log.map { $0["endpoint"] } == ["userinfo", "userinfo"])
      #expect(log.map { $0["faults"] } == [[], ["userinfo-invalid-sub"]])
      let coverage = try await control.get("/coverage").json
      #expect(coverage["coverage"]?.string?.hasPrefix("1 of 24; missing: ") == true)
      #expect(try await control.get("/requests", method: "DELETE").status == 200)
      #expect(await stage.provider.requests.isEmpty)
    }
  }

  @Test("a mistake is named, at its place, and changes nothing")
  func mistakes() async throws {
    try await open { stage, control in
      for (path, body, text) in [
        (
          "/decisions", #"{"does": "dney"}"#, "unknown value 'dney' of 'does'; did you mean 'deny'?"
        ),
        ("/decisions", "{", "expected"), ("/faults", "{}", "a fault needs"),
        ("/decisions?issuer=/x", #"{"does": "deny"}"#, "no issuer has the path '/x'"),
        ("/keys?change=x", "{}", "'change' must be one of rotate,"),
        ("/clock?advance=-1", "{}", "'advance' must be a whole number of seconds"),
        ("/nothing", "{}", "there is no 'POST /nothing' among the controls"),
      ] {
        let reply = try await control.post(path, json: body)
        #expect(reply.status == 400)
        #expect(reply.body.contains(text), "\(reply.body)")
      }
      let web = try await control.get("/requests", headers: ["Origin": "https://evil.example"])
      #expect(web.status == 403)
      #expect(try await stage.authorize().query["code"] != nil)
    }
  }

  @Test("a function changes the claims of tokens")
  func claimsHook() async throws {
    try await Stage.open(["/": Stage.issuer { $0.accessTokenFormat = .jwt }]) { stage in
      try await stage.provider.changeClaims { context, claims in
        claims["seen"] = .string("\(context.clientID) \(context.username ?? "") \(context.kind)")
      }
      let answer = try await stage.token(["code": stage.code()]).json
      for (name, seen) in [
        ("id_token", "web alice idToken"), ("access_token", "web alice accessToken"),
      ] {
        let token = try await stage.verified(answer.text(name))
        #expect(token.claims["seen"]?.string == seen)
      }
      try await stage.provider.changeClaims(change: nil)
      let plain = try await stage.token(["code": stage.code()]).json
      #expect(try await stage.verified(plain.text("id_token")).claims["seen"] == nil)
    }
  }

  @Test("a function chooses what is wrong")
  func faultHook() async throws {
    try await Stage.open { stage in
      try await stage.provider.chooseFaults { request in
        request.endpoint == .token && request.parameters["code"] == "bad" ? .status(500) : nil
      }
      #expect(try await stage.token(["code": "bad"]).status == 500)
      #expect(try await stage.token(["code": "other"]).status == 400)
      try await stage.provider.expect(count: 1, EndpointPattern(.token, status: 500))
    }
  }

  @Test("a provider over TLS calls itself https, and marks its cookies Secure (RFC 6265 4.1.2.5)")
  func tls() async throws {
    let root = try CertificateAuthority(
      name: "Test root", validFrom: .distantPast2000, validUntil: .distantFuture2100)
    let identity = try root.issue(
      for: ["127.0.0.1"], validFrom: .distantPast2000, validUntil: .distantFuture2100)
    let clock = ManualClock()
    let provider = try await OpenIDProvider.start(
      configuration: ProviderConfiguration(issuers: ["/": Stage.issuer(login: .form)]),
      clock: clock, random: RandomSource(seed: 1),
      tls: .init(chain: identity.certificate, privateKey: identity.privateKey))
    let client = DefaultTransport(TransportOptions(trustedRoots: root.certificate))
    let address = URL(string: provider.issuer() + "/.well-known/openid-configuration")
    let answer = try await client.send(TransportRequest(url: address.orThrow()))
    #expect(answer.status == 200)
    let document = try JSONParser.parse(answer.body)
    #expect(document["issuer"]?.string == provider.issuer())
    #expect(provider.issuer().hasPrefix("https://127.0.0.1:"))
    #expect(try await provider.logIn("bob").contains("; Secure;"))
    await provider.stop()
  }
}
