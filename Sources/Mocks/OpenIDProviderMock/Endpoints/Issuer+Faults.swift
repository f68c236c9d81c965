import DocgenHTTPServer
import DocgenJOSE
import DocgenJSON

/// Faults on purpose.
extension Issuer {
  mutating func plannedFault(
    for request: EndpointRequest, at endpoint: Endpoint
  ) -> PlannedResponseFault? {
    if let planned = faults.dequeue(for: request, at: endpoint) { return planned }
    return hooks.fault?(IncomingRequest(request, at: endpoint)).map {
      PlannedResponseFault(fault: $0)
    }
  }

  /// Lets a test's function change the response.
  func changeByHook(
    _ response: inout EndpointResponse, to request: EndpointRequest, at endpoint: Endpoint
  ) {
    guard let change = hooks.response, response.pause == nil else { return }
    change(IncomingRequest(request, at: endpoint), &response.http)
  }

  /// Cancels all faults that no response has had yet.
  mutating func cancelFaults() { faults.removeAll() }

  /// Plans a fault; for a fault that needs other keys, rotates the keys now.
  mutating func plan(_ fault: PlannedFault) throws(JOSEError) {
    if fault == .conformance(.keyRotation) { try keys.change(.rotate(keepingOld: true)) }
    faults.add(fault)
  }

  /// Removes and returns the first fault that an ID token can have.
  mutating func takeFault(for token: IDToken) -> IssuerFaults.TokenFault? {
    let fault = faults.dequeue(for: token)
    if let fault { appliedFaults.append(fault.name) }
    return fault
  }

  mutating func refusal(
    by fault: ResponseFault, of request: EndpointRequest, at endpoint: Endpoint
  ) -> EndpointResponse {
    guard case .error(let code, let status) = fault else { return EndpointResponse(.dropped) }
    let error = OAuthError(
      OAuthError.Code(rawValue: code), description: "the provider refuses this on purpose")
    if endpoint == .authorization {
      return refuseAuthorization(request, with: error).redirecting(after: request)
    }
    return .unstored(error.json, status: status, error: error)
  }
}
