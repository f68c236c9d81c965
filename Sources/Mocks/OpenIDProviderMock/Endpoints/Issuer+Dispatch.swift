import JOSE

extension Issuer {
  /// Handles a request at an endpoint, with the fault that is planned for it.
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
