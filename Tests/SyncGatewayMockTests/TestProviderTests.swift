import DocgenClocks
import DocgenHTTPServer
import DocgenJOSE
import DocgenJSON
import DocgenMockHTTP
import DocgenTestSupport
import Foundation
import SyncGatewayMock
import Testing

/// The built-in provider at `/db/_oidc_testing/`.
@Suite(.fewAtOnce) struct TestProviderTests {
  /// Runs a gateway whose only provider is its built-in test provider.
  private func run(
    _ profile: Profile, options: String = "", provider: String = #""register": true,"#,
    _ body: (GatewayHarness) async throws -> Void
  ) async throws {
    // The issuer contains the port, which is known only after the sockets are open.
    try await GatewayHarness.run(profile: profile) { (call) async throws in
      let database = """
        {"unsupported": {"oidc_test_provider": {"enabled": true\(options)}},
         "oidc": {"providers": {"own": {\(provider)
           "issuer": "http://\(call.host())/own/_oidc_testing",
           "client_id": "sync_gateway", "validation_key": "s3cret"}}}}
        """
      #expect(try await call.admin("PUT", "/own/", database).status == 201)
      try await body(call)
    }
  }

  private func path(of address: String?) throws -> String {
    let rest = try #require(address?.split(separator: "/", maxSplits: 2).last)
    return "/" + rest
  }

  private func form(_ fields: [(String, String)]) -> (body: String, headers: [String: String]) {
    let parts = fields.map { name, value in
      "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
    }
    return (
      parts.joined() + "--b--\r\n", ["Content-Type": "multipart/form-data; boundary=b"]
    )
  }

  /// Submits the form at an authorization address and returns the redirect.
  private func logIn(
    _ call: GatewayHarness, _ address: String?, _ fields: [(String, String)]
  ) async throws -> GatewayHarness.Reply {
    let page = try await call("GET", path(of: address))
    let action = try #require(page.text.firstMatch(of: /action="([^"]*)"/)?.1)
    let target = "/own/_oidc_testing/" + action.replacing("&amp;", with: "&")
    let form = form(fields)
    return try await call("POST", target, form.body, headers: form.headers)
  }

