public import DocgenClocks
import DocgenHTTPServer
import DocgenJSON
public import Foundation
import Synchronization

/// A Sync Gateway in this process: two HTTP servers on loopback.
///
/// Everything is in memory unless `Options` name a store.
///
/// It behaves like the release that `Profile` names, so that a client that works with it works with
/// the real one. The caller passes in time and randomness, so that two runs can be the same.
public final class SyncGateway: Sendable {
  /// The public port's base address, `http://127.0.0.1:PORT`.
  public let publicURL: URL
  /// The admin port's base address, `http://127.0.0.1:PORT`.
  public let adminURL: URL
  /// The release to imitate.
  public let profile: Profile

  private let listeners: [HTTPListener]
  private let services: Services
  let dispatcher: RequestDispatcher

  private init(
    publicURL: URL, adminURL: URL, listeners: [HTTPListener], services: Services,
    dispatcher: RequestDispatcher
  ) {
    self.publicURL = publicURL
    self.adminURL = adminURL
    profile = services.profile
    self.listeners = listeners
    self.services = services
    self.dispatcher = dispatcher
  }

  /// Starts a gateway.
  ///
  /// - Parameters:
  ///   - configuration: the databases and their settings.
  ///   - profile: the release to imitate.
  ///   - clock: the clock by which sessions and tokens expire.
  ///   - random: the source of session ids.
  ///   - publicPort: the public port, or 0 for a free one.
  ///   - adminPort: the admin port, or 0 for a free one.
  ///   - host: the numeric address to listen on.
  ///   - options: the store, the limits, and functions that observe requests.
  /// - Throws: `HTTPListener.StartError`, or an error of a database that can't be created.
  public static func start(
    configuration: GatewayConfiguration, profile: Profile = .v1_5,
    clock: any WallClock = SystemClock(), random: RandomSource = RandomSource(),
    publicPort: UInt16 = 0, adminPort: UInt16 = 0, host: String = "127.0.0.1",
    options: Options = Options()
  ) async throws -> SyncGateway {
    try await start(
      profile: profile, clock: clock, random: random, publicPort: publicPort,
      adminPort: adminPort, host: host, options: options
    ) { _, _ in configuration }
  }

  /// Starts a gateway whose configuration depends on the gateway's addresses.
  ///
  /// - Parameter configuration: receives the addresses of the public and the admin port, which are
  ///   already bound, and returns the configuration.
  public static func start(
    profile: Profile = .v1_5, clock: any WallClock = SystemClock(),
    random: RandomSource = RandomSource(), publicPort: UInt16 = 0, adminPort: UInt16 = 0,
    host: String = "127.0.0.1", options: Options = Options(),
    configuration: (_ publicURL: URL, _ adminURL: URL) async throws -> GatewayConfiguration
  ) async throws -> SyncGateway {
    let dispatcher = RequestDispatcher(
      clock: clock, checksHost: options.checksHost, recorder: options.recorder,
      onRequest: options.onRequest)
    let adminHost = options.adminHost ?? host
    let publicListener = try dispatcher.listen(
      host, port: publicPort, limits: options.limits, tls: options.tls, isAdmin: false)
    let adminListener: HTTPListener
    do {
      adminListener = try dispatcher.listen(
        adminHost, port: adminPort, limits: options.limits, isAdmin: true)
    } catch {
      await publicListener.stop()
      throw error
    }
    let listeners = [publicListener, adminListener]
    do {
      let publicURL = try address(
        host, port: publicListener.port, scheme: options.tls == nil ? "http" : "https")
      let adminURL = try address(adminHost, port: adminListener.port)
      let services = try await services(
        for: configuration(publicURL, adminURL), profile: profile, clock: clock, random: random,
        options: options)
      dispatcher.open(with: services)
      return SyncGateway(
        publicURL: publicURL, adminURL: adminURL, listeners: listeners, services: services,
        dispatcher: dispatcher)
    } catch {
      for listener in listeners { await listener.stop() }
      throw error
    }
  }

  private static func address(
    _ host: String, port: UInt16, scheme: String = "http"
  ) throws -> URL {
    let text = host.contains(":") ? "[\(host)]" : host
    guard let url = URL(string: "\(scheme)://\(text):\(port)") else {
      throw HTTPListener.StartError.invalidAddress(host)
    }
    return url
  }

  private static func services(
    for configuration: GatewayConfiguration, profile: Profile, clock: any WallClock,
    random: RandomSource, options: Options
  ) async throws -> Services {
    let identityHTTP = IdentityHTTP(trustedRoots: options.trustedRoots)
    let databases = DatabaseRegistry(
      profile: profile, clock: clock, random: random, identityHTTP: identityHTTP,
      store: options.store)
    for database in configuration.databases { try await databases.add(database) }
    return Services(
      profile: profile, clock: clock, random: random, databases: databases,
      identityHTTP: identityHTTP, configuration: configuration, usesTLS: options.tls != nil)
  }

  /// Cancels all requests and closes both ports; another gateway can then open databases in files.
  public func stop() async {
    for listener in listeners { await listener.stop() }
    await services.databases.close()
  }

  /// The number of open connections from clients, on both ports.
  public var connectionCount: Int { listeners.reduce(0) { $0 + $1.connectionCount } }

  /// The requests handled so far, oldest first.
  public var requestLog: [LoggedRequest] {
    get async { dispatcher.log.entries }
  }

  /// Returns a database by name.
  func database(_ name: String) throws -> GatewayDatabase {
    guard let database = services.databases[name] else {
      throw StorageError(.missing, reason: "no such database \"\(name)\"")
    }
    return database
  }
}
