import DocgenClocks
import DocgenHTTPServer
import DocgenJSON
import DocgenTestSupport
import OpenIDProviderMock
import Testing

/// Functions of a test that change responses, and switches that only some clients need.
@Suite(.fewAtOnce) struct AnswerHookTests {
  @Test("a function changes status, header and body of any answer")
  func answers() async throws {
    try await Stage.open { stage in
      try await stage.provider.changeResponses { request, response in
        switch request.endpoint {
        case .userInfo: response = HTTPResponse(status: 503, text: "later")
        case .introspection: response.headers["X-Seen"] = request.parameters["token"]
        case .endSession: response.status = 418
        case .authorization where request.parameters["state"] == "s":
          response.headers["Location"] = "https://elsewhere.example/"
        default: break
        }
      }
      let info = try await stage.browser.get("/userinfo")
      #expect(info.status == 503)
      #expect(info.body == "later")
      let described = try await stage.browser.post(
        "/introspect", [("token", "t")], headers: Stage.basic("web", "s3cret"))
      #expect(described.header("X-Seen") == "t")
      #expect(try await stage.browser.get("/end_session").status == 418)
      #expect(
        try await stage.authorize(["state": "s"]).header("Location")
          == "https://elsewhere.example/")
      try await stage.provider.changeResponses(change: nil)
      #expect(try await stage.browser.get("/userinfo").status == 401)
    }
  }

  @Test("Core 12.2: refreshing gives no ID token, where the issuer is set so")
  func refresh() async throws {
    for isSent in [true, false] {
      try await Stage.open(["/": Stage.issuer { $0.sendsIDTokenOnRefresh = isSent }]) { stage in
        let code = try await stage.code(["scope": "openid offline_access"])
        let first = try await stage.token(["code": code]).json
        #expect(first["id_token"] != nil)
        let second = try await stage.token([
          "grant_type": "refresh_token", "refresh_token": first.text("refresh_token"),
          "redirect_uri": nil,
        ]).json
        #expect((second["id_token"] != nil) == isSent)
      }
    }
  }

  @Test("Fetch, CORS: only the origins that are named may read")
  func origins() async throws {
    let issuer = Stage.issuer { $0.allowedOrigins = ["https://app.example"] }
    try await Stage.open(["/": issuer]) { stage in
      for method in ["GET", "OPTIONS"] {
        for (origin, allowed) in [
          ("https://app.example", "https://app.example"), ("https://evil.example", nil),
        ] {
          let reply = try await stage.browser.get(
            "/jwks", headers: ["Origin": origin], method: method)
          #expect(reply.header("Access-Control-Allow-Origin") == allowed)
          #expect(reply.header("Vary") == (allowed == nil ? nil : "Origin"))
        }
      }
    }
  }
}
