import DocgenClocks
import DocgenHTTPClient
import DocgenTestSupport
import Foundation
import SampleLab
import SyncGatewayMock
import Synchronization
import Testing

@testable import SyncClient

/// Sessions of app servers, and sessions for ID tokens.
@Suite(.fewAtOnce) struct SessionTests {
  /// What an app server does: opens a session on the admin port.
  static func openSession(_ admin: URL, _ name: String) async throws -> GatewaySession {
    struct Answer: Decodable {
      let session_id: String
      let cookie_name: String
    }
    let request = TransportRequest(
      method: "POST", url: admin.appending(path: "db/_session"),
      headers: ["Content-Type": "application/json"],
      body: Array("{\"name\": \"\(name)\", \"ttl\": 3600}".utf8))
    let response = try await DefaultTransport().send(request)
    let answer = try JSONDecoder().decode(Answer.self, from: Data(response.body))
    return GatewaySession(id: answer.session_id, cookieName: answer.cookie_name)
  }

  @Test func aSessionThatRunsOutEndsTheReplicationWith401() async throws {
    try await Gateway.run { gateway in
      let session = try await Self.openSession(gateway.mock.adminURL, "alice")
      let database = try Database()
      let push = gateway.replication(.push, database, as: SessionAuthenticator(session))
      try await database.save([:], as: "a")
      try await push.run()
      gateway.clock.advance(by: .seconds(3_601))
      try await database.save([:], as: "b")
      let error = await #expect(throws: SyncError.self) { try await push.run() }
      #expect(error?.status == 401)
      #expect(push.status.lastError == error)
      #expect(push.status.activity == .stopped)
      // With another session it goes on where it was.
      let next = try await Self.openSession(gateway.mock.adminURL, "alice")
      let again = gateway.replication(.push, database, as: SessionAuthenticator(next))
      try await #expect(again.run().total == 1)
      try await #expect(gateway.mock.document("b", in: "db") != nil)
    }
  }

  @Test func anAppServerRenewsIt() async throws {
    try await Gateway.run { gateway in
      let admin = gateway.mock.adminURL
      let renewals = Log<Int>()
      let authenticator = SessionAuthenticator(try await Self.openSession(admin, "alice")) {
        renewals.add(1)
        return try await Self.openSession(admin, "alice")
      }
      let database = try Database()
      let push = gateway.replication(.push, database, as: authenticator)
      for round in 0..<3 {
        try await database.save([:], as: "\(round)")
        try await #expect(push.run().completed == 1)
        gateway.clock.advance(by: .seconds(3_601))
      }
      #expect(renewals.entries.count == 2)
    }
  }

  /// Two replications get a 401 for the same session, one after the other.
  @Test func aRenewedSessionIsForAllReplications() async throws {
    let answer = GatewayResponse(status: 200, headers: [])
    let endpoint = GatewayEndpoint(
      database: try #require(URL(string: "http://h/db")), clock: ManualClock()
    ) { _ in answer }
    let renewals = Log<Int>()
    let first = GatewaySession(id: "1", cookieName: "s")
    let authenticator: any Authenticator = SessionAuthenticator(first) {
      renewals.add(1)
      return GatewaySession(id: "2", cookieName: "s")
    }
    for _ in 0..<2 {
      let next = try await authenticator.credentials(replacing: .session(first), for: endpoint)
      #expect(next == .session(GatewaySession(id: "2", cookieName: "s")))
    }
    #expect(renewals.entries.count == 1)
    // What the gateway still says of the old one concerns nobody.
    await authenticator.learned(first, from: endpoint)
    let last = try await authenticator.credentials(for: endpoint)
    #expect(last == .session(GatewaySession(id: "2", cookieName: "s")))
  }

