import DocgenJOSE

/// The fault of a response, and its name in the log.
struct PlannedResponseFault: Sendable {
  let fault: ResponseFault
  /// The plan that the fault goes back to if the response can't have it; `nil` for a function's
  /// fault.
  var plan: IssuerFaults.ResponsePlan?

  var name: String { plan?.name ?? fault.name }
}

/// The planned faults, as a value.
struct IssuerFaults: Sendable {
  /// A fault for the next ID token that can have it.
  struct TokenFault: Sendable {
    /// `nil` if only the keys change.
    var fault: IDTokenFault?
    let name: String
    let plan: PlannedFault
    var algorithm: SigningAlgorithm?
    var publication = SigningKeys.Publication.all
    var rotatesKeys = false
  }

  /// A fault for the next responses of an endpoint.
  struct ResponsePlan: Sendable {
    let endpoint: Endpoint
    let fault: ResponseFault
    /// The fault of the relying-party tests that this is, if it is one.
    var conformance: ConformanceFault?
    let parameters: [String: String]
    var times: Int
    /// Identifies the plan.
    var number = 0

    var name: String { conformance?.rawValue ?? fault.name }

    var asPlanned: PlannedFault {
      conformance.map { .conformance($0) }
        ?? .response(fault, endpoint, when: parameters, times: times)
    }

    func fits(_ sent: (String) -> String?) -> Bool {
      parameters.allSatisfy { sent($0)?.isExactly($1) ?? false }
    }
  }

  private var tokens: [TokenFault] = []
  private var responses: [ResponsePlan] = []
  private var planCount = 0

  /// The faults that no response has had yet.
  var waiting: [PlannedFault] { tokens.map(\.plan) + responses.map(\.asPlanned) }

  init() {}

  mutating func removeAll() {
    tokens = []
    responses = []
  }

  mutating func add(_ plan: PlannedFault) {
    switch plan {
    case .idToken(let fault):
      tokens.append(TokenFault(fault: fault, name: fault.rawValue, plan: plan))
    case .response(let fault, let endpoint, let parameters, let times):
      guard times > 0 else { return }
      append(ResponsePlan(endpoint: endpoint, fault: fault, parameters: parameters, times: times))
    case .conformance(let fault):
      if let (endpoint, response, parameters) = fault.responseFault {
        append(
          ResponsePlan(
            endpoint: endpoint, fault: response, conformance: fault, parameters: parameters,
            times: 1))
      } else {
        tokens.append(Self.tokenFault(fault))
      }
    }
  }

  private mutating func append(_ plan: ResponsePlan) {
    planCount += 1
    responses.append(plan)
    responses[responses.count - 1].number = planCount
  }

  private static func tokenFault(_ fault: ConformanceFault) -> TokenFault {
    var planned = TokenFault(
      fault: fault.idTokenFault, name: fault.rawValue, plan: .conformance(fault))
    switch fault {
    case .invalidSignatureRS256: planned.algorithm = .rs256
    case .invalidSignatureES256: planned.algorithm = .es256
    case .missingKeyIDSingleKey: planned.publication = .signerOnly
    case .missingKeyIDSeveralKeys: planned.publication = .withAnother
    case .keyRotationBeforeSigning: planned.rotatesKeys = true
    default: break
    }
    return planned
  }

  /// Removes and returns the first fault that an ID token can have.
  mutating func dequeue(for token: IDToken) -> TokenFault? {
    let index = tokens.firstIndex { planned in
      (planned.algorithm ?? token.algorithm) == token.algorithm
        && planned.fault?.applies(to: token) ?? true
    }
    return index.map { tokens.remove(at: $0) }
  }

  /// Removes and returns the first fault for a request.
  ///
  /// A changed parameter of the authorization response waits for that response, which the login
  /// page may send.
  mutating func dequeue(
    for request: EndpointRequest, at endpoint: Endpoint
  ) -> PlannedResponseFault? {
    let index = responses.firstIndex { planned in
      planned.endpoint == endpoint && planned.fits { request.form?[$0] ?? request.query[$0] }
    }
    guard let index, endpoint != .authorization || responses[index].fault.member == nil else {
      return nil
    }
    return remove(at: index)
  }

  /// Removes and returns the first changed parameter that an authorization response can have.
  mutating func dequeueMember(of response: AuthorizationResponse) -> PlannedResponseFault? {
    let index = responses.firstIndex { planned in
      planned.endpoint == .authorization && planned.fits { response.target.sent[$0] }
    }
    guard let index, let member = responses[index].fault.member, response.canChange(member) else {
      return nil
    }
    return remove(at: index)
  }

  private mutating func remove(at index: Int) -> PlannedResponseFault {
    let plan = responses[index]
    responses[index].times -= 1
    if responses[index].times == 0 { responses.remove(at: index) }
    return PlannedResponseFault(fault: plan.fault, plan: plan)
  }

  /// Puts a fault back that the response couldn't have; it waits for the next one.
  mutating func putBack(_ plan: ResponsePlan) {
    if let index = responses.firstIndex(where: { $0.number == plan.number }) {
      responses[index].times += 1
    } else {
      responses.insert(plan, at: 0)
      responses[0].times = 1
    }
  }
}
