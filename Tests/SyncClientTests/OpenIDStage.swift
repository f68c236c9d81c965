import DocgenClocks
import DocgenHTTPClient
import DocgenTestSupport
import Foundation
import OpenIDProviderMock
import SampleLab
import SyncGatewayMock

@testable import SyncClient

/// A gateway that trusts a provider, both on one clock, and a user with a browser.
struct OpenIDStage {
  let lab: Lab
  let transport: FaultyTransport
  /// The login pages that were shown.
  let pages = Log<URL>()

  /// - Parameters:
  ///   - members: further members of the provider in the gateway's configuration.
  ///   - more: further members of the database, with a comma after them.
  init(_ profile: Profile, _ members: String = "", more: String = "") async throws {
    lab = try await Lab.start(
      gateway: """
        {"databases": {"db": {\(more) "oidc": {"providers": {"op": {
          "issuer": "${PROVIDER}", "client_id": "app", "validation_key": "secret",
          "register": true, "user_prefix": "op"\(members)}}}}}}
        """,
      provider: """
        {"issuers": {"/": {"login": "approve",
          "clients": [{"client_id": "app", "client_secret": "secret",
            "redirect_uris": ["http://127.0.0.1/db/_oidc_callback", "com.example:/cb"],
            "response_types": ["code", "id_token"]}],
          "users": [{"username": "alice", "claims": {"sub": "alice"}}]}}}
        """, profile: profile)
    transport = FaultyTransport(to: lab.gatewayMock)
  }

  static func run(
    _ members: String = "", more: String = "", profiles: [Profile] = Profile.allCases,
    _ body: (OpenIDStage) async throws -> Void
  ) async throws {
    for profile in profiles {
      let stage = try await OpenIDStage(profile, members, more: more)
      try await using(stage, thenStopping: { await $0.stop() }, body)
    }
  }

  private func stop() async {
    await lab.gatewayMock.stop()
    await lab.providerMock.stop()
  }

  var url: URL { lab.gateway.appending(path: "db") }
  var clock: ManualClock { lab.clock }

  /// Signs in through the browser, as a user does.
  func authenticator(
    store: any OpenIDTokenStore = MemoryTokenStore(),
    changing: @escaping @Sendable (URL) -> URL = { $0 }
  ) -> OpenIDConnectAuthenticator {
    authenticator(store: store) { [lab] loginURL, redirectURL in
      changing(try await lab.browser.open(loginURL, until: redirectURL))
    }
  }

  /// Counts the pages that are shown.
  func authenticator(
    store: any OpenIDTokenStore = MemoryTokenStore(), showPage: @escaping OpenIDLoginPage
  ) -> OpenIDConnectAuthenticator {
    OpenIDConnectAuthenticator(store: store) { [pages] loginURL, redirectURL in
      pages.add(loginURL)
      return try await showPage(loginURL, redirectURL)
    }
  }

  func replication(
    _ direction: Replication.Direction, _ database: Database, as authenticator: any Authenticator,
    isContinuous: Bool = false
  ) -> Replication {
    Replication(
      direction, of: database, with: url, as: authenticator, isContinuous: isContinuous,
      options: .init(retry: RetryPolicy(longest: .seconds(1), attempts: 300)), transport: transport,
      clock: isContinuous ? clock : JumpingClock(over: clock), random: RandomSource(seed: 1))
  }

  /// Pushes a new document; the id of the user it arrived as.
  func push(as authenticator: any Authenticator) async throws {
    let database = try Database()
    let id = "doc-\(pages.entries.count)-\(await lab.gatewayMock.requestLog.count)"
    try await database.save(["n": 1], as: id)
    try await replication(.push, database, as: authenticator).run()
    guard try await lab.gatewayMock.document(id, in: "db") != nil else {
      throw DatabaseError.notFound(id)
    }
  }

  /// The paths below the database that were asked for, in order.
  func paths() async -> [String] {
    await lab.gatewayMock.requestLog.map {
      String($0.target.prefix { $0 != "?" }.dropFirst("/db/".count))
    }
  }
}
