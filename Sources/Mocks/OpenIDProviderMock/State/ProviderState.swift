import DocgenClocks
import DocgenHTTPServer
import DocgenJOSE
import DocgenJSON
import DocgenMockHTTP
import Foundation

/// The provider's state; requests change it one after another.
actor ProviderState {
  /// The dependencies of new issuers.
  struct Origin {
    let baseURL: String
    let random: RandomSource
    let checksHost: Bool
    var template: IssuerConfiguration?
  }

  var issuers: [String: Issuer] = [:]
  private(set) var origin: Origin?
  private(set) var requests: [LoggedRequest] = []
  private(set) var coverage = ConformanceCoverage()
  let clock: any WallClock

  /// The log's maximum length; beyond it the oldest entries are removed, so a server can run for
  /// days.
  private static let maximumLogLength = 10_000
  /// The maximum number of issuers, counting those created on request.
  private static let maximumIssuerCount = 1_000

  private let onRequest: (@Sendable (LoggedRequest) -> Void)?

  init(clock: any WallClock, onRequest: (@Sendable (LoggedRequest) -> Void)?) {
    self.clock = clock
    self.onRequest = onRequest
  }

  /// Adds the issuers; until then every address is unknown.
  func open(_ configurations: [String: IssuerConfiguration], origin: Origin) throws {
    self.origin = origin
    self.origin?.template = configurations[ProviderConfiguration.template]
    for (path, configuration) in configurations where path != ProviderConfiguration.template {
      try add(configuration, at: path)
    }
  }

  func add(_ configuration: IssuerConfiguration, at path: String) throws {
    guard let origin else { return }
    issuers[path] = try Issuer(
      path: path, baseURL: origin.baseURL, configuration: configuration, clock: clock,
      random: origin.random)
  }

  /// Creates an issuer from the template `/*` if necessary; returns whether there is one now.
  func createFromTemplate(_ path: String) -> Bool {
    if issuers[path] != nil { return true }
    guard let template = origin?.template, issuers.count < Self.maximumIssuerCount, path != "/",
      !path.dropFirst().contains("/"), ProviderConfiguration.problem(ofPath: path) == nil
    else { return false }
    return (try? add(template, at: path)) != nil
  }

  /// Returns the route of a path; may create an issuer from the template.
  func route(_ path: String) -> Route? {
    let paths = issuers.mapValues { $0.configuration.paths }
    if let route = Route.find(path, issuers: paths) { return route }
    guard let template = origin?.template,
      let route = Route.find(path, template: template.paths), createFromTemplate(route.issuer)
    else { return nil }
    return route
  }

  /// Adds requests to the log, and their faults to the coverage.
  func log(_ entries: [LoggedRequest]) {
    requests += entries
    if let onRequest { entries.forEach(onRequest) }
    for name in entries.flatMap(\.faults) {
      if let fault = ConformanceFault(rawValue: name) { coverage.add(fault) }
    }
    if requests.count > Self.maximumLogLength { requests.removeFirst(1_000) }
  }

  func clearLog() { requests = [] }

  func clearCoverage() { coverage = ConformanceCoverage() }
}

/// An invalid argument of a call to the provider; a mistake of the test or sample.
public enum ProviderError: Error, Sendable, Equatable, CustomStringConvertible {
  /// No issuer has this path.
  case unknownIssuer(String)
  /// The issuer has no user of this name.
  case unknownUser(String)
  /// The issuer has no client of this name.
  case unknownClient(String)
  /// The path can't be an issuer's; the clause says why.
  case invalidIssuerPath(String)

  /// One lower-case clause.
  public var description: String {
    switch self {
    case .unknownIssuer(let path): "no issuer has the path '\(path)'"
    case .unknownUser(let name): "no user is called '\(name)'"
    case .unknownClient(let name): "no client is called '\(name)'"
    case .invalidIssuerPath(let reason): reason
    }
  }
}
