import DocgenClocks
import DocgenJSON
import DocgenTestSupport
import Foundation
import OpenIDProviderMock
import Testing

@Suite(.fewAtOnce) struct ServingTests {
  @Test("the Date header is the injected clock's (RFC 9110 6.6.1)")
  func date() async throws {
    try await Stage.open { stage in
      let path = "/.well-known/openid-configuration"
      let first = try await stage.browser.get(path)
      #expect(first.header("Date") == "Wed, 18 May 2033 03:33:20 GMT")
      stage.clock.advance(by: .seconds(86_400 * 287))
      let later = try await stage.browser.get(path)
      #expect(later.header("Date") == "Wed, 01 Mar 2034 03:33:20 GMT")
    }
  }

  @Test("unknown addresses are 404, wrong methods 405 with Allow (RFC 9110 15.5.6)")
  func routing() async throws {
    try await Stage.open(["/x": Stage.issuer()]) { stage in
      for path in ["/", "/token", "/x", "/x/", "/x/nothing", "/xx/token", "/x//token"] {
        #expect(try await stage.browser.get(path).status == 404)
      }
      for (method, path, allow) in [
        ("GET", "/x/token", "POST, OPTIONS"), ("GET", "/x/login", "POST, OPTIONS"),
        ("POST", "/x/jwks", "GET, HEAD, OPTIONS"),
        ("DELETE", "/x/userinfo", "GET, POST, HEAD, OPTIONS"),
        ("HEAD", "/x/token", "POST, OPTIONS"),
      ] {
        let reply = try await stage.browser.get(path, method: method)
        #expect(reply.status == 405)
        #expect(reply.header("Allow") == allow)
      }
    }
  }

  @Test("HEAD answers like GET, without a body and without consequences (RFC 9110 9.3.2)")
  func head() async throws {
    try await Stage.open { stage in
      let path = "/.well-known/openid-configuration"
      let get = try await stage.browser.get(path)
      let head = try await stage.browser.get(path, method: "HEAD")
      #expect(head.status == 200)
      #expect(head.body.isEmpty)
      #expect(head.header("Content-Length") == get.header("Content-Length"))
      // HEAD shows the queued decision but does not use it up.
      try await stage.provider.queue(.deny)
      let parameters = [
        ("client_id", "web"), ("redirect_uri", Stage.redirectURI), ("response_type", "code"),
      ]
      let preview = try await stage.browser.get("/authorize", parameters, method: "HEAD")
      #expect(preview.query["error"] == "access_denied")
      let real = try await stage.browser.get("/authorize", parameters)
      #expect(real.query["error"] == "access_denied")
    }
  }

  @Test("a script's preflight is answered where scripts may read (Fetch, CORS)")
  func preflight() async throws {
    try await Stage.open { stage in
      let token = try await stage.browser.get("/token", method: "OPTIONS")
      #expect(token.status == 204)
      #expect(token.header("Access-Control-Allow-Origin") == "*")
      #expect(token.header("Access-Control-Allow-Headers") == "Authorization, Content-Type")
      let page = try await stage.browser.get("/authorize", method: "OPTIONS")
      #expect(page.header("Access-Control-Allow-Origin") == nil)
    }
  }

  @Test("a body over a megabyte is 413")
  func bodyLimit() async throws {
    try await Stage.open { stage in
      let reply = try await stage.browser.post(
        "/token", [("code", String(repeating: "x", count: 1 << 20))])
      #expect(reply.status == 413)
    }
  }

  @Test("the log names requests and errors, never secrets or tokens")
  func log() async throws {
    try await Stage.open { stage in
      let code = try await stage.code()
      let answer = try await stage.token(
        ["code": code, "client_id": "web", "client_secret": "s3cret"], headers: [:]
      ).json
      _ = try await stage.token(["code": code])
      _ = try await stage.authorize(["prompt": "none login"])
      _ = try await stage.browser.get("/nothing")
      let requests = await stage.provider.requests
      #expect(requests.map(\.method) == ["GET", "POST", "POST", "GET", "GET"])
      #expect(
        requests.map(\.path) == ["/authorize", "/token", "/token", "/authorize", "/nothing"])
      #expect(requests.map(\.status) == [302, 200, 400, 302, 404])
      #expect(
        requests.map(\.error) == [nil, nil, "invalid_grant", "invalid_request", nil])
      #expect(requests[0]["client_id"] == "web")
      #expect(requests[1]["client_secret"] == "[redacted]")
      #expect(requests[1]["code"]?.hasPrefix("[sha256 ") == true)
      #expect(requests[1]["code"] == requests[2]["code"])
      let text = String(describing: requests)
      #expect(!text.contains(code))
      #expect(!text.contains("s3cret"))
      #expect(try !text.contains(answer.text("access_token")))
    }
  }

  @Test("equal seeds give equal codes, and so equal pages")
  func determinism() async throws {
    var codes: [String] = []
    for _ in 0..<2 {
      try await Stage.open { stage in codes.append(try await stage.code()) }
    }
    #expect(codes[0] == codes[1])
  }

  @Test("a port in use and an impossible issuer path are thrown")
  func startErrors() async throws {
    try await Stage.open { stage in
      let port = try #require(UInt16(stage.provider.baseURL.split(separator: ":").last ?? ""))
      await #expect(throws: (any Error).self) {
        try await OpenIDProvider.start(
          configuration: ProviderConfiguration(issuers: ["/": Stage.issuer()]),
          clock: stage.clock, random: RandomSource(seed: 1), port: port)
      }
    }
    for path in ["", "x", "/x/", "/a//b", "/a b", "/é", "/..", "/.well-known/x"] {
      await #expect(throws: ProviderError.self) {
        try await OpenIDProvider.start(
          configuration: ProviderConfiguration(issuers: [path: Stage.issuer()]),
          clock: ManualClock(), random: RandomSource(seed: 1))
      }
    }
  }

  @Test("many requests at once are all answered")
  func concurrency() async throws {
    try await Stage.open { stage in
      let codes = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<40 { group.addTask { try await stage.code() } }
        return try await group.reduce(into: Set<String>()) { $0.insert($1) }
      }
      #expect(codes.count == 40)
    }
  }
}
