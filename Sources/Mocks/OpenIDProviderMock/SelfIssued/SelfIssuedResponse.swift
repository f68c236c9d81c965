import HTTPServer

/// How the phone sends a response.
public enum SelfIssuedResponse: Sendable, Equatable {
  /// The browser opens an address, with the response in its fragment.
  case open(String)
  /// The phone posts a form, because the request came from another device.
  case post(to: String, form: String)

  init(to request: SelfIssuedRequest, parameters: [(name: String, value: String)]) {
    self.init(
      to: request.redirectURI, parameters: parameters, state: request.state,
      posting: request.isCrossDevice)
  }

  init(
    to redirectURI: String, parameters: [(name: String, value: String)], state: String?,
    posting: Bool
  ) {
    let all = parameters + (state.map { [(name: "state", value: $0)] } ?? [])
    let encoded = FormFields.encode(all)
    self =
      posting
      ? .post(to: redirectURI, form: encoded)
      : .open(redirectURI + "#" + encoded.replacing("+", with: "%20"))
  }
}
