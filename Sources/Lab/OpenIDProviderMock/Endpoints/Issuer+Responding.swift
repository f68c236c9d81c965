import JOSE
import JSON

extension Issuer {
  /// How long a signed response is good for (JARM 2.1 recommends at most ten minutes).
  private static let responseLifetime = 600

  /// Sends the browser back to the client, in the mode that was asked for.
  mutating func send(
    _ parameters: [(name: String, value: String)], to target: AuthorizationRequest.Target,
    afterPost: Bool, error: OAuthError? = nil
  ) -> Answer {
    var response = AuthorizationResponse(
      to: target, parameters: parameters,
      issuer: configuration.sendsIssuerInResponses ? url : nil)
    let planned = plannedMember
    if let planned, !target.mode.isSigned {
      response.set(planned.name, to: planned.value?.text)
    }
    if target.mode.isSigned {
      do {
        response.token = try signed(response, changing: planned)
      } catch {
        let error = OAuthError(.serverError, "the response cannot be signed: \(error)")
        return .page(ErrorPage(error: error).page, status: 500, error: error)
      }
    }
    var answer = Answer(response.answer(afterPost: afterPost), error: error)
    answer.parameters = response.parameters
    if let token = response.token { answer.parameters.append(("response", token)) }
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

  /// JARM 2.1: the parameters as claims, for this client and for a short time.
  private func signed(
    _ response: AuthorizationResponse, changing planned: (name: String, value: JSONValue?)?
  ) throws(JOSEError) -> String {
    var claims: JSONObject = [
      "iss": .string(url), "aud": .string(response.target.client.clientID),
      "exp": .integer(issuedAt + Self.responseLifetime),
    ]
    for (name, value) in response.parameters where name != "iss" {
      // RFC 6749 4.2.2 has a number here.
      claims[name] = name == "expires_in" ? .integer(Int(value) ?? 0) : .string(value)
    }
    if let planned { claims[planned.name] = planned.value }
    return try keys.signed(
      claims, header: ["typ": "JWT"],
      algorithm: response.target.client.authorizationResponseAlgorithm
    ).compact
  }
}

extension JSONValue {
  /// A string as it is, anything else in JSON.
  var text: String { string ?? serialized() }
}
