import DocgenClocks
import DocgenJSON
import DocgenSQLite
import Foundation
import Synchronization

/// A database of the gateway: its users, sessions and documents, one request at a time.
actor GatewayDatabase {
  nonisolated let name: String
  nonisolated let profile: Profile
  nonisolated let clock: any WallClock
  nonisolated let random: RandomSource
  /// The database's settings.
  ///
  /// Read by requests on any thread, and replaced when the database comes online with a new
  /// configuration.
  private let settings: Mutex<DatabaseSettings>
  nonisolated var configuration: DatabaseConfiguration { current.configuration }
  nonisolated var identityProviders: [IdentityProviderClient] { current.identityProviders }
  /// The built-in test provider; `nil` when it is off.
  nonisolated var testProvider: TestIdentityProvider? { current.testProvider }
  nonisolated var startTime: Date { current.startTime }
  private nonisolated var current: DatabaseSettings { settings.withLock { $0 } }

  /// Whether the database accepts requests.
  enum State: String {
    case online = "Online"
    case offline = "Offline"
  }

  nonisolated var state: State { currentState.withLock { $0 } }
  /// Set by the actor; read by every request before it reaches the actor.
  private let currentState: Mutex<State>
  let store: Database
  private(set) var syncFunction: SyncFunction?
  var cache = ReadCache()
  private let identityHTTP: IdentityHTTP
  /// The latest sequence issued.
  private(set) var lastSequence = 0
  /// The feeds that wait for the next sequence, by number.
  var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  var nextWaiter = 0

  init(
    _ configuration: DatabaseConfiguration, profile: Profile, clock: any WallClock,
    random: RandomSource, identityHTTP: IdentityHTTP, store: GatewayStore = .memory
  ) throws {
    name = configuration.name
    self.identityHTTP = identityHTTP
    self.profile = profile
    self.clock = clock
    self.random = random
    let settings = try DatabaseSettings(
      configuration, profile: profile, clock: clock, identityHTTP: identityHTTP)
    self.settings = Mutex(settings)
    currentState = Mutex(configuration.startsOffline ? .offline : .online)
    let opened = try store.open(configuration.name)
    self.store = opened
    if case .folder = store {
      lastSequence =
        try opened.first("SELECT value FROM counters WHERE name = 'sequence'")?[0].integer ?? 0
    }
    syncFunction = try configuration.sync.map { try SyncFunction($0, profile: profile) }
  }

  /// Replaces the configuration and goes online; documents, users and sessions remain.
  func reload(with configuration: DatabaseConfiguration) throws {
    let new = try DatabaseSettings(
      configuration, profile: profile, clock: clock, identityHTTP: identityHTTP)
    syncFunction = try configuration.sync.map { try SyncFunction($0, profile: profile) }
    settings.withLock { $0 = new }
    try installPrincipals()
    setState(.online)
  }

  /// Removes everything except the configuration.
  func flush() throws {
    let tables = try store.query(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    for name in tables.compactMap({ $0[0].text }) {
      // The counter of a database in a file starts at zero too.
      try store.execute(
        name == "counters" ? "UPDATE counters SET value = 0" : "DELETE FROM \"\(name)\"")
    }
    cache = ReadCache()
    lastSequence = 0
    try installPrincipals()
    wakeWaiters()
  }

  /// Creates the roles and users of the configuration.
  func installPrincipals() throws {
    for role in configuration.roles { try installPrincipal(role, as: .role) }
    for user in configuration.users { try installPrincipal(user, as: .user) }
  }

  private func installPrincipal(_ principal: PrincipalConfiguration, as kind: PrincipalKind) throws
  {
    let isGuest = kind == .user && principal.name == PrincipalName.guest
    do {
      _ = try update(principal, as: kind, mayReplace: isGuest)
    } catch let error as StorageError where error.kind == .conflict {
      // A user or role that exists remains unchanged.
    }
  }

  nonisolated func requireOnline() throws {
    if state == .offline {
      throw StorageError(.unavailable, reason: "DB is currently under maintenance")
    }
  }

  /// Goes online or offline; going offline ends the feeds that wait for changes.
  func setState(_ state: State) {
    currentState.withLock { $0 = state }
    wakeWaiters()
  }

  /// Returns the next sequence, and wakes the feeds that wait for it.
  func nextSequence() -> Int {
    lastSequence += 1
    wakeWaiters()
    return lastSequence
  }

  private func wakeWaiters() {
    for waiter in waiters.values { waiter.resume() }
    waiters = [:]
  }

  /// Returns 40 hexadecimal digits for session ids and states (`GenerateRandomSecret`,
  /// base/util.go).
  nonisolated func randomSecret() -> String { random.hex(bytes: 20) }
}

/// The configuration of a database and what is created from it; replaced as a whole.
final class DatabaseSettings: Sendable {
  let configuration: DatabaseConfiguration
  let identityProviders: [IdentityProviderClient]
  let testProvider: TestIdentityProvider?
  /// The time the database came online with this configuration.
  let startTime: Date

  init(
    _ configuration: DatabaseConfiguration, profile: Profile, clock: any WallClock,
    identityHTTP: IdentityHTTP
  ) throws {
    self.configuration = configuration
    testProvider = try configuration.testProvider.map { try TestIdentityProvider($0, clock: clock) }
    startTime = clock.now
    identityProviders = (configuration.oidc?.providers ?? []).map { provider in
      IdentityProviderClient(
        provider, isDefault: provider.name == configuration.oidc?.defaultProvider,
        isOnly: configuration.oidc?.providers.count == 1, profile: profile, clock: clock,
        http: identityHTTP)
    }
  }
}
