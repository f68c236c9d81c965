import DocgenClocks
import DocgenHTTPServer
import DocgenJOSE
import DocgenJSON
import Foundation

/// An issuer with all its state, as a value: handling a request mutates it, and a request without
/// effects, such as HEAD, is handled by a copy.
struct Issuer: Sendable {
  /// A login at a browser, and the user's consents.
  struct Session: Sendable {
    let username: String
    /// The time of the last login with a password, in seconds since 1970.
    let authTime: Int
    /// The scopes agreed to, by client.
    var consents: [String: Set<String>] = [:]
    /// The clients that have received a token or a code in this session and are notified of its
    /// end.
    var clients: [String] = []
  }

  /// An authorization request whose user is at a form.
  struct Transaction: Sendable {
    let request: AuthorizationRequest
    /// The session whose user only has to agree; `nil` when a login is needed.
    let session: String?
    let expires: Int
    /// The changed parameter that a test's function has chosen for the response.
    var fault: PlannedResponseFault?
  }

  let path: String
  /// The issuer identifier, `iss`.
  let url: String
  var configuration: IssuerConfiguration
  let clock: any WallClock
  let random: RandomSource
  var keys: SigningKeys
  /// The time when the clock last replaced the keys, in seconds since 1970.
  var keysSince: Int

  var tokens = TokenStore()
  var sessions: [ExactText: Session] = [:]
  var transactions: [ExactText: Transaction] = [:]
  var pushedRequests: [ExactText: PushedRequest] = [:]
  var devices: [ExactText: DeviceAuthorization] = [:]
  /// The expiry of client assertions by their client and `jti`.
  var usedAssertions: [ExactText: Int] = [:]
  var logouts: [ExactText: PendingLogout] = [:]
  var decisions: [UserDecision] = []
  /// The next codes and tokens; random ones follow.
  var queuedValues: [String] = []
  var faults = IssuerFaults()
  var hooks = ProviderHooks()
  /// The switches that the current request depends on, for the log.
  var allowances: [String] = []
  /// The changed parameter that a test's function, or a plan for the login, has chosen for the
  /// current authorization response.
  var chosenMember: PlannedResponseFault?
  /// The faults in the response to the current request, for the log.
  var appliedFaults: [String] = []

  init(
    path: String, baseURL: String, configuration: IssuerConfiguration, clock: any WallClock,
    random: RandomSource
  ) throws(JOSEError) {
    self.path = path
    url = path == "/" ? baseURL : baseURL + path
    self.configuration = configuration
    self.clock = clock
    self.random = random
    keys = try SigningKeys(
      for: configuration.clients.map(\.idTokenAlgorithm), choice: configuration.keyChoice)
    keysSince = Int(clock.now.timeIntervalSince1970.rounded(.down))
    if !configuration.namesKeys { try keys.change(.leaveOutKeyIDs) }
    decisions = configuration.decisions
    for fault in configuration.faults { try plan(fault) }
  }

  /// The current time in whole seconds since 1970, as in claims.
  var now: Int { Int(clock.now.timeIntervalSince1970.rounded(.down)) }

  /// `iat` of tokens signed now.
  var issuedAt: Int { now + configuration.clockSkew }

  /// `iss` of ID tokens.
  var tokenIssuer: String {
    guard configuration.leavesOutIssuerScheme, let colon = url.range(of: "://") else { return url }
    return String(url[colon.upperBound...])
  }

  /// Returns the path of an endpoint on this server.
  func path(of endpoint: Endpoint) -> String {
    (path == "/" ? "" : path) + (configuration.paths[endpoint] ?? "")
  }

  /// Returns the address of an endpoint; the issuer's address for one that isn't served.
  func address(of endpoint: Endpoint) -> String { url + (configuration.paths[endpoint] ?? "") }

  func lifetimes(for client: ClientRegistration) -> Lifetimes {
    client.lifetimes ?? configuration.lifetimes
  }

  func client(named id: String?) -> ClientRegistration? {
    configuration.clients.named(id)
  }

  func user(named name: String?) -> User? {
    configuration.users.first { $0.username == name }
  }

  /// Returns an unguessable value of 256 random bits (RFC 6749 10.10 requires 128).
  func opaqueValue() -> String { Base64URL.encode(random.bytes(32)) }

  /// Returns a code or token; in some value styles it is hard to transport.
  mutating func credential() -> String {
    if !queuedValues.isEmpty { return queuedValues.removeFirst() }
    return switch configuration.valueStyle {
    case .plain: opaqueValue()
    case .awkward: "+/=&%" + opaqueValue()
    case .hexadecimal: random.hex(bytes: 20)
    }
  }

  /// Replaces the configuration; codes and tokens already issued stay valid.
  mutating func reconfigure(_ new: IssuerConfiguration) throws(JOSEError) {
    for client in new.clients { try keys.provide(client.idTokenAlgorithm) }
    try keys.choose(new.keyChoice)
    if !new.namesKeys { try keys.change(.leaveOutKeyIDs) }
    configuration = new
  }
}

extension Issuer {
  /// Returns the claims that the first applicable mapping sets, overridden by others.
  func mapped(_ parameters: [String: String], and overrides: JSONObject = [:]) -> JSONObject {
    let mapping = configuration.claimMappings.first { $0.fits(parameters) }
    let claims = ClaimTemplate.fill(mapping?.claims ?? [:], from: parameters)
    return claims.merged(with: overrides)
  }

  func mapped(
    _ form: Parameters, of client: ClientRegistration, and overrides: JSONObject = [:]
  ) -> JSONObject {
    mapped(ClaimTemplate.parameters(form, of: client), and: overrides)
  }
}

extension Dictionary {
  /// Removes expired values, but only when the number of values is a power of two.
  ///
  /// Checking all values at every request would take ever longer, for instance while a test opens
  /// thousands of login pages and the clock doesn't advance. So expired values may remain, but
  /// there are at most twice as many values as were valid at the last removal. Check the expiry
  /// when you read a value.
  mutating func dropExpired(at now: Int, expiry: (Value) -> Int) {
    guard count & (count - 1) == 0 else { return }
    self = filter { now < expiry($0.value) }
  }
}

/// An authorization request that a client has sent directly (RFC 9126), as a value.
struct PushedRequest: Sendable {
  let parameters: Parameters
  let clientID: String
  /// In seconds since 1970.
  var expires: Int
}
