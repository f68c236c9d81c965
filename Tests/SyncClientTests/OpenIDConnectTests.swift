import DocgenClocks
import DocgenTestSupport
import Foundation
import OpenIDProviderMock
import SampleLab
import SyncGatewayMock
import Testing

@testable import SyncClient

@Suite(.fewAtOnce) struct OpenIDConnectTests {
  @Test func oneLoginServesEveryReplication() async throws {
    try await OpenIDStage.run { stage in
      let authenticator = stage.authenticator()
      try await stage.push(as: authenticator)
      try await stage.push(as: authenticator)
      #expect(stage.pages.entries.count == 1)
      let paths = await stage.paths()
      #expect(paths.prefix(3) == ["_oidc_challenge", "_oidc_callback", "_session"])
      #expect(paths.count { $0.hasPrefix("_oidc") } == 2)
      let tokens = try await authenticator.tokens(for: stage.url)
      #expect(tokens?.userName == "op_alice")
      #expect(tokens?.refreshToken != nil)
      #expect(tokens?.session != nil)
      // Refresh tokens are asked for.
      let page = try #require(stage.pages.entries.first?.query())
      #expect(page.contains("access_type=offline"))
    }
  }

  @Test func pushAndPullThatStartTogetherLogInOnce() async throws {
    try await OpenIDStage.run { stage in
      let authenticator = stage.authenticator()
      let database = try Database()
      try await database.save([:], as: "a")
      async let push = stage.replication(.push, database, as: authenticator).run()
      async let pull = stage.replication(.pull, database, as: authenticator).run()
      _ = try await (push, pull)
      #expect(stage.pages.entries.count == 1)
    }
  }

  @Test func anExpiredSessionIsRefreshedWithoutTheUser() async throws {
    try await OpenIDStage.run { stage in
      let authenticator = stage.authenticator()
      try await stage.push(as: authenticator)
      let before = try await authenticator.tokens(for: stage.url)
      // Session and ID token live for an hour.
      stage.clock.advance(by: .seconds(3_601))
      try await stage.push(as: authenticator)
      let after = try await authenticator.tokens(for: stage.url)
      #expect(stage.pages.entries.count == 1)
      #expect(after?.session?.id != before?.session?.id)
      #expect(after?.refreshToken == before?.refreshToken)
      await #expect(stage.paths().count { $0 == "_oidc_refresh" } == 1)
    }
  }

  @Test func anExpiredRefreshTokenLeadsToTheLoginPage() async throws {
    try await OpenIDStage.run { stage in
      let authenticator = stage.authenticator()
      try await stage.push(as: authenticator)
      stage.clock.advance(by: .seconds(31 * 86_400))
      try await stage.push(as: authenticator)
      #expect(stage.pages.entries.count == 2)
      let refresh = await stage.lab.gatewayMock.requestLog.first {
        $0.target.contains("_oidc_refresh")
      }
      // The generations refuse differently, and both are understood.
      #expect(refresh?.status == (stage.lab.gatewayMock.profile == .v1_5 ? 401 : 500))
      try await stage.push(as: authenticator)
      #expect(stage.pages.entries.count == 2)
    }
  }

  @Test func bogusTokensLeadToOneLogin() async throws {
    try await OpenIDStage.run { stage in
      let store = MemoryTokenStore()
      store.save(
        OpenIDTokens(
          idToken: "bogus", refreshToken: "bogus", session: GatewaySession(id: "bogus")),
        for: stage.url)
      try await stage.push(as: stage.authenticator(store: store))
      #expect(stage.pages.entries.count == 1)
      #expect(store.tokens(for: stage.url)?.userName == "op_alice")
    }
  }

  /// A replication that learns late of the expiry doesn't renew the session once more.
  @Test func aSessionThatAnotherReplicationRenewedIsUsed() async throws {
    try await OpenIDStage.run { stage in
      let authenticator = stage.authenticator()
      try await stage.push(as: authenticator)
      let gateway = GatewayEndpoint(database: stage.url, clock: stage.clock) { _ in
        throw SyncError.offline("no request is due")
      }
      let old = GatewayCredentials.session(GatewaySession(id: "old"))
      let new = try await authenticator.credentials(replacing: old, for: gateway)
      try await #expect(new == authenticator.tokens(for: stage.url)?.credentials)
    }
  }

  @Test func tokensOutliveTheApp() async throws {
    try await OpenIDStage.run { stage in
      let folder = try TemporaryFolder()
      let file = folder.url.appending(path: "db")
      try await stage.push(
        as: stage.authenticator(store: DatabaseTokenStore(try Database(at: file))))
      let mode =
        try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      let store = DatabaseTokenStore(try Database(at: file))
      let authenticator = stage.authenticator(store: store)
      try await stage.push(as: authenticator)
      #expect(stage.pages.entries.count == 1)
      // Forgotten on request.
      try await authenticator.forgetTokens(for: stage.url)
      try await #expect(store.tokens(for: stage.url) == nil)
      try await #expect(stage.lab.gatewayMock.sessions(in: "db").isEmpty)
      try await stage.push(as: authenticator)
      #expect(stage.pages.entries.count == 2)
    }
  }

