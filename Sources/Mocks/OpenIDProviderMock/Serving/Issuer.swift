import Clocks
import Foundation
import HTTPServer
import JOSE
import JSON

/// One issuer with all it remembers, as a value: what an endpoint does is a change to it, and a
/// request that must not change anything is answered by a copy.
struct Issuer: Sendable {
  /// Who is logged in at a browser, and what they have agreed to.
  struct Session: Sendable {
    let username: String
    /// When the password was last given, in seconds since 1970.
    let authTime: Int
    /// The scopes agreed to, by client.
    var consents: [String: Set<String>] = [:]
  }

  /// An authorization request that waits for a person at a form.
  struct Transaction: Sendable {
    let request: AuthorizationRequest
    /// The session that only has to agree; `nil` where a password is asked for.
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
  /// When the keys were last replaced by the clock.
  var keysSince: Int

  var tokens = TokenStore()
  var sessions: [String: Session] = [:]
  var transactions: [String: Transaction] = [:]
  var devices: [String: DeviceAuthorization] = [:]
  /// The expiry of client assertions by their client and `jti`.
  var usedAssertions: [String: Int] = [:]
  var logouts: [String: PendingLogout] = [:]
  var decisions: [UserDecision] = []
  /// What codes and tokens will be, before they are random again.
  var queuedValues: [String] = []
  var faults = IssuerFaults()
  var hooks = ProviderHooks()
  /// The switches that the request under way could not have done without, for the log.
  var allowances: [String] = []
  /// The parameter of the response under way that is to be another.
  private(set) var plannedMember: (name: String, value: JSONValue?)?
  /// What has been done wrong on purpose in the request under way, for the log.
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

  /// The present moment in whole seconds since 1970, as all claims count.
  var now: Int { Int(clock.now.timeIntervalSince1970.rounded(.down)) }

  /// `iat` of what is signed now.
  var issuedAt: Int { now + configuration.clockSkew }

  /// `iss` of ID tokens.
  var tokenIssuer: String {
    guard configuration.leavesOutIssuerScheme, let colon = url.range(of: "://") else { return url }
    return String(url[colon.upperBound...])
  }

  /// The address of an endpoint; the issuer's own for one that is not served.
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

  /// A secret that nobody guesses: 256 random bits (RFC 6749 10.10 asks for 128).
  func opaqueValue() -> String { uniqueValue() }

  /// A value that nobody else has, and that everybody may know.
  func uniqueValue() -> String { Base64URL.encode(random.bytes(32)) }

  /// A code or token, which the issuer may make hard to transport.
  mutating func credential() -> String {
    if !queuedValues.isEmpty { return queuedValues.removeFirst() }
    return switch configuration.valueStyle {
    case .plain: opaqueValue()
    case .awkward: "+/=&%" + opaqueValue()
    case .hexadecimal: random.hex(bytes: 20)
    }
  }

  mutating func answer(_ request: EndpointRequest, at endpoint: Endpoint) -> Answer {
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
    var answer: Answer
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

  /// Takes another configuration over, and keeps what has been handed out.
  mutating func reconfigure(_ new: IssuerConfiguration) throws(JOSEError) {
    for client in new.clients { try keys.provide(client.idTokenAlgorithm) }
    try keys.choose(new.keyChoice)
    if !new.namesKeys { try keys.change(.leaveOutKeyIDs) }
    configuration = new
  }

  /// Keys by the clock: the new ones sign, the last ones stay published for as long again.
  private mutating func rotateKeysIfDue() throws(JOSEError) {
    guard let lifetime = configuration.keyLifetime, now - keysSince >= lifetime else { return }
    try keys.change(.rotate(keepingOld: true))
    keys.forgetOldest()
    keysSince = now
  }

  private mutating func rightAnswer(
    to request: EndpointRequest, at endpoint: Endpoint
  ) -> Answer {
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
