import HTTPServer

/// What goes back to the client through the user's browser.
struct AuthorizationResponse: Sendable {
  let target: AuthorizationRequest.Target
  var parameters: [(name: String, value: String)]

  /// Success, or an error, with what every response carries: `state` as it came, and `iss`, by
  /// which a client notices answers of another provider (RFC 9207 2).
  init(
    to target: AuthorizationRequest.Target, parameters: [(name: String, value: String)],
    issuer: String?
  ) {
    self.target = target
    let state = target.state.map { [(name: "state", value: $0)] } ?? []
    self.parameters = parameters + state + (issuer.map { [(name: "iss", value: $0)] } ?? [])
  }

  /// Gives a parameter another value, or with `nil` takes it away.
  mutating func set(_ name: String, to value: String?) {
    parameters.removeAll { $0.name == name }
    if let value { parameters.append((name, value)) }
  }

  /// The redirect URI with the parameters in its query or fragment.
  private var location: String {
    // Spaces as %20: readers of query items that are not form decoders keep a '+'.
    let encoded = FormFields.encode(parameters).replacing("+", with: "%20")
    // A query of the registered URI stays (RFC 6749 3.1.2).
    let separator = target.redirectURI.contains("?") ? "&" : "?"
    return target.redirectURI + (target.mode == .query ? separator : "#") + encoded
  }

  /// After a POST 303, so that no browser repeats the form's body; never 307 (RFC 9700 4.12).
  func answer(afterPost: Bool) -> HTTPResponse {
    if target.mode == .formPost {
      let form = SelfPostingForm(action: target.redirectURI, fields: parameters)
      return HTTPResponse(status: 200, headers: form.headers, text: form.page.html)
    }
    return HTTPResponse(
      status: afterPost ? 303 : 302,
      headers: ["Location": location, "Cache-Control": "no-store"])
  }
}