  @Test func tokensOfAWholeGatewayAreForgotten() async throws {
    let urls = [
      "http://gateway.example:4984/a", "http://gateway.example:4984/b",
      "http://gateway.example:4985/a", "https://gateway.example/a", "https://other.example/a",
    ].compactMap { URL(string: $0) }
    let folder = try TemporaryFolder()
    let database = try Database(at: folder.url.appending(path: "db"))
    for store in [MemoryTokenStore(), DatabaseTokenStore(database)] as [any OpenIDTokenStore] {
      let authenticator = OpenIDConnectAuthenticator(store: store) { _, _ in nil }
      for url in urls { try await store.save(OpenIDTokens(idToken: "\(url)"), for: url) }
      try await #expect(Set(store.databases()) == Set(urls))
      try await authenticator.forgetTokens(
        ofServer: try #require(URL(string: "http://GATEWAY.example:4984")))
      try await #expect(Set(store.databases()) == Set(urls.dropFirst(2)))
      try await authenticator.forgetTokens(
        ofServer: try #require(URL(string: "https://gateway.example:443/b")))
      try await #expect(Set(store.databases()) == [urls[2], urls[4]])
    }
  }

  @Test func withoutASessionTheIDTokenSpeaks() async throws {
    try await OpenIDStage.run(#", "disable_session": true"#) { stage in
      let authenticator = stage.authenticator()
      try await stage.push(as: authenticator)
      try await #expect(authenticator.tokens(for: stage.url)?.session == nil)
      try await #expect(stage.lab.gatewayMock.sessions(in: "db").isEmpty)
      stage.clock.advance(by: .seconds(3_601))
      try await stage.push(as: authenticator)
      #expect(stage.pages.entries.count == 1)
      await #expect(stage.paths().count { $0 == "_oidc_refresh" } == 1)
    }
  }

  /// The gateway responds with 500 also when the provider is down.
  @Test func aRefusedRefreshKeepsTheTokens() async throws {
    try await OpenIDStage.run(profiles: [.v2_8]) { stage in
      let store = MemoryTokenStore()
      try await stage.push(as: stage.authenticator(store: store))
      let tokens = store.tokens(for: stage.url)
      stage.clock.advance(by: .seconds(2 * 3_600))
      try await stage.lab.providerMock.inject(.status(503), into: .token, times: 3)
      let closing = stage.authenticator(store: store) { _, _ in nil }
      await #expect(throws: SyncError.login(.cancelled)) { try await stage.push(as: closing) }
      #expect(store.tokens(for: stage.url) == tokens)
    }
  }

  @Test func aValidIDTokenSparesThePage() async throws {
    try await OpenIDStage.run { stage in
      let authenticator = stage.authenticator()
      try await stage.push(as: authenticator)
      try await endSessions(stage)
      try await stage.lab.providerMock.inject(.status(503), into: .token, times: 3)
      try await stage.push(as: authenticator)
      #expect(stage.pages.entries.count == 1)
      try await #expect(stage.lab.gatewayMock.sessions(in: "db").count == 1)
    }
  }

  /// In 1.5 a gateway with a guest lets an old cookie in as the guest, and a client that doesn't
  /// look would go on as nobody.
  @Test func theGuestIsNotMistakenForTheUser() async throws {
    let guest = #""users": {"GUEST": {"disabled": false, "admin_channels": ["*"]}},"#
    try await OpenIDStage.run(more: guest) { stage in
      let store = MemoryTokenStore()
      let authenticator = stage.authenticator(store: store)
      try await stage.push(as: authenticator)
      try await endSessions(stage)
      try await stage.push(as: authenticator)
      await #expect(stage.paths().contains("_oidc_refresh"))
      await #expect(
        stage.lab.gatewayMock.requestLog.last { $0.target.contains("_bulk_docs") }?.user
          == "op_alice")
    }
  }

  private func endSessions(_ stage: OpenIDStage) async throws {
    for session in try await stage.lab.gatewayMock.sessions(in: "db") {
      var request = URLRequest(
        url: stage.lab.gatewayAdmin.appending(path: "db/_session/\(session.id)"))
      request.httpMethod = "DELETE"
      _ = try await stage.lab.http.data(for: request)
    }
  }

  /// Wherever the connection breaks during login or refresh, the next try ends it.
  ///
  /// A code whose answer was lost may have been sent twice, by the transport itself; the provider
  /// refuses that, and the user starts again.
  @Test(arguments: [1, 2, 3, 4]) func loginsOverConnectionsThatBreak(_ seed: UInt64) async throws {
    try await OpenIDStage.run { stage in
      stage.transport.breakConnections(0.4, seed: seed)
      let authenticator = stage.authenticator()
      for seconds in [0, 3_601, 31 * 86_400] {
        stage.clock.advance(by: .seconds(seconds))
        var isDone = false
        while !isDone {
          do {
            try await stage.push(as: authenticator)
            isDone = true
          } catch SyncError.login(.refused(_, let reason)) {
            #expect(reason.contains("used before") || reason.contains("state"), "\(reason)")
          }
        }
      }
      #expect(stage.transport.faults.injected > 2)
      try await #expect(authenticator.tokens(for: stage.url)?.userName == "op_alice")
    }
  }

  @Test func aContinuousReplicationSurvivesEveryExpiry() async throws {
    try await OpenIDStage.run { stage in
      let authenticator = stage.authenticator()
      let database = try Database()
      let push = stage.replication(.push, database, as: authenticator, isContinuous: true)
      await push.start()
      for (round, seconds) in [0, 3_601, 31 * 86_400, 3_601].enumerated() {
        stage.clock.advance(by: .seconds(seconds))
        try await database.save(["n": .integer(round)], as: "doc-\(round)")
        for await status in push.statuses
        where status.activity == .idle && status.completed == round + 1 { break }
        try await #expect(
          stage.lab.gatewayMock.document("doc-\(round)", in: "db")?["n"] == .integer(round))
      }
      #expect(stage.pages.entries.count == 2)
      await push.stop()
      #expect(push.status.activity == .stopped)
      #expect(push.status.lastError == nil)
    }
  }
}
