public import DocgenHTTPClient
import DocgenHTTPServer

/// The way in which the phone sends a response.
public enum SelfIssuedResponse: Sendable, Equatable {
  /// The browser opens an address, with the response in its fragment.
  case open(String)
  /// The phone posts a form, because the request came from another device.
  case post(to: String, form: String)

  init(to request: SelfIssuedRequest, parameters: [(name: String, value: String)]) {
    let all = parameters + (request.state.map { [(name: "state", value: $0)] } ?? [])
    self =
      request.isCrossDevice
      ? .post(to: request.redirectURI, form: FormFields.encode(all))
      : .open(request.redirectURI + "#" + RedirectURI.encoded(all))
  }
}

extension SelfIssuedRequest {
  /// Returns an error to report to the client.
  func refusal(_ code: String, reason: String) -> SelfIssuedError {
    .reported(SelfIssuedResponse(to: self, parameters: [("error", code)]), reason: reason)
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
