import JSON

extension Issuer {
  /// Sends the browser back to the client, in the mode that was asked for.
  mutating func send(
    _ parameters: [(name: String, value: String)], to target: AuthorizationRequest.Target,
    afterPost: Bool, error: OAuthError? = nil
  ) -> Answer {
    var response = AuthorizationResponse(
      to: target, parameters: parameters,
      issuer: configuration.sendsIssuerInResponses ? url : nil)
    let planned = plannedMember
    if let planned { response.set(planned.name, to: planned.value?.text) }
    var answer = Answer(response.answer(afterPost: afterPost), error: error)
    answer.parameters = response.parameters
    answer.hasMember = planned != nil
    return answer
  }

  mutating func send(
    _ error: OAuthError, to target: AuthorizationRequest.Target, afterPost: Bool
  ) -> Answer {
    send(
      [("error", error.code.rawValue), ("error_description", error.description)], to: target,
      afterPost: afterPost, error: error)
  }
}

extension JSONValue {
  /// A string as it is, anything else in JSON.
  var text: String { string ?? serialized() }
}
