public import DocgenJSON

/// A fault in the next response of an endpoint.
///
/// Except with `droppedBefore` and `error`, the request still has its effects: a code is used up, a
/// refresh token replaced.
public enum ResponseFault: Sendable, Equatable {
  /// Another status with the same body.
  case status(Int)
  /// The request is refused with an error code before it has any effect: at the authorization
  /// endpoint by redirect, elsewhere with a status and JSON.
  case error(String, status: Int = 400)
  /// A wrong status with the correct error JSON, or with `server_error` if there is no error.
  case errorWithStatus(Int)
  /// Another response.
  case replaced(status: Int, contentType: String, body: String)
  /// Half of the body, with a `Content-Length` to match.
  case truncated
  /// The connection closes in the middle of the body, before the length in the header.
  case cut
  /// The connection closes without a response; the request has no effect.
  case droppedBefore
  /// The connection closes without a response; the request has its effects.
  case droppedAfter
  /// Another `Content-Type`.
  case contentType(String)
  /// A member of the JSON, or a parameter of the redirect, has another value or, with `nil`, is
  /// missing: `expires_in` as a string, `sub` of another user, `state` of another request.
  case member(String, JSONValue?)
  /// The response is delayed by a number of seconds of the injected clock.
  case delay(seconds: Int)

  /// Text that isn't JSON, with the media type of JSON.
  public static let notJSON = ResponseFault.replaced(
    status: 200, contentType: "application/json", body: "<html>Something went wrong</html>")
  /// No `token_type`, which RFC 6749 5.1 requires.
  public static let missingTokenType = ResponseFault.member("token_type", nil)
  /// `expires_in` as `"3600"`.
  public static let expiresInAsString = ResponseFault.member("expires_in", "3600")
  /// `expires_in` as -1.
  public static let negativeExpiresIn = ResponseFault.member("expires_in", -1)
  /// The `state` of another request.
  public static let wrongState = ResponseFault.member("state", "another-state")
  /// The `iss` of another provider in the redirect, as in a mix-up attack (RFC 9207 1).
  public static let wrongIssuer = ResponseFault.member("iss", "https://other.example")

  /// The member to change, if this is the fault.
  var member: (name: String, value: JSONValue?)? {
    if case .member(let name, let value) = self { return (name, value) }
    return nil
  }

  /// Whether the fault replaces the handling of the request.
  var comesFirst: Bool {
    switch self {
    case .droppedBefore, .error: true
    default: false
    }
  }

  /// The name in the log.
  var name: String {
    switch self {
    case .status(let status): "status \(status)"
    case .error(let code, _): "error \(code)"
    case .errorWithStatus(let status): "error with status \(status)"
    case .replaced: "replaced"
    case .truncated: "truncated"
    case .cut: "cut"
    case .droppedBefore: "dropped before"
    case .droppedAfter: "dropped after"
    case .contentType: "content-type"
    case .member(let name, _): "member \(name)"
    case .delay(let seconds): "delay \(seconds)"
    }
  }
}

/// A fault, with where and how often it happens.
public enum PlannedFault: Sendable, Equatable {
  /// A fault in the next ID token that can have it.
  case idToken(IDTokenFault)
  /// One of the 24 faults of the relying-party tests, once.
  case conformance(ConformanceFault)
  /// A fault in the next responses of an endpoint to requests with these parameters.
  case response(ResponseFault, Endpoint, when: [String: String] = [:], times: Int = 1)
}
