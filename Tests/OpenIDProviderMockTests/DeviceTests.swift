import DocgenClocks
import DocgenJOSE
import DocgenJSON
import DocgenTestSupport
import OpenIDProviderMock
import Testing

/// RFC 8628.
@Suite(.fewAtOnce) struct DeviceTests {
  private func start(_ stage: Stage) async throws -> JSONValue {
    let reply = try await stage.browser.post(
      "/device_authorization", [("client_id", "tv"), ("scope", "openid offline_access")])
    #expect(reply.status == 200)
    #expect(reply.header("Cache-Control") == "no-store")
    return try reply.json
  }

  private func poll(_ stage: Stage, _ device: JSONValue) async throws -> Reply {
    try await stage.token(
      [
        "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "client_id": "tv",
        "device_code": device.text("device_code"),
      ], headers: [:])
  }

  private func error(_ stage: Stage, _ device: JSONValue) async throws -> String? {
    try await poll(stage, device).json["error"]?.string
  }

  @Test("RFC 8628 3.2: the codes, where to go, how long and how often")
  func codes() async throws {
    try await Stage.open { stage in
      let device = try await start(stage)
      let page = stage.provider.issuer() + "/device"
      let userCode = try device.text("user_code")
      #expect(userCode.wholeMatch(of: /[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}/) != nil)
      #expect(device["verification_uri"]?.string == page)
      #expect(device["verification_uri_complete"]?.string == page + "?user_code=" + userCode)
      #expect(device["expires_in"] == 600)
      #expect(device["interval"] == 5)
      let discovery = try await stage.browser.get("/.well-known/openid-configuration").json
      #expect(
        try discovery.text("device_authorization_endpoint").hasSuffix("/device_authorization"))
    }
  }

  @Test("RFC 8628 3.5: pending, then tokens, once")
  func success() async throws {
    try await Stage.open(login: .form) { stage in
      let device = try await start(stage)
      #expect(try await error(stage, device) == "authorization_pending")
      stage.clock.advance(by: .seconds(5))
      #expect(try await error(stage, device) == "authorization_pending")
      let page = try await stage.browser.get("/device")
      #expect(page.status == 200)
      #expect(page.body.contains("<label for=\"user_code\">"))
      let code = try device.text("user_code").lowercased().replacing("-", with: " ")
      let form = [("user_code", code), ("username", "bob"), ("action", "allow")]
      let wrong = try await stage.browser.post("/device", form + [("password", "x")])
      #expect(wrong.status == 403)
      #expect(wrong.body.contains("role=\"alert\""))
      let right = try await stage.browser.post("/device", form + [("password", "builder")])
      #expect(right.body.contains("The device is connected"))
      let answer = try await poll(stage, device).json
      let claims = try await stage.verified(answer.text("id_token")).claims
      #expect(claims["sub"] == "bob")
      #expect(claims["aud"] == "tv")
      #expect(answer["refresh_token"] != nil)
      #expect(try await error(stage, device) == "invalid_grant")
    }
  }

  @Test("RFC 8628 3.5: slow_down adds five seconds")
  func slowDown() async throws {
    try await Stage.open(login: .form) { stage in
      let device = try await start(stage)
      #expect(try await error(stage, device) == "authorization_pending")
      stage.clock.advance(by: .seconds(4))
      #expect(try await error(stage, device) == "slow_down")
      stage.clock.advance(by: .seconds(9))
      #expect(try await error(stage, device) == "slow_down")
      stage.clock.advance(by: .seconds(15))
      #expect(try await error(stage, device) == "authorization_pending")
    }
  }

  @Test("RFC 8628 3.5: denied, expired, unknown, another client's")
  func errors() async throws {
    try await Stage.open(login: .form) { stage in
      let denied = try await start(stage)
      _ = try await stage.browser.post(
        "/device", [("user_code", denied.text("user_code")), ("action", "deny")])
      #expect(try await error(stage, denied) == "access_denied")
      let late = try await start(stage)
      stage.clock.advance(by: .seconds(600))
      #expect(try await error(stage, late) == "expired_token")
      let gone = try await stage.browser.get("/device", [("user_code", late.text("user_code"))])
      #expect(gone.status == 403)
      #expect(try await error(stage, ["device_code": "bogus"]) == "invalid_grant")
      let other = try await stage.browser.post(
        "/device_authorization", [], headers: Stage.basic("web", "s3cret"))
      #expect(try other.json["error"] == "unauthorized_client")
    }
  }

  @Test("a visit is enough where the user is scripted")
  func scripted() async throws {
    try await Stage.open { stage in
      let device = try await start(stage)
      #expect(try await error(stage, device) == "authorization_pending")
      _ = try await stage.browser.get(device.text("verification_uri_complete"))
      let answer = try await poll(stage, device).json
      #expect(try await stage.verified(answer.text("id_token")).claims["sub"] == "a-1")
      try await stage.provider.queue(.deny)
      let second = try await start(stage)
      _ = try await stage.browser.get(second.text("verification_uri_complete"))
      #expect(try await error(stage, second) == "access_denied")
    }
  }
}
