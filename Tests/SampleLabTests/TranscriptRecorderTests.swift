import DocgenGround
import DocgenTestSupport
import Foundation
import SyncGatewayMock
import Testing

@testable import SampleLab

/// What a run's report contains of the requests between sample, browser, gateway and provider.
@Suite(.fewAtOnce) struct TranscriptRecorderTests {
  @Test func namesClientAndServer() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "report")
    let lab = try await Lab.start(
      gateway: LabDefaults.gateway, provider: LabDefaults.provider, profile: .v1_5,
      context: LabLaunchContext(environment: ["DOCGEN_REPORT": file.path]))
    let database = lab.gateway.appending(path: "db")
    let callback = try await lab.browser.open(
      database.appending(path: "_oidc"), until: database.appending(path: "_oidc_callback"))
    _ = try await URLSession(configuration: .ephemeral).data(from: callback)
    let second = try await Lab.start(
      gateway: LabDefaults.gateway, provider: LabDefaults.provider, profile: .v1_5,
      context: LabLaunchContext(environment: ["DOCGEN_REPORT": file.path]))
    _ = try await URLSession(configuration: .ephemeral).data(from: second.gateway)

    let events = Transcript.events(in: Data((folder.text("report") ?? "").utf8))
    #expect(events.count { if case .port = $0 { true } else { false } } == 6)
    let requests = events.compactMap { if case .request(let request) = $0 { request } else { nil } }
    let responses = events.count { if case .response = $0 { true } else { false } }
    #expect(
      requests.map { "\($0.client) → \($0.server): \($0.method) \($0.target.prefix { $0 != "?" })" }
        == [
          "Browser → Sync Gateway: GET /db/_oidc",
          "Sync Gateway → Provider: GET /.well-known/openid-configuration",
          "Browser → Provider: GET /authorize", "Sample → Sync Gateway: GET /db/_oidc_callback",
          "Sync Gateway → Provider: POST /token",
          "Sample → Sync Gateway: GET /",
        ])
    #expect(Set(requests.map(\.number)).count == requests.count)
    #expect(responses == requests.count)
  }

  @Test func withoutAReportNothingIsRecorded() throws {
    #expect(LabLaunchContext(environment: [:]).report == nil)
  }
}
