public import DocgenHTTPClient
import DocgenHTTPServer

/// The way in which the phone sends a response.
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
    self =
      posting
      ? .post(to: redirectURI, form: FormFields.encode(all))
      : .open(redirectURI + "#" + RedirectURI.encoded(all))
  }
}

/// An error in a link or its request file.
public enum SelfIssuedError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The request file couldn't be fetched, or its server's certificate is invalid.
  case fetch(TransportError)
  /// An error to show only to the user, because the redirect URI may not be the client's.
  case shown(String)
  /// An error to report to the client, with this response.
  case reported(SelfIssuedResponse, reason: String)

  /// One lower-case clause.
  public var description: String {
    switch self {
    case .fetch(let error): "the request file: \(error)"
    case .shown(let reason), .reported(_, let reason): reason
    }
  }
}
