import Foundation
import HTTPServer
import JSON
import LabEnvironment
import OpenIDProviderMock
import TestSupport
import Testing

/// The page on which a person answers a client's request (CIBA 8).
@Suite(.fewAtOnce) struct AuthenticationDeviceTests {
  private func answer(
    _ lab: BackchannelStage, _ page: Reply, _ action: String, password: String
  ) async throws -> Reply {
    try await lab.stage.browser.post(
      "/authentication_device",
      [("request", page.field("request").orThrow()), ("action", action), ("password", password)])
  }

  @Test("shows who asks whom for what, with the binding message, and takes a password")
  func allow() async throws {
    try await BackchannelStage.open(login: .form) { lab in
      let none = try await lab.stage.browser.get("/authentication_device")
      #expect(none.status == 200)
      #expect(none.body.contains("Nobody asks for anything"))
      let id = try await lab.begin(["binding_message": "<W4> & 1"])
      let page = try await lab.stage.browser.get("/authentication_device")
      for text in ["<strong>poll</strong>", "<strong>alice</strong>", "&lt;W4&gt; &amp; 1"] {
        #expect(page.body.contains(text))
      }
      #expect(!page.body.contains(id))
      let wrong = try await answer(lab, page, "allow", password: "builder")
      #expect(wrong.status == 403)
      #expect(wrong.body.contains("aria-invalid=\"true\""))
      #expect(try await lab.error(id) == "authorization_pending")
      let right = try await answer(lab, page, "allow", password: "wonder")
      #expect(right.body.contains("You have agreed"))
      #expect(try await lab.poll(id).status == 200)
      let twice = try await answer(lab, page, "allow", password: "wonder")
      #expect(twice.status == 400)
    }
  }

  @Test("a person refuses, and the client is told at once")
  func deny() async throws {
    try await BackchannelStage.open(login: .form) { lab in
      let id = try await lab.begin(as: "ping")
      let page = try await lab.stage.browser.get("/authentication_device")
      let reply = try await answer(lab, page, "deny", password: "")
      #expect(reply.body.contains("You have refused"))
      let notice = await lab.notices.next()
      #expect(try JSONParser.parse(notice.body)["auth_req_id"]?.string == id)
      #expect(try await lab.error(id, as: "ping") == "access_denied")
    }
  }

  @Test("several requests have a form each; those that are too old are gone")
  func several() async throws {
    try await BackchannelStage.open(login: .form) { lab in
      _ = try await lab.begin()
      _ = try await lab.begin(["login_hint": "bob", "requested_expiry": "30"])
      let page = try await lab.stage.browser.get("/authentication_device")
      #expect(page.body.components(separatedBy: "<form").count == 3)
      #expect(page.body.contains("id=\"password-1\""))
      lab.stage.clock.advance(by: .seconds(30))
      let later = try await lab.stage.browser.get("/authentication_device")
      #expect(later.body.components(separatedBy: "<form").count == 2)
    }
  }
}
