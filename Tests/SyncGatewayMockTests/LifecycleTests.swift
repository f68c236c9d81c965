import DocgenClocks
import DocgenHTTPServer
import DocgenJSON
import DocgenTestSupport
import Foundation
import SyncGatewayMock
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.fewAtOnce) struct LifecycleTests {
  @Test func theConfigurationMayDependOnTheAddresses() async throws {
    let gateway = try await SyncGateway.start { publicURL, adminURL in
      try GatewayConfiguration(
        """
        {"databases": {"db": {"oidc": {"providers": {"p": {"issuer": "\(publicURL)/op",
          "client_id": "\(adminURL.port ?? 0)", "validation_key": "k"}}}}}}
        """)
    }
    let url = gateway.adminURL.appending(path: "db/_config")
    let (data, response) = try await URLSession.shared.data(from: url)
    #expect((response as? HTTPURLResponse)?.statusCode == 200)
    let provider = try JSONParser.parse(Array(data))["oidc"]?["providers"]?["p"]
    #expect(provider?["issuer"]?.string == "\(gateway.publicURL)/op")
    #expect(provider?["client_id"]?.string == "\(gateway.adminURL.port ?? 0)")
    await gateway.stop()
  }

  @Test func aTakenPortIsAnErrorAndLeavesNothingBehind() async throws {
    let configuration = try GatewayConfiguration("{}")
    // A connection of another test may get the port in between; a listener left behind would have
    // all.
    for attempt in 1...5 {
      let first = try await SyncGateway.start(configuration: configuration)
      let taken = UInt16(first.adminURL.port ?? 0)
      await #expect(throws: HTTPListener.StartError.self) {
        try await SyncGateway.start(configuration: configuration, adminPort: taken)
      }
      await first.stop()
      do {
        let second = try await SyncGateway.start(configuration: configuration, adminPort: taken)
        #expect(second.adminURL.port == Int(taken))
        return await second.stop()
      } catch is HTTPListener.StartError where attempt < 5 {}
    }
  }

  @Test func theSameSeedGivesTheSameSessions() async throws {
    func sessionID() async throws -> String? {
      let gateway = try await SyncGateway.start(
        configuration: GatewayConfiguration(
          #"{"databases": {"db": {"users": {"a": {"password": "secret"}}}}}"#),
        clock: ManualClock(), random: RandomSource(seed: 7))
      var request = URLRequest(url: gateway.adminURL.appending(path: "db/_session"))
      request.httpMethod = "POST"
      request.httpBody = Data(#"{"name":"a"}"#.utf8)
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
      let (data, _) = try await URLSession.shared.data(for: request)
      await gateway.stop()
      return try JSONParser.parse(Array(data))["session_id"]?.string
    }
    let first = try await sessionID()
    #expect(first?.count == 40)
    #expect(try await sessionID() == first)
  }
}
