import DocgenHTTPClient
import DocgenHTTPServer
import DocgenTestSupport
import Testing

@testable import SyncGatewayMock

@Suite(.fewAtOnce) struct IdentityHTTPTests {
  @Test func followsRedirectsOfAProvider() async throws {
    let listener = try HTTPListener { request in
      switch request.path {
      case "/moved": HTTPResponse(status: 301, headers: ["Location": "/here"])
      case "/endless": HTTPResponse(status: 302, headers: ["Location": "/endless"])
      default: HTTPResponse(status: 200, text: "\(request.method) \(request.path)")
      }
    }
    let (http, base) = (IdentityHTTP(), "http://127.0.0.1:\(listener.port)")
    let moved = try await http.get(base + "/moved")
    #expect(String(decoding: moved.body, as: UTF8.self) == "GET /here")
    let posted = try await http.post([("a", "1")], to: base + "/moved", as: nil)
    #expect(String(decoding: posted.body, as: UTF8.self) == "GET /here")
    let failure = await #expect(throws: IdentityError.self) {
      try await http.get(base + "/endless")
    }
    #expect(failure?.description == "no response from 127.0.0.1: too many redirects")
    await listener.stop()
  }
}
