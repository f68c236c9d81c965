import DocgenClocks
import DocgenGround
import DocgenHTTPServer
import DocgenMockHTTP
import DocgenTestSupport
import Foundation
import SyncGatewayMock
import Testing

@testable import SampleLab

@Suite(.fewAtOnce) struct LabTests {
  private static let gateway = """
    {"databases": {"travel": {"oidc": {"providers": {"op": {"issuer": "${PROVIDER}",
      "client_id": "app", "validation_key": "secret", "register": true, "user_prefix": "op",
      "callback_url": "${GATEWAY}/travel/_oidc_callback"}}}}}}
    """
  private static let provider = """
    {"issuers": {"/": {"login": "approve", "clients": [{"client_id": "app",
      "client_secret": "secret", "redirect_uris": ["http://127.0.0.1/travel/_oidc_callback"]}],
      "users": [{"username": "alice", "claims": {"sub": "alice"}}]}}}
    """

  private func start(_ environment: [String: String] = [:]) async throws -> Lab {
    try await Lab.start(
      gateway: Self.gateway, provider: Self.provider, profile: .v1_5,
      context: LabLaunchContext(environment: environment))
  }

  @Test func logsAUserInFromEndToEnd() async throws {
    let lab = try await start()
    let database = lab.gateway.appending(path: "travel")
    let callback = try await lab.browser.open(
      database.appending(path: "_oidc"), until: database.appending(path: "_oidc_callback"))
    let session = URLSession(configuration: .ephemeral)
    let (data, _) = try await session.data(from: callback)
    let answer = try JSONDecoder().decode([String: String].self, from: data)
    #expect(answer["name"] == "op_alice")
    let sessions = try await lab.gatewayMock.sessions(in: "travel")
    #expect(sessions.count == 1)
  }

  /// A request may be cancelled before it begins, while it runs, and while it ends.
  @Test func aCancelledRequestEndsWheneverThatIs() async throws {
    let lab = try await start()
    let (http, address) = (lab.http, lab.gateway.appending(path: "travel/"))
    var cancelled = 0
    for _ in 0..<300 {
      let request = Task { try await http.data(from: address) }
      for _ in 0..<Int.random(in: 0..<40) { await Task.yield() }
      request.cancel()
      do {
        _ = try await request.value
      } catch let error as URLError where error.code == .cancelled {
        cancelled += 1
      }
    }
    #expect(cancelled > 0)
  }

  @Test func twoLabsDoNotMeet() async throws {
    let first = try await start()
    let second = try await start()
    #expect(first.gateway != second.gateway)
    first.clock.advance(by: .seconds(5))
    #expect(second.clock.now.timeIntervalSince1970 == 2_000_000_000)
  }

  @Test func oneSeedGivesTheSameSession() async throws {
    func sessionID(seed: String) async throws -> String? {
      let lab = try await start(["DOCGEN_SEED": seed])
      let database = lab.gateway.appending(path: "travel")
      let callback = try await lab.browser.open(
        database.appending(path: "_oidc"), until: database.appending(path: "_oidc_callback"))
      let (data, _) = try await URLSession(configuration: .ephemeral).data(from: callback)
      return try JSONDecoder().decode([String: String].self, from: data)["session_id"]
    }
    let first = try await sessionID(seed: "7")
    #expect(first?.count == 40)
    try await #expect(sessionID(seed: "7") == first)
    try await #expect(sessionID(seed: "8") != first)
  }

