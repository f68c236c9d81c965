import DocgenHTTPServer
import DocgenJOSE
import DocgenJSON
import DocgenMockHTTP
import DocgenTestSupport
import Foundation
import OpenIDProviderMock
import Synchronization
import Testing

/// OpenID Connect Back-Channel and Front-Channel Logout 1.0.
@Suite(.fewAtOnce) struct LogoutNoticeTests {
  /// The forms that a client's server has received.
  private final class Inbox: Sendable {
    let forms = Mutex<[FormFields]>([])
  }

  /// Runs a provider with a client `web`, whose server it notifies, and a client `other` without
  /// one.
  private func open(
    _ change: @escaping (inout ClientRegistration, _ base: String) -> Void,
    _ body: (Stage, Inbox, _ base: String) async throws -> Void
  ) async throws {
    let inbox = Inbox()
    let server = try HTTPListener { request in
      inbox.forms.withLock { $0.append(FormFields(request.bodyText)) }
      return HTTPResponse(status: request.path == "/slow" ? 500 : 200)
    }
    let base = "http://127.0.0.1:\(server.port)"
    var web = Stage.clients[0]
    web.redirectURIs.append(base + "/cb")
    change(&web, base)
    var other = Stage.clients[0]
    other.clientID = "other"
    let clients = [web, other]
    try await Stage.open(["/": Stage.issuer(login: .form) { $0.clients = clients }]) {
      try await body($0, inbox, base)
    }
    await server.stop()
  }

  private func logIn(_ stage: Stage, client: String = "web") async throws -> JSONWebToken {
    try await stage.provider.queue(.approve(username: "alice"))
    let reply = try await stage.authorize([
      "client_id": .some(client), "response_type": "id_token", "nonce": "n",
    ])
    return try await stage.verified(reply.fragment["id_token"])
  }

