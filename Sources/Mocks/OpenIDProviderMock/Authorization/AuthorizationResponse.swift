import DocgenJSON

/// The authorization response, sent to the client through the user's browser.
struct AuthorizationResponse: Sendable {
  let target: AuthorizationRequest.Target
  var parameters: [(name: String, value: String)]

  /// Creates a response, successful or not, with the parameters that every response has: `state`
  /// as received, and `iss`, by which a client detects responses of another provider (RFC 9207 2).
  init(
    to target: AuthorizationRequest.Target, parameters: [(name: String, value: String)],
    issuer: String?
  ) {
    self.target = target
    let state = target.state.map { [(name: "state", value: $0)] } ?? []
    self.parameters = parameters + state + (issuer.map { [(name: "iss", value: $0)] } ?? [])
  }

  /// Returns whether a changed parameter concerns this response: it has the parameter, or succeeds
  /// and can have one.
  func canChange(_ member: (name: String, value: JSONValue?)) -> Bool {
    parameters.contains { $0.name == member.name }
      || (member.value != nil && !parameters.contains { $0.name == "error" })
  }

  /// Sets a parameter, or removes it when `value` is `nil`.
  mutating func set(_ name: String, to value: String?) {
    parameters.removeAll { $0.name == name }
    if let value { parameters.append((name, value)) }
  }

  /// The redirect URI with the parameters in its query or fragment.
  var location: String {
    target.mode == .query
      ? RedirectURI.adding(parameters, to: target.redirectURI)
      : target.redirectURI + "#" + RedirectURI.encoded(parameters)
  }
}
