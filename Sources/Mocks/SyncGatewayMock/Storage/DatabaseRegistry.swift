import DocgenClocks
import DocgenJSON
import Synchronization

/// The databases of a gateway, by name.
actor DatabaseRegistry {
  /// Read by every request, without waiting for the actor.
  private let open = Mutex<[String: GatewayDatabase]>([:])
  /// Configurations set by the admin port, which the original applies at the next `_online`.
  private var pending: [String: DatabaseConfiguration] = [:]
  private let profile: Profile
  private let clock: any WallClock
  private let random: RandomSource
  private let identityHTTP: IdentityHTTP
  private let store: GatewayStore

  init(
    profile: Profile, clock: any WallClock, random: RandomSource, identityHTTP: IdentityHTTP,
    store: GatewayStore
  ) {
    self.profile = profile
    self.clock = clock
    self.random = random
    self.identityHTTP = identityHTTP
    self.store = store
  }

  nonisolated subscript(name: String) -> GatewayDatabase? { open.withLock { $0[name] } }

  /// Closes databases in files, so that the next gateway can open them.
  func close() {
    if case .folder = store { open.withLock { $0 = [:] } }
  }

  var names: [String] { open.withLock { $0.keys.sorted() } }

  func add(_ configuration: DatabaseConfiguration) async throws {
    let name = configuration.name
    if self[name] != nil {
      throw StorageError(.duplicate, reason: "Duplicate database name \"\(name)\"")
    }
    let database = try GatewayDatabase(
      configuration, profile: profile, clock: clock, random: random, identityHTTP: identityHTTP,
      store: store)
    open.withLock { $0[name] = database }
    try await database.installPrincipals()
  }

  /// Removes a database, which ends the feeds that wait for its changes.
  func remove(_ name: String) async -> Bool {
    guard let database = open.withLock({ $0.removeValue(forKey: name) }) else { return false }
    pending[name] = nil
    await database.setState(.offline)
    return true
  }

  /// Brings a database online with the configuration that was set last.
  func bringOnline(_ database: GatewayDatabase) async throws {
    guard database.state == .offline, self[database.name] === database else { return }
    try await database.reload(with: pending[database.name] ?? database.configuration)
    pending[database.name] = nil
  }

  /// Returns the configuration that was set last, or the current one of the database.
  func configuration(of name: String) -> DatabaseConfiguration? {
    pending[name] ?? self[name]?.configuration
  }

  func setPending(_ configuration: DatabaseConfiguration) {
    pending[configuration.name] = configuration
  }
}