  /// Such a replication doesn't try again.
  @Test func anAddressOfNoDatabaseEndsTheReplication() async throws {
    try await Gateway.run { gateway in
      let server = gateway.mock.publicURL.absoluteString
      for address in [server, server + "/", server.replacing("http", with: "ws") + "/db"] {
        let pull = Replication(
          .pull, of: try Database(), with: try #require(URL(string: address)),
          isContinuous: true, clock: ManualClock())
        let error = await #expect(throws: SyncError.self) { try await pull.run() }
        guard case .configuration(let reason) = error else {
          Issue.record("\(address): \(error as Any)")
          continue
        }
        #expect(reason.contains("'\(address)'"))
      }
    }
  }

  /// Messages end in logs.
  @Test(arguments: [
    "ws://alice:pw@127.0.0.1:1/travel?token=pw", "alice:pw@host/travel#pw",
  ])
  func aWrongAddressIsNamedWithoutItsPassword(_ address: String) async throws {
    let pull = Replication(
      .pull, of: try Database(), with: try #require(URL(string: address)), clock: ManualClock())
    let error = await #expect(throws: SyncError.self) { try await pull.run() }
    guard case .configuration(let reason) = error else {
      Issue.record("\(address): \(error as Any)")
      return
    }
    #expect(reason.contains("…") && !reason.contains("pw"))
  }

  @Test func anAuthenticatorIsToldOfAMissingName() async throws {
    try await Gateway.run { gateway in
      let openID = OpenIDConnectAuthenticator { url, _ in url }
      for authenticator in [IDTokenAuthenticator { "token" }, openID] as [any Authenticator] {
        let pull = Replication(
          .pull, of: try Database(), with: gateway.mock.publicURL, as: authenticator,
          clock: ManualClock())
        let error = await #expect(throws: SyncError.self) { try await pull.run() }
        #expect(error?.description.contains("names no database") == true, "\(error as Any)")
      }
    }
  }

  @Test func aWrongPasswordIs401() async throws {
    try await Gateway.run { gateway in
      let pull = gateway.replication(
        .pull, try Database(), as: BasicAuthenticator(name: "alice", password: "wrong"))
      let error = await #expect(throws: SyncError.self) { try await pull.run() }
      #expect(error == .http(status: 401, reason: "Invalid login"))
      let guest = gateway.replication(.pull, try Database(), as: GuestAuthenticator())
      try await #expect(#require(throws: SyncError.self) { try await guest.run() }.status == 401)
    }
  }

  @Test func aUsedSessionLivesOn() async throws {
    try await Gateway.run { gateway in
      let session = try await Self.openSession(gateway.mock.adminURL, "alice")
      let database = try Database()
      let push = gateway.replication(.push, database, as: SessionAuthenticator(session))
      // Half of its time each round, five rounds.
      for round in 0..<5 {
        try await database.save([:], as: "\(round)")
        try await push.run()
        gateway.clock.advance(by: .seconds(1_800))
      }
      try await #expect(gateway.mock.document("4", in: "db") != nil)
    }
  }

  /// An app that signs its user in itself and counts how often.
  private func idTokenAuthenticator(
    _ stage: OpenIDStage, check: @escaping @Sendable () throws -> Void = {}
  ) -> IDTokenAuthenticator {
    IDTokenAuthenticator { [lab = stage.lab, pages = stage.pages] in
      try check()
      let redirect = URL(string: "com.example:/cb") ?? lab.provider
      let page = lab.provider.appending(path: "authorize").appending(queryItems: [
        URLQueryItem(name: "client_id", value: "app"),
        URLQueryItem(name: "redirect_uri", value: "com.example:/cb"),
        URLQueryItem(name: "response_type", value: "id_token"),
        URLQueryItem(name: "scope", value: "openid"),
        URLQueryItem(name: "nonce", value: "n-\(pages.entries.count)"),
      ])
      pages.add(page)
      let end = try await lab.browser.open(page, until: redirect)
      let items = URLComponents(string: "?\(end.fragment() ?? "")")?.queryItems
      return items?.first { $0.name == "id_token" }?.value ?? ""
    }
  }

  @Test func anIDTokenOpensSessionsUntilItRunsOut() async throws {
    try await OpenIDStage.run { stage in
      let authenticator = idTokenAuthenticator(stage)
      try await stage.push(as: authenticator)
      #expect(stage.pages.entries.count == 1)
      let sessions = try await stage.lab.gatewayMock.sessions(in: "db")
      #expect(sessions.map(\.user) == ["op_alice"])
      // The token's hour is over, the session's day isn't.
      stage.clock.advance(by: .seconds(2 * 3_600))
      try await stage.push(as: authenticator)
      #expect(stage.pages.entries.count == 1)
      // The session has run out too: another token, another session.
      stage.clock.advance(by: .seconds(25 * 3_600))
      try await stage.push(as: authenticator)
      #expect(stage.pages.entries.count == 2)
      // A session that the gateway ends early is replaced with the token that is still good.
      let last = try #require(try await stage.lab.gatewayMock.sessions(in: "db").last)
      var request = URLRequest(
        url: stage.lab.gatewayAdmin.appending(path: "db/_session/\(last.id)"))
      request.httpMethod = "DELETE"
      _ = try await stage.lab.http.data(for: request)
      try await stage.push(as: authenticator)
      #expect(stage.pages.entries.count == 2)
      let count = try await stage.lab.gatewayMock.sessions(in: "db").count
      await authenticator.forgetTokens()
      try await #expect(stage.lab.gatewayMock.sessions(in: "db").count == count - 1)
      try await stage.push(as: authenticator)
      #expect(stage.pages.entries.count == 3)
    }
  }

  @Test func aTokenThatTheGatewayRefusesEndsIt() async throws {
    try await OpenIDStage.run { stage in
      let asked = Log<Int>()
      let authenticator = IDTokenAuthenticator {
        asked.add(1)
        return "not.a.token"
      }
      let pull = stage.replication(.pull, try Database(), as: authenticator)
      let error = await #expect(throws: SyncError.self) { try await pull.run() }
      #expect(error?.status == 401)
      #expect(asked.entries.count == 1)
    }
  }

  struct Broken: Error {}

  @Test(arguments: [
    (Broken() as any Error, SyncError.LoginFailure.app("Broken()")),
    (CancellationError(), .cancelled), (TransportError.cancelled, .cancelled),
  ])
  func anAppThatCannotSignInEndsIt(_ error: any Error, _ failure: SyncError.LoginFailure)
    async throws
  {
    try await OpenIDStage.run(profiles: [.v2_8]) { stage in
      for authenticator: any Authenticator in [
        IDTokenAuthenticator { throw error },
        SessionAuthenticator(GatewaySession(id: "old")) { throw error },
      ] {
        let pull = stage.replication(.pull, try Database(), as: authenticator)
        await #expect(throws: SyncError.login(failure)) { try await pull.run() }
      }
    }
  }

  /// The closure may show a login page, which must not appear again and again.
  @Test func theFirstTokenIsNotAskedForAgain() async throws {
    try await OpenIDStage.run(profiles: [.v2_8]) { stage in
      let error = TransportError.timedOut
      let pull = stage.replication(
        .pull, try Database(), as: IDTokenAuthenticator { throw error }, isContinuous: true)
      await #expect(throws: SyncError.login(.app("\(error)"))) { try await pull.run() }
    }
  }

  /// A continuous replication waits, and goes on when the provider is back.
  @Test(arguments: [TransportError.timedOut as any Error, URLError(.notConnectedToInternet)])
  func anAppThatCannotSignInForAMomentIsOffline(_ error: any Error) async throws {
    try await OpenIDStage.run(profiles: [.v2_8]) { stage in
      let isDown = Mutex(false)
      let authenticator = idTokenAuthenticator(stage) {
        if isDown.withLock({ $0 }) { throw error }
      }
      try await stage.push(as: authenticator)
      stage.clock.advance(by: .seconds(25 * 3_600))
      isDown.withLock { $0 = true }
      let pull = stage.replication(.pull, try Database(), as: authenticator, isContinuous: true)
      await pull.start()
      for await status in pull.statuses where status.activity == .offline { break }
      isDown.withLock { $0 = false }
      await pull.retryNow()
      for await status in pull.statuses where status.activity == .idle { break }
      await pull.stop()
    }
  }
}
