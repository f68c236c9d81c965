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