  @Test("2.4, 2.5: a logout token for the session, posted before the page appears")
  func backChannel() async throws {
    try await open({ $0.backChannelLogoutURI = $1 + "/logout?a=b" }) { stage, inbox, _ in
      let token = try await logIn(stage)
      let session = try #require(token.claims["sid"]?.string)
      #expect(try await logIn(stage, client: "other").claims["sid"] == nil)
      let again = try await logIn(stage)
      let reply = try await stage.browser.get("/end_session", [("id_token_hint", again.compact)])
      #expect(reply.status == 200)
      // Only the browser's last session ends.
      let form = try #require(inbox.forms.withLock { $0 }.first)
      #expect(form.fields.map(\.name) == ["logout_token"])
      let notice = try await stage.verified(form["logout_token"])
      #expect(notice.header["typ"] == "logout+jwt")
      #expect(
        notice.claims["events"] == ["http://schemas.openid.net/event/backchannel-logout": [:]])
      #expect(notice.claims["sub"] == "a-1")
      #expect(notice.claims["aud"] == "web")
      #expect(notice.claims["sid"] == again.claims["sid"])
      #expect(notice.claims["sid"]?.string != session)
      #expect(notice.claims["nonce"] == nil)
      #expect(notice.claims["jti"]?.string?.isEmpty == false)
      #expect(notice.claims["exp"]?.integer == stage.now + 120)
      let log = await stage.provider.requests.filter { $0.sender == .provider }
      #expect(log.last?.sender == .provider)
      #expect(
        log.last?.line.hasSuffix(
          "/logout?a=b logout_token=\(log.last?["logout_token"] ?? "")"
            + " → 200 (by the provider)") == true)
      #expect(log.last?["logout_token"]?.hasPrefix("[sha256 ") == true)
    }
  }

  @Test("a logout by the test notifies every session, and a client that fails delays nobody")
  func everySession() async throws {
    try await open({ $0.backChannelLogoutURI = $1 + "/slow" }) { stage, inbox, _ in
      let first = try await logIn(stage)
      let second = try await logIn(stage)
      try await stage.provider.logOut("alice")
      let forms = inbox.forms.withLock { $0 }
      let named = try forms.map { try JSONWebToken(decoding: $0["logout_token"] ?? "") }
      #expect(Set(named.map { $0.claims["sid"] }) == [first.claims["sid"], second.claims["sid"]])
      #expect(
        await stage.provider.requests.filter { $0.sender == .provider }.map(\.status) == [500, 500])
    }
  }

  @Test("nothing goes to a server that isn't at a redirect URI's scheme, host and port")
  func otherServers() async throws {
    try await open({ $0.backChannelLogoutURI = $1 + "/logout" }) { stage, inbox, base in
      let other = base.replacing("127.0.0.1", with: "localhost")
      for address in [
        other + "/logout", base + "0/logout", base.replacing("http:", with: "https:"),
        "http://127.0.0.1/logout", "http://user@" + base.dropFirst(7), "file:///etc/passwd",
      ] {
        try await stage.provider.configure { $0.clients[0].backChannelLogoutURI = address }
        #expect(try await logIn(stage).claims["sid"] == nil)
        try await stage.provider.logOut("alice")
        let text = """
          {"issuers": {"/": {"users": [{"username": "u"}], "clients": [{"client_id": "a",
            "redirect_uris": ["\(base)/cb"], "backchannel_logout_uri": "\(address)"}]}}}
          """
        #expect(
          ProviderConfiguration.check(text).map(\.message) == [
            "'backchannel_logout_uri' must have the scheme, host and port of one of the"
              + " 'redirect_uris'"
          ])
      }
      #expect(inbox.forms.withLock { $0 }.isEmpty)
      #expect(await stage.provider.requests.allSatisfy { $0.sender != .provider })
    }
  }

  @Test("a client that registers itself gets no notices")
  func registered() async throws {
    try await Stage.open(["/": Stage.issuer(login: .form) { $0.allowsRegistration = true }]) {
      stage in
      let reply = try await stage.browser.post(
        "/register",
        json: """
          {"redirect_uris": ["http://127.0.0.1:4985/cb"], "response_types": ["id_token"],
           "backchannel_logout_uri": "http://127.0.0.1:4985/_config",
           "frontchannel_logout_uri": "http://127.0.0.1:4985/_config"}
          """)
      #expect(reply.status == 201)
      #expect(try reply.json["backchannel_logout_uri"] == nil)
      let client = try #require(try await stage.provider.configuration().clients.last)
      #expect(client.backChannelLogoutURI == nil)
      #expect(client.frontChannelLogoutURI == nil)
    }
  }

  @Test("Front-Channel 2, 3: the page loads the address with iss and sid, then goes on")
  func frontChannel() async throws {
    try await open({ $0.frontChannelLogoutURI = $1 + "/front" }) { stage, _, base in
      let token = try await logIn(stage)
      let page = try await stage.browser.get(
        "/end_session",
        [
          ("id_token_hint", token.compact), ("post_logout_redirect_uri", "https://app.example/bye"),
          ("state", "a&b"),
        ])
      #expect(page.status == 200)
      let sid = try #require(token.claims["sid"]?.string)
      let issuer = stage.provider.issuer().replacing(":", with: "%3A").replacing("/", with: "%2F")
      #expect(page.body.contains("<iframe src=\"\(base)/front?iss=\(issuer)&amp;sid=\(sid)\""))
      #expect(page.body.contains("<a href=\"https://app.example/bye?state=a%26b\">Continue</a>"))
      let policy = try #require(page.header("Content-Security-Policy"))
      #expect(policy.contains("frame-src \(base);"))
      #expect(policy.contains("script-src 'sha256-"))
      #expect(page.header("Set-Cookie")?.contains("Max-Age=0") == true)
    }
  }

  @Test("the metadata names both kinds of logout, and pushed requests (RFC 9126 5)")
  func metadata() async throws {
    try await Stage.open { stage in
      let document = try await stage.browser.get("/.well-known/openid-configuration").json
      for name in ["frontchannel_logout", "backchannel_logout"] {
        #expect(document[name + "_supported"] == true)
        #expect(document[name + "_session_supported"] == true)
      }
      #expect(
        document["pushed_authorization_request_endpoint"]?.string == stage.provider.issuer()
          + "/par")
    }
  }
}
