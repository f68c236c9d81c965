import Foundation
import SyncGatewayMock
import TestSupport
import Testing

@testable import SampleLab

/// What a run's report says of the requests between sample, browser, gateway and provider.
@Suite(.fewAtOnce) struct ExchangeTests {
  @Test func tellsWhoAsksWhom() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "report")
    let lab = try await Lab.start(
      gateway: LabDefaults.gateway, provider: LabDefaults.provider, profile: .v1_5,
      surroundings: try LabSurroundings(environment: ["DOCGEN_REPORT": file.path]))
    let database = lab.gateway.appending(path: "db")
    let callback = try await lab.browser.open(
      database.appending(path: "_oidc"), until: database.appending(path: "_oidc_callback"))
    _ = try await URLSession(configuration: .ephemeral).data(from: callback)
    let second = try await Lab.start(
      gateway: LabDefaults.gateway, provider: LabDefaults.provider, profile: .v1_5,
      surroundings: try LabSurroundings(environment: ["DOCGEN_REPORT": file.path]))
    _ = try await URLSession(configuration: .ephemeral).data(from: second.gateway)

    let lines = (folder.text("report") ?? "").split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("port ") } == 6)
    let requests = try lines.filter { $0.hasPrefix("request ") }.map { line in
      try JSONDecoder().decode(Request.self, from: Data(line.dropFirst(8).utf8))
    }
    #expect(
      requests.map { "\($0.from) → \($0.to): \($0.method) \($0.target.prefix { $0 != "?" })" } == [
        "Browser → Sync Gateway: GET /db/_oidc",
        "Sync Gateway → Provider: GET /.well-known/openid-configuration",
        "Browser → Provider: GET /authorize", "Sample → Sync Gateway: GET /db/_oidc_callback",
        "Sync Gateway → Provider: POST /token",
        "Sample → Sync Gateway: GET /",
      ])
    #expect(Set(requests.map(\.number)).count == requests.count)
    #expect(lines.count { $0.hasPrefix("answer ") } == requests.count)
  }

  /// What a server gives out and what it is to keep, from its configuration or later, is told.
  @Test func tellsWhatIsSecret() async throws {
    let folder = try TemporaryFolder()
    let lab = try await Lab.start(
      gateway: LabDefaults.gateway,
      provider: """
        {"issuers": {"/": {"allow_registration": true,
          "clients": [{"client_id": "sync-gateway", "client_secret": "secret-1",
            "redirect_uris": ["http://127.0.0.1/db/_oidc_callback"], "response_types": ["code"]}],
          "users": [{"username": "alice", "password": "secret-2", "user_code": "secret-4"},
            {"username": "carl-1", "password": "carl-1"}]}}}
        """, profile: .v1_5,
      surroundings: try LabSurroundings(
        environment: ["DOCGEN_REPORT": folder.url.appending(path: "report").path]))
    func send(_ method: String, _ url: URL, _ body: String) async throws -> [String: Any] {
      var request = URLRequest(url: url)
      (request.httpMethod, request.httpBody) = (method, Data(body.utf8))
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
      let (data, _) = try await URLSession(configuration: .ephemeral).data(for: request)
      return (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? [:]
    }
    let users = lab.gatewayAdmin.appending(path: "db/_user/")
    _ = try await send("PUT", users.appending(path: "bob"), #"{"password": "secret \"3\""}"#)
    let session = try await send(
      "POST", lab.gatewayAdmin.appending(path: "db/_session"), #"{"name": "bob"}"#)
    let client = try await send(
      "POST", lab.provider.appending(path: "register"), #"{"redirect_uris": ["http://a/"]}"#)
    _ = try await send(
      "PUT", lab.gatewayAdmin.appending(path: "db/_config"),
      #"{"users": {"eve": {"password": "secret-5"}}}"#)
    let note = try await send("POST", lab.gatewayAdmin.appending(path: "db/"), "{}")

    let lines = Set((folder.text("report") ?? "").split(separator: "\n").map(String.init))
    #expect(
      lines.isSuperset(of: [
        #"chosen "secret-1""#, #"chosen "secret-2""#, #"chosen "secret \"3\"""#,
        #"chosen "secret-4""#, #"chosen "secret-5""#,
      ]))
    #expect(!lines.contains { $0.contains("carl-1") && !$0.hasPrefix("request") })
    for secret in [session["session_id"], client["client_secret"]] {
      let text = try #require(secret as? String)
      #expect(lines.contains("drawn \"\(text)\""))
    }
    for name in [note["id"], client["client_id"]] {
      let text = try #require(name as? String)
      #expect(!lines.contains("drawn \"\(text)\""))
    }
  }

  private struct Request: Decodable {
    var number: Int
    var from: String
    var to: String
    var method: String
    var target: String
  }

  @Test func withoutAReportNothingIsRecorded() throws {
    #expect(try LabSurroundings(environment: [:]).report == nil)
  }
}
