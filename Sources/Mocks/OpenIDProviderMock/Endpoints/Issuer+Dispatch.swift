import DocgenJOSE
import DocgenJSON

extension Issuer {
  /// Handles a request at an endpoint, with the fault that is planned for it.
  mutating func respond(to request: EndpointRequest, at endpoint: Endpoint) -> EndpointResponse {
    appliedFaults = []
    allowances = []
    do throws(JOSEError) {
      try rotateKeysIfDue()
    } catch {
      return Self.tokenError(
        OAuthError(.serverError, description: "cannot create new keys: \(error)"))
    }
    let planned = request.isResumed ? request.fault : plannedFault(for: request, at: endpoint)
    let isOfRedirect =
      planned?.fault.member != nil && [.authorization, .login].contains(endpoint)
    chosenMember = isOfRedirect ? planned : nil
    var response: EndpointResponse
    if let planned, planned.fault.comesFirst {
      response = refusal(by: planned.fault, of: request, at: endpoint)
    } else {
      response = correctResponse(to: request, at: endpoint).redirecting(after: request)
      changeByHook(&response, to: request, at: endpoint)
    }
    if response.pause != nil {
      response.pause?.fault = planned
    } else if isOfRedirect {
      if let plan = chosenMember?.plan { faults.putBack(plan) }
    } else if let planned {
      apply(planned, to: &response)
    }
    response.faults += appliedFaults
    response.allowances += allowances
    return response
  }

  private mutating func apply(
    _ planned: PlannedResponseFault, to response: inout EndpointResponse
  ) {
    guard planned.fault.change(&response.http) else {
      if let plan = planned.plan { faults.putBack(plan) }
      return
    }
    appliedFaults.append(planned.name)
    if case .delay(let seconds) = planned.fault { response.delay = seconds }
  }

  /// Rotates the keys when they are due; the previous ones stay published for one more lifetime.
  private mutating func rotateKeysIfDue() throws(JOSEError) {
    guard let lifetime = configuration.keyLifetime, now - keysSince >= lifetime else { return }
    try keys.change(.rotate(keepingOld: true))
    keys.forgetOldest()
    keysSince = now
  }

  private mutating func correctResponse(
    to request: EndpointRequest, at endpoint: Endpoint
  ) -> EndpointResponse {
    do throws(OAuthError) {
      return try handle(request, at: endpoint)
    } catch {
      return switch endpoint {
      case .authorization, .login, .device, .endSession: .errorPage(error)
      case .userInfo: Self.bearerError(error)
      default: Self.tokenError(error)
      }
    }
  }

  private mutating func handle(
    _ request: EndpointRequest, at endpoint: Endpoint
  ) throws(OAuthError) -> EndpointResponse {
    let flavour = configuration.flavour
    return switch endpoint {
    case .discovery: .json(metadata)
    case .keys: .json(keys.published.json.object ?? [:])
    case .authorization: try authorize(request)
    case .login: try logIn(request)
    case .pushedRequest: try push(request)
    case .token: try token(request)
    case .userInfo: flavour == .spid ? spidUser(request) : try userInfo(request)
    case .registration: try register(request)
    case .deviceAuthorization: try authorizeDevice(request)
    case .device: try visitDevicePage(request)
    case .introspection: try introspect(request)
    case .revocation: flavour == .google ? try revokeAsGoogle(request) : try revoke(request)
    case .endSession: flavour == .spid ? try logOutOfSPiD(request) : try endSession(request)
    case .tokenInfo: try tokenInfo(request)
    }
  }
}
