import DocgenClocks
import DocgenHTTPClient
import DocgenJSON
import DocgenTestSupport
import Foundation
import SyncClient
import SyncGatewayMock
import Synchronization

/// A gateway with one database `db`, and what replications with it need.
struct Gateway {
  let mock: SyncGateway
  /// The gateway's time.
  let clock: ManualClock
  /// The replications' own time, which jumps ahead whenever one waits.
  let jumps = JumpingClock()
  let transport: FaultyTransport

  static let users = """
    "users": {
      "alice": {"password": "secret", "admin_channels": ["*"]},
      "bob": {"password": "secret", "admin_channels": ["b"]}
    }
    """

  init(_ database: String, profile: Profile) async throws {
    clock = ManualClock()
    mock = try await SyncGateway.start(
      configuration: GatewayConfiguration(
        "{\"databases\": {\"db\": {\(database)}}}", profile: profile),
      profile: profile, clock: clock, random: RandomSource(seed: 1))
    transport = FaultyTransport(to: mock)
  }

  /// Runs a body with a gateway of each profile, and stops it afterwards.
  static func run(
    _ database: String = users, profiles: [Profile] = Profile.allCases,
    _ body: (Gateway) async throws -> Void
  ) async throws {
    for profile in profiles {
      let gateway = try await Gateway(database, profile: profile)
      try await using(gateway, thenStopping: { await $0.mock.stop() }, body)
    }
  }

  var url: URL { mock.publicURL.appending(path: "db") }
  static let alice = BasicAuthenticator(name: "alice", password: "secret")
  static let bob = BasicAuthenticator(name: "bob", password: "secret")

  func replication(
    _ direction: Replication.Direction, _ database: SyncClient.Database,
    as user: any Authenticator = alice, isContinuous: Bool = false,
    options: Replication.Options = .init(), clock: (any WallClock)? = nil
  ) -> Replication {
    Replication(
      direction, of: database, with: url, as: user, isContinuous: isContinuous,
      options: options, transport: transport, clock: clock ?? jumps, random: RandomSource(seed: 3))
  }

  /// The requests that reached the gateway, as `METHOD path`, without those of tests themselves.
  func requests() async -> [String] {
    await mock.requestLog.map { "\($0.method) \($0.target.prefix { $0 != "?" })" }
  }
}

/// A clock on which every wait ends immediately, because the clock jumps to its end.
final class JumpingClock: WallClock {
  private let clock: ManualClock
  /// How long each wait would have been.
  private let log = Log<Double>()

  init(over clock: ManualClock = ManualClock()) { self.clock = clock }

  var now: Date { clock.now }

  func sleep(until moment: Date) async throws {
    try Task.checkCancellation()
    let seconds = moment.timeIntervalSince(now)
    log.add(seconds)
    if seconds > 0 { clock.advance(by: .seconds(seconds)) }
  }

  var waits: [Double] { log.entries }
}

/// What several tasks note, in order.
final class Log<Entry: Sendable>: Sendable {
  private let state = Mutex<[Entry]>([])

  func add(_ entry: Entry) { state.withLock { $0.append(entry) } }
  var entries: [Entry] { state.withLock { $0 } }
}