  @Test(
    "section 3, test provider: challenge, form, callback, session, refresh, end to end",
    arguments: Profile.allCases)
  func endToEnd(_ profile: Profile) async throws {
    try await run(profile) { (call) async throws in
      let challenge = try await call("GET", "/own/_oidc_challenge?offline=true")
      #expect(challenge.status == 401)
      let login = try #require(
        challenge["WWW-Authenticate"]?.firstMatch(of: /OIDC login="(.*)"/)?.1)
      #expect(login.hasPrefix("http://\(call.host())/own/_oidc_testing/authorize?"))
      let redirect = try await logIn(
        call, String(login),
        [("username", "noah"), ("tokenttl", "600"), ("authenticated", "Return a valid code")])
      #expect(redirect.status == 302)
      let location = try #require(redirect["Location"])
      let query = FormFields(String(location.split(separator: "?")[1]))
      #expect(query["code"] == "bm9haA==")
      let state = try #require(query["state"])
      #expect(profile == .v1_5 ? state == "af0ifjsldkj" : state == challenge.cookie)
      let cookie = profile == .v1_5 ? [:] : ["Cookie": "sg-oidc-state=\(state)"]
      let callback = try await call("GET", path(of: location), headers: cookie)
      #expect(callback.status == 200)
      let port = try #require(call.gateway.publicURL.port)
      let name = "127.0.0.1%3A\(port)%2Fown%2F_oidc_testing_noah"
      #expect(callback.json?["name"]?.string == name)
      #expect(callback.json?["refresh_token"] == "bm9haDo6OmJtOWhhQT09")
      let users = try await call.gateway.users(in: "own")
      #expect(users.first?.email == "noah@syncgatewayoidctesting.com")
      let id = try #require(callback.json?["session_id"]?.string)
      let session = try await call(
        "GET", "/own/_session", headers: ["Cookie": "SyncGatewaySession=\(id)"])
      #expect(session.json?["userCtx"]?["name"]?.string == name)
      let sessions = try await call.gateway.sessions(in: "own")
      #expect(sessions.first?.expires == call.clock.now + 600)
      let refresh = try await call(
        "GET", "/own/_oidc_refresh?refresh_token=bm9haDo6OmJtOWhhQT09")
      #expect(refresh.status == 200)
      #expect(refresh.json?["refresh_token"] == nil)
      // The token works as a bearer token too: its signature is verified with the provider's keys.
      let token = try #require(refresh.json?["id_token"]?.string)
      let bearer = try await call(
        "GET", "/own/", headers: ["Authorization": "Bearer \(token)"])
      #expect(bearer.status == 200)
    }
  }

  @Test("section 3, test provider: the failure button", arguments: Profile.allCases)
  func failure(_ profile: Profile) async throws {
    try await run(profile) { (call) async throws in
      let start = try await call("GET", "/own/_oidc")
      for fields in [[("username", "noah"), ("notauthenticated", "x")], [("authenticated", "x")]] {
        let redirect = try await logIn(call, start["Location"], fields)
        #expect(redirect.status == 302)
        let location = try #require(redirect["Location"])
        #expect(
          location.hasSuffix(
            "/own/_oidc_callback?error=invalid_request&"
              + "error_description=User failed authentication"))
      }
      let callback = try await call(
        "GET", "/own/_oidc_callback?error=invalid_request&error_description=User%20failed")
      #expect(callback.status == 401)
    }
  }

  @Test("section 3, test provider: disabled → 403")
  func disabled() async throws {
    try await GatewayHarness.run { (call) async throws in
      for (method, path) in [
        ("GET", ".well-known/openid-configuration"), ("GET", "authorize?scope=openid"),
        ("POST", "token"), ("GET", "certs"), ("POST", "authenticate"),
      ] {
        let reply = try await call(method, "/db/_oidc_testing/" + path)
        #expect(reply.status == 403, "\(path)")
        #expect(reply.reason == "OIDC test provider is not enabled", "\(path)")
      }
    }
  }

  @Test("section 3, test provider: discovery and certs; the issuer follows `Host`")
  func discovery() async throws {
    try await run(.v1_5) { (call) async throws in
      let path = "/own/_oidc_testing/.well-known/openid-configuration"
      let reply = try await call("GET", path, headers: ["Host": "sync.example:80"])
      let issuer = "http://sync.example:80/own/_oidc_testing"
      #expect(reply.json?["issuer"]?.string == issuer)
      #expect(reply.json?["token_endpoint"]?.string == issuer + "/token")
      let certs = try await call("GET", "/own/_oidc_testing/certs")
      let keys = try JSONWebKeySet(parsing: certs.text)
      #expect(keys[keyID: "sync_gateway_oidc_test_provider"] != nil)
    }
  }

  @Test("section 3, test provider: authorize needs a scope with openid; the form has its fields")
  func authorize() async throws {
    try await run(.v1_5) { (call) async throws in
      let path = "/own/_oidc_testing/authorize"
      #expect(try await call("GET", path).reason == "missing scope parameter")
      let other = try await call("GET", path + "?scope=email")
      #expect(other.status == 400)
      #expect(other.reason == "scope parameter must contain 'openid'")
      let page = try await call("GET", path + "?scope=openid+email&x=%22%3Cb&y=\"<i>")
      #expect(page["Content-Type"] == "text/html; charset=utf-8")
      for field in ["username", "tokenttl", "authenticated", "notauthenticated"] {
        #expect(page.text.contains("name=\"\(field)\""))
      }
      #expect(page.text.contains("value=\"3600\""))
      // The query is escaped, so it can't end the attribute.
      #expect(page.text.contains("y=&quot;&lt;i&gt;\""))
    }
  }

  @Test("section 3, test provider: token errors; a refresh of who never logged in")
  func tokenErrors() async throws {
    try await run(.v1_5) { (call) async throws in
      func token(_ form: String) async throws -> GatewayHarness.Reply {
        try await call(
          "POST", "/own/_oidc_testing/token", form,
          headers: ["Content-Type": "application/x-www-form-urlencoded"])
      }
      let grant = try await token("grant_type=password")
      #expect(grant.status == 400)
      #expect(
        grant.reason == "grant_type must be \"authorization_code\" or \"refresh_token\"")
      #expect(
        try await token("grant_type=authorization_code&code=eA%3D%3D").reason
          == "OIDC Invalid Auth Token: eA==")
      #expect(
        try await token("grant_type=refresh_token&refresh_token=eA%3D%3D").reason
          == "OIDC Invalid Refresh Token: eA==")
    }
  }

  @Test("section 3, test provider: token shape, scopes, TTL and `unsigned_id_token`")
  func tokens() async throws {
    for isUnsigned in [false, true] {
      let options = isUnsigned ? #", "unsigned_id_token": true"# : ""
      try await run(.v1_5, options: options) { (call) async throws in
        let target = "/own/_oidc_testing/authenticate?scope=openid+profile&redirect_uri=app:/cb"
        let login = try await call(
          "POST", target + "&username=noah&authenticated=x&tokenttl=junk")
        #expect(login["Location"] == "app:/cb?code=bm9haA%3D%3D&state=af0ifjsldkj")
        let reply = try await call(
          "POST", "/own/_oidc_testing/token?grant_type=authorization_code&code=bm9haA%3D%3D")
        #expect(reply["Cache-Control"] == "no-store")
        let json = try #require(reply.json?.object)
        #expect(
          json.keys == ["access_token", "token_type", "refresh_token", "expires_in", "id_token"])
        #expect(json["access_token"] == "bm9haA==")
        #expect(json["token_type"] == "Bearer")
        #expect(json["expires_in"] == 3_600)
        let token = try JSONWebToken(decoding: json["id_token"]?.string ?? "")
        #expect(token.algorithm == "RS256")
        #expect(token.signature.isEmpty == isUnsigned)
        #expect(token.claims["aud"] == "sync_gateway")
        #expect(token.claims["nickname"] == "slim jim")
        #expect(token.claims["email"] == nil)
        #expect(token.claims["exp"] == 2_000_003_600)
      }
    }
  }

  @Test("section 1, `unsupported.oidc_test_provider`: `unsigned_id_token` is gone in 2.8")
  func unsignedInConfiguration() {
    let text = """
      {"databases": {"db": {"unsupported":
        {"oidc_test_provider": {"enabled": true, "unsigned_id_token": true}}}}}
      """
    #expect(GatewayConfiguration.check(text).isEmpty)
    #expect(GatewayConfiguration.check(text, profile: .v2_8).map(\.severity) == [.refusal])
  }
}
