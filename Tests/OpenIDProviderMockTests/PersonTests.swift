import DocgenClocks
import DocgenJOSE
import DocgenJSON
import DocgenTestSupport
import Foundation
import OpenIDProviderMock
import Testing

/// The other ways in which a user logs in.
@Suite(.fewAtOnce) struct PersonTests {
  private func press(_ stage: Stage, _ page: Reply, _ fields: (String, String)...) async throws
    -> Reply
  {
    try await stage.browser.post(
      "/login", [("transaction", page.field("transaction").orThrow())] + fields)
  }

  @Test("pick: a button for each user, without a password, that logs in and agrees")
  func pick() async throws {
    let carol = User(username: "<carol> & co", claims: ["sub": "c-1"])
    try await Stage.open(["/": Stage.issuer(login: .pick) { $0.users.append(carol) }]) { stage in
      let page = try await stage.authorize()
      #expect(page.status == 200)
      #expect(!page.body.contains("type=\"password\""))
      #expect(!page.body.contains("<script"))
      for name in ["alice", "bob", "&lt;carol&gt; &amp; co"] {
        #expect(page.body.contains("name=\"user\" value=\"\(name)\">Allow as \(name)</button>"))
      }
      let reply = try await press(stage, page, ("user", "<carol> & co"))
      let answer = try await stage.token(["code": reply.query["code"]]).json
      #expect(try await stage.verified(answer.text("id_token")).claims["sub"] == "c-1")
      let cookie = try #require(reply.header("Set-Cookie")).prefix { $0 != ";" }
      let again = try await stage.authorize(headers: ["Cookie": String(cookie)])
      #expect(again.query["code"] != nil)
    }
  }

  @Test("pick: somebody unknown, a password, or nobody is no login; Deny refuses")
  func pickWrongly() async throws {
    try await Stage.open(login: .pick) { stage in
      let page = try await stage.authorize()
      for fields in [("user", "mallory"), ("username", "alice")] {
        let reply = try await press(stage, page, fields, ("password", "x"), ("action", "allow"))
        #expect(reply.status == 403)
      }
      let denied = try await press(stage, page, ("action", "deny"))
      #expect(denied.query["error"] == "access_denied")
    }
  }

  @Test("pick at a device's page, and switched while the provider runs")
  func switched() async throws {
    try await Stage.open(login: .form) { stage in
      try await stage.provider.configure { $0.login = .pick }
      let device = try await stage.browser.post(
        "/device_authorization", [("client_id", "tv"), ("scope", "openid")]
      ).json
      let page = try await stage.browser.get(device.text("verification_uri_complete"))
      #expect(page.body.contains("Allow as bob"))
      let done = try await stage.browser.post(
        "/device", [("user_code", device.text("user_code")), ("user", "bob")])
      #expect(done.body.contains("The device is connected"))
      let answer = try await stage.token(
        [
          "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "client_id": "tv",
          "device_code": device.text("device_code"),
        ], headers: [:]
      ).json
      #expect(try await stage.verified(answer.text("id_token")).claims["sub"] == "bob")
    }
  }

  @Test("ask_claims: further claims typed into the form, for this login alone")
  func claims() async throws {
    try await Stage.open(["/": Stage.issuer(login: .form) { $0.asksForClaims = true }]) { stage in
      func logIn(_ claims: String) async throws -> Reply {
        let page = try await stage.authorize(["prompt": "login"])
        #expect(page.body.contains("<label for=\"claims\">"))
        return try await press(
          stage, page, ("username", "alice"), ("password", "wonder"), ("action", "allow"),
          ("claims", claims))
      }
      for wrong in ["{", "[1]", "text"] {
        let reply = try await logIn(wrong)
        #expect(reply.status == 403)
        #expect(reply.body.contains("The claims are not an object in JSON."))
      }
      let code = try await logIn(#"{"groups": ["admins"]}"#).query["code"]
      let answer = try await stage.token(["code": code]).json
      let token = try await stage.verified(answer.text("id_token"))
      #expect(token.claims["groups"] == ["admins"])
      let plain = try await stage.token(["code": logIn("").query["code"]]).json
      #expect(try await stage.verified(plain.text("id_token")).claims["groups"] == ["staff"])
    }
  }

  @Test("accept_any_user: any name and password, where it is allowed")
  func anyone() async throws {
    try await Stage.open(login: .form) { stage in
      for isAllowed in [false, true] {
        try await stage.provider.configure { $0.acceptsAnyUser = isAllowed }
        for name in ["zoe", "alice"] {
          let reply = try await press(
            stage, stage.authorize(["prompt": "login"]), ("username", name), ("password", "x"),
            ("action", "allow"))
          #expect(reply.status == (isAllowed ? 303 : 403))
          guard isAllowed else { continue }
          let log = await stage.provider.requests.last
          #expect(log?.allowances == ["accept_any_user"])
        }
      }
      #expect(try await stage.provider.users().map(\.username) == ["alice", "bob", "zoe"])
    }
  }
}