  @Test func reportsItsPorts() async throws {
    let folder = try TemporaryFolder()
    let lab = try await start(["DOCGEN_REPORT": folder.url.appending(path: "report").path])
    let port = try #require(lab.gateway.port)
    let events = Transcript.events(in: Data(try #require(folder.text("report")).utf8))
    #expect(events.count == 3)
    #expect(events.first == .port(actual: port, canonical: 4984))
    #expect(events.last == lab.provider.port.map { .port(actual: $0, canonical: 9090) })
  }

  @Test func takesTheFixturesOfItsPage() throws {
    let folder = try TemporaryFolder()
    try folder.write("{}", to: "gateway.json")
    let context = LabLaunchContext(environment: ["DOCGEN_FIXTURES": folder.url.path])
    try #expect(context.fixture("gateway") == "{}")
    try #expect(context.fixture("provider") == nil)
    try #expect(LabLaunchContext(environment: [:]).fixture("gateway") == nil)
  }

  @Test func portsAreTheSameAtEachRunWhereNobodyElseUsesAny() throws {
    let shared = LabLaunchContext(environment: [:]).nextPorts()
    #expect([shared.gateway, shared.gatewayAdmin, shared.provider] == [0, 0, 0])
    let own = LabLaunchContext(environment: ["DOCGEN_OWN_NETWORK": "yes"])
    let (first, second) = (own.nextPorts(), own.nextPorts())
    #expect([first.gateway, first.gatewayAdmin, first.provider] == [14984, 14985, 19090])
    #expect([second.gateway, second.gatewayAdmin, second.provider] == [14994, 14995, 19100])
    for _ in 0..<200 { _ = own.nextPorts() }
    #expect(own.nextPorts().gateway == 0)
  }

  @Test func saysWhyAConfigurationIsRefused() async throws {
    let error = await #expect(throws: InvalidConfiguration.self) {
      _ = try await Lab.start(gateway: "{", provider: Self.provider)
    }
    #expect(error?.problems.first?.line == 1)
  }

  @Test func theBrowserSaysWhereItStopped() async throws {
    let lab = try await start()
    let redirect = try #require(URL(string: "app:/done"))
    let error = await #expect(throws: Browser.LoadError.self) {
      _ = try await lab.browser.open(lab.provider.appending(path: "nowhere"), until: redirect)
    }
    #expect(error.map { "\($0)" } == "the browser stopped at a page with status 404 at /nowhere")
  }

  @Test func theClientCompletesARefusedRequest() async throws {
    let lab = try await start()
    let (_, response) = try await lab.http.data(from: lab.gateway.appending(path: "travel/"))
    #expect(response.statusCode == 401)
    #expect(response.value(forHTTPHeaderField: "WWW-Authenticate")?.hasPrefix("Basic") == true)
    let (data, fine) = try await lab.http.data(from: lab.gateway)
    #expect(fine.statusCode == 200)
    #expect(!data.isEmpty)
  }

  /// A login is such a way: its state cookie is set by one redirect and needed by the next but one.
  @Test func theClientFollowsRedirectsWithTheirCookies() async throws {
    let listener = try HTTPListener { request in
      guard request.path == "/start" else {
        return HTTPResponse(
          status: 200, text: "\(request.method) \(request.headers["Cookie"] ?? "-")")
      }
      return HTTPResponse(
        status: 302, headers: ["Set-Cookie": "step=1; Path=/end", "Location": "/end"])
    }
    let lab = try await start()
    let base = "http://127.0.0.1:\(listener.port)"
    var request = URLRequest(url: try #require(URL(string: base + "/start")))
    request.httpMethod = "POST"
    request.httpBody = Data("a=1".utf8)
    let (data, response) = try await lab.http.data(for: request)
    #expect(String(decoding: data, as: UTF8.self) == "GET step=1")
    #expect(response.url?.absoluteString == base + "/end")
    await listener.stop()
  }

  /// Each response belongs to its own request, though all share a transport.
  @Test func theClientHoldsHundredsOfRequestsAtOnce() async throws {
    let lab = try await start()
    let (http, gateway) = (lab.http, lab.gateway)
    try await withThrowingTaskGroup(of: (String, Int).self) { group in
      for _ in 0..<300 {
        for path in ["", "travel/"] {
          let address = gateway.appending(path: path)
          group.addTask { (path, try await http.data(from: address).1.statusCode) }
        }
      }
      for try await (path, status) in group { #expect(status == (path.isEmpty ? 200 : 401)) }
    }
  }
}
