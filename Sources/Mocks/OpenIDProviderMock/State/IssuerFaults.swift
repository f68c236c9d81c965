import JOSE

/// The fault of a response, and its name in the log.
struct PlannedResponseFault: Sendable {
  let fault: ResponseFault
  let name: String
}

/// The planned faults, as a value.
struct IssuerFaults: Sendable {
  /// A fault for the next ID token that can have it.
  struct TokenFault: Sendable {
    /// `nil` if only the keys change.
    var fault: IDTokenFault?
    let name: String
    var algorithm: SigningAlgorithm?
    var publication = SigningKeys.Publication.all
    var rotatesKeys = false
  }

  private struct ResponseFaults: Sendable {
    let endpoint: Endpoint
    let fault: ResponseFault
    let name: String
    let parameters: [String: String]
    var times: Int
  }

  private var tokens: [TokenFault] = []
  private var responses: [ResponseFaults] = []

  init() {}

  mutating func add(_ plan: PlannedFault) {
    switch plan {
    case .idToken(let fault):
      tokens.append(TokenFault(fault: fault, name: fault.rawValue))
    case .response(let fault, let endpoint, let parameters, let times):
      guard times > 0 else { return }
      responses.append(
        ResponseFaults(
          endpoint: endpoint, fault: fault, name: fault.name, parameters: parameters, times: times))
    case .conformance(let fault):
      if let (endpoint, response, parameters) = fault.responseFault {
        responses.append(
          ResponseFaults(
            endpoint: endpoint, fault: response, name: fault.rawValue, parameters: parameters,
            times: 1))
      } else {
        tokens.append(Self.tokenFault(fault))
      }
    }
  }

  private static func tokenFault(_ fault: ConformanceFault) -> TokenFault {
    var planned = TokenFault(fault: fault.idTokenFault, name: fault.rawValue)
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
  mutating func take(for token: IDToken) -> TokenFault? {
    let index = tokens.firstIndex { planned in
      (planned.algorithm ?? token.algorithm) == token.algorithm
        && planned.fault?.applies(to: token) ?? true
    }
    return index.map { tokens.remove(at: $0) }
  }

  /// Removes and returns the first fault for a request.
  mutating func take(
    for request: EndpointRequest, at endpoint: Endpoint
  ) -> PlannedResponseFault? {
    let index = responses.firstIndex { planned in
      planned.endpoint == endpoint
        && planned.parameters.allSatisfy { request.form?[$0] ?? request.query[$0] == $1 }
    }
    guard let index else { return nil }
    let planned = PlannedResponseFault(fault: responses[index].fault, name: responses[index].name)
    responses[index].times -= 1
    if responses[index].times == 0 { responses.remove(at: index) }
    return planned
  }
}
