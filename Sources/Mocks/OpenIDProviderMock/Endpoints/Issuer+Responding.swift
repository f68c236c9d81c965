import JSON

extension Issuer {
  /// Sends the response to the client through the browser, in the requested mode.
  mutating func send(
    _ parameters: [(name: String, value: String)], to target: AuthorizationRequest.Target,
    afterPost: Bool, error: OAuthError? = nil
  ) -> EndpointResponse {
    var response = AuthorizationResponse(
      to: target, parameters: parameters,
      issuer: configuration.sendsIssuerInResponses ? url : nil)
    let planned = plannedMember
    if let planned { response.set(planned.name, to: planned.value?.text) }
    var answer = EndpointResponse.authorization(response, afterPost: afterPost, error: error)
    answer.parameters = response.parameters
    answer.hasMember = planned != nil
    return answer
  }

  mutating func send(
    _ error: OAuthError, to target: AuthorizationRequest.Target, afterPost: Bool
  ) -> EndpointResponse {
    send(
      [("error", error.code.rawValue), ("error_description", error.description)], to: target,
      afterPost: afterPost, error: error)
  }
}
