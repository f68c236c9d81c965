import DocgenJOSE

extension Issuer {
  /// Handles a request at an endpoint, with the fault that is planned for it.
  mutating func respond(to request: EndpointRequest, at endpoint: Endpoint) -> EndpointResponse {
    appliedFaults = []
    allowances = []
    do throws(JOSEError) {
      try rotateKeysIfDue()
    } catch {
      let error = OAuthError(.serverError, description: "cannot create new keys: \(error)")
      return .unstored(error.json, status: 500, error: error)
    }
    let planned = request.isResumed ? request.fault : plannedFault(for: request, at: endpoint)
    let isOfRedirect =
      planned?.fault.member != nil && [.authorization, .login].contains(endpoint)
    chosenMember = isOfRedirect ? planned : nil
    var response: EndpointResponse
    if let planned, planned.fault.comesFirst {
      response = refusal(by: planned.fault, of: request, at: endpoint)
    } else {
      response = correctResponse(to: request, at: endpoint)
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
    switch endpoint {
    case .discovery: .json(metadata)
    case .keys: keySet()
    case .authorization: authorize(request)
    case .login: logIn(request)
    case .pushedRequest: push(request)
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
