import DocgenHTTPServer
import DocgenJSON

/// An endpoint's response, with what the log records about it.
struct EndpointResponse: Sendable {
  var http: HTTPResponse
  var error: OAuthError?
  /// The names of the faults in the response.
  var faults: [String] = []
  /// The seconds to wait before the response is sent.
  var delay = 0
  /// The pause before the user decides; after it, the request is handled again.
  var pause: Pause?
  /// The switches without which the request would have been refused, for the log.
  var allowances: [String] = []
  /// The notices to send to clients before the response.
  var notices: [LogoutNotice] = []
  /// The requests that a scripted user has sent before this response, for the log.
  var attempts: [LoggedRequest] = []
  /// The parameters of a redirect, for the log.
  var parameters: [(name: String, value: String)] = []

  /// A user's pause before deciding.
  struct Pause: Sendable {
    let seconds: Int
    let decision: UserDecision
    /// The fault of the response after the pause.
    var fault: PlannedResponseFault?
  }

  init(_ response: HTTPResponse, error: OAuthError? = nil) {
    http = response
    self.error = error
  }

  static func json(
    _ object: JSONObject, status: Int = 200, headers: HTTPHeaders = [:], error: OAuthError? = nil
  ) -> EndpointResponse {
    var headers = headers
    headers["Content-Type"] = "application/json"
    return EndpointResponse(
      HTTPResponse(status: status, headers: headers, text: JSONValue.object(object).serialized()),
      error: error)
  }

  /// Responses with tokens, and errors instead of them, must not be cached (RFC 6749 5.1).
  static func unstored(
    _ object: JSONObject, status: Int = 200, headers: HTTPHeaders = [:], error: OAuthError? = nil
  ) -> EndpointResponse {
    var headers = headers
    headers["Cache-Control"] = "no-store"
    headers["Pragma"] = "no-cache"
    return json(object, status: status, headers: headers, error: error)
  }

  /// Returns no response yet: the user decides after a number of seconds.
  static func paused(seconds: Int, then decision: UserDecision) -> EndpointResponse {
    var response = EndpointResponse(HTTPResponse(status: 200))
    response.pause = Pause(seconds: seconds, decision: decision)
    return response
  }
}

/// A logout token, and where the provider posts it (OpenID Connect Back-Channel Logout 1.0 section
/// 2.5).
struct LogoutNotice: Sendable {
  let issuer: String
  let address: String
  let token: String
}
