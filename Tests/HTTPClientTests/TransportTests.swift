import DocgenHTTPClient
import DocgenHTTPServer
import DocgenTestSupport
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.fewAtOnce) struct TransportTests {
  private let transport = DefaultTransport()

  /// A server for the length of one test.
  private func serve(
    _ handler: @escaping HTTPListener.Handler, _ body: (String) async throws -> Void
  ) async throws {
    try await using(HTTPListener(handler: handler), thenStopping: { await $0.stop() }) {
      try await body("http://127.0.0.1:\($0.port)")
    }
  }

  private func request(_ address: String) throws -> TransportRequest {
    TransportRequest(url: try #require(URL(string: address)))
  }

  @Test func sendsEveryPartOfARequest() async throws {
    try await serve { request in
      HTTPResponse(
        status: 201, headers: ["X-Seen": request.headers["X-One"] ?? "-"],
        text: "\(request.method) \(request.target) \(request.body)")
    } _: { base in
      var request = try request(base + "/a%2Fb?x=%2B1#not-sent")
      request.method = "PUT"
      request.headers["X-One"] = "1"
      request.body = [0, 255, 10]
      let answer = try await transport.send(request)
      #expect(answer.status == 201)
      #expect(answer.isSuccess)
      #expect(answer.headers["x-seen"] == "1")
      #expect(answer.text == "PUT /a%2Fb?x=%2B1 [0, 255, 10]")
    }
  }

  @Test(arguments: [
    "Basic realm=\"Couchbase Sync Gateway\"", "basic", "Bearer", "OIDC login=\"http://x/\"",
    "Digest realm=\"x\", nonce=\"1\"", "Negotiate", "NTLM",
  ])
  func completesRefusalsWithTheirBody(_ challenge: String) async throws {
    try await serve { _ in
      HTTPResponse(
        status: 401, headers: ["WWW-Authenticate": challenge, "X-A": "1"],
        text: #"{"error":"Unauthorized"}"#)
    } _: { base in
      var request = try request(base + "/")
      for credentials in [nil, "Basic YTpi"] {
        request.headers["Authorization"] = credentials
        let answer = try await transport.send(request)
        #expect(answer.status == 401)
        #expect(answer.text == #"{"error":"Unauthorized"}"#)
        #expect(answer.headers["X-A"] == "1")
        #expect(answer.headers["www-authenticate"] == challenge)
      }
    }
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func followsNoRedirect(_ status: Int) async throws {
    try await serve { request in
      HTTPResponse(
        status: request.path == "/" ? status : 200,
        headers: ["Location": request.path == "/" ? "/elsewhere" : ""], text: request.path)
    } _: { base in
      let answer = try await transport.send(request(base + "/"))
      #expect(answer.status == status)
      #expect(answer.headers["Location"] == "/elsewhere")
      #expect(answer.text == "/")
    }
  }

  @Test(
    arguments: [
      (301, "GET", "GET"), (301, "POST", "GET"), (302, "POST", "GET"), (302, "PUT", "PUT"),
      (303, "POST", "GET"), (303, "PUT", "GET"), (303, "HEAD", "HEAD"), (307, "POST", "POST"),
      (308, "PUT", "PUT"),
    ])
  func aRedirectIsFollowedWithTheRightMethod(
    _ status: Int, _ method: String, _ expected: String
  ) throws {
    var first = try request("http://a:1/x/y?q#f")
    first.method = method
    first.headers = ["Content-Type": "text/plain", "Authorization": "Basic YTpi", "X-A": "1"]
    first.body = [1]
    func next(_ location: String) -> TransportRequest? {
      first.redirected(by: TransportResponse(status: status, headers: ["Location": location]))
    }
    let here = try #require(next("../z"))
    #expect(here.url.absoluteString == "http://a:1/z")
    #expect(here.method == expected)
    #expect(here.headers["Authorization"] == "Basic YTpi")
    let isSame = expected == method
    #expect(here.body == (isSame ? [1] : nil))
    #expect(here.headers["Content-Type"] == (isSame ? "text/plain" : nil))
    let elsewhere = try #require(next("http://a:2/"))
    #expect(elsewhere.headers["Authorization"] == nil)
    #expect(elsewhere.headers["X-A"] == "1")
  }

  @Test func onlyARedirectWithAnAddressIsFollowed() throws {
    let first = try request("http://a/")
    #expect(first.redirected(by: TransportResponse(status: 302)) == nil)
    for status in [200, 300, 304, 401] {
      let response = TransportResponse(status: status, headers: ["Location": "/b"])
      #expect(first.redirected(by: response) == nil)
    }
  }

  @Test func completesARedirectToNowhere() async throws {
    try await serve { _ in
      HTTPResponse(status: 302, text: "lost")
    } _: { base in
      try await #expect(transport.send(request(base + "/")).status == 302)
    }
  }

  @Test func keepsCookiesOnlyWhenToldTo() async throws {
    try await serve { request in
      var response = HTTPResponse(status: 200, text: request.headers["Cookie"] ?? "none")
      response.headers.add(
        "Set-Cookie", value: "a=1; Path=/; Expires=Wed, 18 May 2033 04:33:20 GMT")
      response.headers.add("Set-Cookie", value: "b=2; Path=/")
      return response
    } _: { base in
      let first = try await transport.send(request(base + "/"))
      let url = try #require(URL(string: base))
      #expect(first.cookies(for: url).map(\.name).sorted() == ["a", "b"])
      #expect(first.cookies(for: url).map(\.value).sorted() == ["1", "2"])
      try await #expect(transport.send(request(base + "/")).text == "none")
      let keeping = DefaultTransport(.keepingCookies)
      try await #expect(keeping.send(request(base + "/")).text == "none")
      let second = try await keeping.send(request(base + "/"))
      #expect(second.text.split(separator: "; ").sorted() == ["a=1", "b=2"])
      let other = DefaultTransport(.keepingCookies)
      try await #expect(other.send(request(base + "/")).text == "none")
    }
  }

  @Test func saysWhyThereIsNoAnswer() async throws {
    for address in ["ftp://127.0.0.1/", "/path", "http:///x", "com.example:/cb"] {
      await #expect(throws: TransportError.self, "\(address)") {
        try await transport.send(request(address))
      }
    }
    do {
      // No other test can have this port meanwhile.
      _ = try await transport.send(request("http://127.0.0.1:1/"))
      Issue.record("somebody answered")
    } catch {
      #expect("\(error)".hasPrefix("no connection: 127.0.0.1:1: "), "\(error)")
      #expect((error as? TransportError)?.isTransient == true)
    }
  }

  @Test func noticesAConnectionThatIsClosedUnanswered() async throws {
    try await serve { request in
      request.path == "/good" ? HTTPResponse(status: 200) : .dropped
    } _: { base in
      for _ in 0..<3 {
        try await #expect(transport.send(request(base + "/good")).status == 200)
        do {
          _ = try await transport.send(request(base + "/dropped"))
          Issue.record("there was an answer")
        } catch TransportError.connectionLost {
        }
      }
    }
  }

  @Test(
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777.0 as TimeInterval?), ("yesterday", nil),
      (nil, nil),
    ] as [(String?, TimeInterval?)])
  func readsWhenTheServerAnswered(_ date: String?, _ seconds: TimeInterval?) {
    var answer = TransportResponse(status: 200)
    answer.headers["Date"] = date
    #expect(answer.date?.timeIntervalSince1970 == seconds)
  }

  @Test func givesUpOnASilentServer() async throws {
    try await serve { _ in
      try? await Task.sleep(for: .seconds(3_600))
      return HTTPResponse(status: 200)
    } _: { base in
      var request = try request(base + "/")
      request.timeout = .milliseconds(50)
      await #expect(throws: TransportError.timedOut) { try await transport.send(request) }
      #expect(TransportError.timedOut.isTransient)
    }
  }

  @Test func endsWithItsTask() async throws {
    let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
    try await serve { _ in
      arrived.yield()
      try? await Task.sleep(for: .seconds(3_600))
      return HTTPResponse(status: 200)
    } _: { base in
      let request = try request(base + "/")
      let task = Task { try await transport.send(request) }
      for await _ in arrivals { break }
      task.cancel()
      await #expect(throws: TransportError.cancelled) { try await task.value }
      let late = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await transport.send(request)
      }
      await #expect(throws: TransportError.cancelled) { try await late.value }
    }
  }

  @Test func holdsNoMoreThanTheLimit() async throws {
    try await serve { _ in
      HTTPResponse(status: 200, body: [UInt8](repeating: 65, count: 200_000))
    } _: { base in
      var request = try request(base + "/")
      request.bodyLimit = 200_000
      try await #expect(transport.send(request).body.count == 200_000)
      request.bodyLimit = 199_999
      await #expect(throws: TransportError.bodyTooLarge(limit: 199_999)) {
        try await transport.send(request)
      }
    }
  }

  @Test func sendsManyRequestsAtOnce() async throws {
    try await serve {
      HTTPResponse(status: 200, text: $0.target)
    } _: { base in
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<200 {
          let request = try request(base + "/\(number)")
          group.addTask { try await transport.send(request).text == "/\(number)" }
        }
        for try await isRight in group { #expect(isRight) }
      }
    }
  }
}
