import HTTPServer
import JSON

/// What an endpoint answers, and the protocol error in it, for the log.
struct Answer: Sendable {
  var response: HTTPResponse
  var error: OAuthError?
  /// The names of the faults in it.
  var faults: [String] = []
  /// Seconds to wait before it is sent.
  var delay = 0
  /// Set when the user thinks first: the request is to be answered so much later, with this.
  var pause: Pause?
  /// Whether a planned change of a parameter has been made already.
  var hasMember = false
  /// The switches without which the request would have been refused, for the log.
  var allowances: [String] = []
  /// What a scripted user has sent before this answer came, for the log.
  var attempts: [LoggedRequest] = []
  /// What a redirect carries, for the log.
  var parameters: [(name: String, value: String)] = []

  /// A user who thinks first.
  struct Pause: Sendable {
    let seconds: Int
    let decision: UserDecision
    /// What will be wrong with the answer.
    var fault: PlannedAnswerFault?
  }

  init(_ response: HTTPResponse, error: OAuthError? = nil) {
    self.response = response
    self.error = error
  }

  static func json(
    _ object: JSONObject, status: Int = 200, headers: HTTPHeaders = [:], error: OAuthError? = nil
  ) -> Answer {
    var headers = headers
    headers["Content-Type"] = "application/json"
    return Answer(
      HTTPResponse(status: status, headers: headers, text: JSONValue.object(object).serialized()),
      error: error)
  }

  /// Tokens, and errors in their place, are never stored (RFC 6749 5.1).
  static func unstored(
    _ object: JSONObject, status: Int = 200, headers: HTTPHeaders = [:], error: OAuthError? = nil
  ) -> Answer {
    var headers = headers
    headers["Cache-Control"] = "no-store"
    headers["Pragma"] = "no-cache"
    return json(object, status: status, headers: headers, error: error)
  }

  /// Nothing yet: the user takes so many seconds to decide.
  static func paused(seconds: Int, then decision: UserDecision) -> Answer {
    var answer = Answer(HTTPResponse(status: 200))
    answer.pause = Pause(seconds: seconds, decision: decision)
    return answer
  }

  static func page(
    _ page: Page, status: Int = 200, error: OAuthError? = nil
  ) -> Answer {
    Answer(
      HTTPResponse(status: status, headers: Page.headers, text: page.html), error: error)
  }

  /// An error that only the person in front of the browser may see.
  static func errorPage(_ error: OAuthError) -> Answer {
    .page(ErrorPage(error: error).page, status: 400, error: error)
  }
}
