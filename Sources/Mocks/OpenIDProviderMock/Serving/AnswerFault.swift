public import JSON

/// A way in which the next answer of an endpoint is wrong.
///
/// But for `droppedBefore` and `error`, what the request changed stays changed: a code is used up,
/// a refresh token replaced.
public enum AnswerFault: Sendable, Equatable {
  /// Another status with the same body.
  case status(Int)
  /// The request is refused with an error code before it changes anything; at the authorization
  /// endpoint by redirect, elsewhere with a status and JSON.
  case error(String, status: Int = 400)
  /// The right error JSON, or `server_error` where the answer is none, with a wrong status.
  case errorWithStatus(Int)
  /// Another answer altogether.
  case replaced(status: Int, contentType: String, body: String)
  /// The body ends in the middle, and `Content-Length` says so.
  case truncated
  /// The connection ends in the middle of the body that the header has promised.
  case cut
  /// The connection ends without an answer, and nothing has happened.
  case droppedBefore
  /// The connection ends without an answer after everything has happened.
  case droppedAfter
  /// Another `Content-Type`.
  case contentType(String)
  /// A member of the JSON, or a parameter of the redirect, has another value or, with `nil`, is
  /// gone: `expires_in` as a string, `sub` of another user, `state` of another request.
  case member(String, JSONValue?)
  /// The answer comes so many seconds of the injected clock later.
  case delay(seconds: Int)

  /// Text that is no JSON, as JSON.
  public static let notJSON = AnswerFault.replaced(
    status: 200, contentType: "application/json", body: "<html>Something went wrong</html>")
  /// No `token_type`, which RFC 6749 5.1 requires.
  public static let missingTokenType = AnswerFault.member("token_type", nil)
  /// `expires_in` as `"3600"`.
  public static let expiresInAsString = AnswerFault.member("expires_in", "3600")
  /// `expires_in` as -1.
  public static let negativeExpiresIn = AnswerFault.member("expires_in", -1)
  /// The `state` of another request.
  public static let wrongState = AnswerFault.member("state", "another-state")
  /// The `iss` of another provider in the redirect, as in a mix-up attack (RFC 9207 1).
  public static let wrongIssuer = AnswerFault.member("iss", "https://other.example")

  /// The member that is to be another, where that is the fault.
  var member: (name: String, value: JSONValue?)? {
    if case .member(let name, let value) = self { return (name, value) }
    return nil
  }

  /// Whether the request is never looked at.
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
