import Clocks
import Foundation
import HTTPServer
import JOSE
import JSON

/// An issuer with its whole state, as a value: handling a request mutates it, and a request without
/// effects, such as HEAD, is handled by a copy.
struct Issuer: Sendable {
  /// A login at a browser, and the user's consents.
  struct Session: Sendable {
    let username: String
    /// The time of the last login with a password, in seconds since 1970.
    let authTime: Int
    /// The scopes agreed to, by client.
    var consents: [String: Set<String>] = [:]
  }

  /// An authorization request whose user is at a form.
  struct Transaction: Sendable {
    let request: AuthorizationRequest
    /// The session whose user only has to agree; `nil` when a login is needed.
    let session: String?
    let expires: Int
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
  var sessions: [String: Session] = [:]
  var transactions: [String: Transaction] = [:]
  var devices: [String: DeviceAuthorization] = [:]
  /// The expiry of client assertions by their client and `jti`.
  var usedAssertions: [String: Int] = [:]
  var logouts: [String: PendingLogout] = [:]
  var decisions: [UserDecision] = []
  /// The next codes and tokens; random ones follow.
  var queuedValues: [String] = []
  var faults = IssuerFaults()
  var hooks = ProviderHooks()
  /// The switches that the current request depends on, for the log.
  var allowances: [String] = []
  /// The parameter to change in the current response.
  private(set) var plannedMember: (name: String, value: JSONValue?)?
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

  /// Returns the address of an endpoint; the issuer's address for one that isn't served.
  func address(of endpoint: Endpoint) -> String { url + (configuration.paths[endpoint] ?? "") }

  func lifetimes(for client: ClientRegistration) -> Lifetimes {
    client.lifetimes ?? configuration.lifetimes
  }

  func client(named id: String?) -> ClientRegistration? {
    configuration.clients.first { $0.clientID == id }
  }

  func user(named name: String?) -> User? {
    configuration.users.first { $0.username == name }
  }

  /// Returns an unguessable secret of 256 random bits (RFC 6749 10.10 requires 128).
  func opaqueValue() -> String { uniqueValue() }

  /// Returns a unique value that isn't secret.
  func uniqueValue() -> String { Base64URL.encode(random.bytes(32)) }

  /// Returns a code or token; in some value styles it is hard to transport.
  mutating func credential() -> String {
    if !queuedValues.isEmpty { return queuedValues.removeFirst() }
    return switch configuration.valueStyle {
    case .plain: opaqueValue()
    case .awkward: "+/=&%" + opaqueValue()
    case .hexadecimal: random.hex(bytes: 20)
    }
  }

  mutating func answer(_ request: EndpointRequest, at endpoint: Endpoint) -> EndpointResponse {
    appliedFaults = []
    allowances = []
    do throws(JOSEError) {
      try rotateKeysIfDue()
    } catch {
      let error = OAuthError(.serverError, "new keys cannot be made: \(error)")
      return .unstored(error.json, status: 500, error: error)
    }
    let planned = request.isResumed ? request.fault : plannedFault(for: request, at: endpoint)
    plannedMember = planned?.fault.member
    var answer: EndpointResponse
    if let planned, planned.fault.comesFirst {
      answer = refusal(by: planned.fault, of: request, at: endpoint)
    } else {
      answer = rightAnswer(to: request, at: endpoint)
      changeByHook(&answer, to: request, at: endpoint)
    }
    if answer.pause != nil {
      answer.pause?.fault = planned
    } else if let planned {
      if !answer.hasMember { planned.fault.change(&answer.response) }
      appliedFaults.append(planned.name)
      if case .delay(let seconds) = planned.fault { answer.delay = seconds }
    }
    answer.faults += appliedFaults
    answer.allowances += allowances
    return answer
  }

  /// Replaces the configuration; codes and tokens already issued stay valid.
  mutating func reconfigure(_ new: IssuerConfiguration) throws(JOSEError) {
    for client in new.clients { try keys.provide(client.idTokenAlgorithm) }
    try keys.choose(new.keyChoice)
    if !new.namesKeys { try keys.change(.leaveOutKeyIDs) }
    configuration = new
  }

  /// Rotates the keys when they are due; the previous ones stay published for one more lifetime.
  private mutating func rotateKeysIfDue() throws(JOSEError) {
    guard let lifetime = configuration.keyLifetime, now - keysSince >= lifetime else { return }
    try keys.change(.rotate(keepingOld: true))
    keys.forgetOldest()
    keysSince = now
  }

  private mutating func rightAnswer(
    to request: EndpointRequest, at endpoint: Endpoint
  ) -> EndpointResponse {
    switch endpoint {
    case .discovery: .json(metadata)
    case .keys: keySet()
    case .authorization: authorize(request)
    case .login: logIn(request)
    case .token: token(request)
    case .userInfo: configuration.flavour == .spid ? spidUser(request) : userInfo(request)
    case .registration: register(request)
    case .deviceAuthorization: authorizeDevice(request)
    case .device: visitDevicePage(request)
    case .introspection: introspect(request)
    case .revocation: configuration.flavour == .google ? revokeAsGoogle(request) : revoke(request)
    case .endSession: configuration.flavour == .spid ? logOutOfSPiD(request) : endSession(request)
    case .tokenInfo: tokenInfo(request)
    }
  }
}
