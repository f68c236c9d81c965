import DocgenGround
import DocgenHTTPServer

/// A request in the form that endpoints handle.
struct EndpointRequest: Sendable {
  let method: String
  let headers: HTTPHeaders
  let query: Parameters
  /// The body, if it is a form.
  let form: Parameters?
  let body: [UInt8]
  /// The user's decision after a pause; `nil` before it.
  var decision: UserDecision?
  /// The fault of the response after the pause.
  var fault: PlannedResponseFault?

  var isResumed: Bool { decision != nil }

  init(_ request: HTTPRequest) {
    // HEAD is handled as GET.
    method = request.method == "HEAD" ? "GET" : request.method
    headers = request.headers
    body = request.body
    query = Parameters(request.query ?? "")
    let type = (request.headers["Content-Type"] ?? "").prefix { $0 != ";" }
    let isForm =
      type.trimmingSpaces.lowercased() == "application/x-www-form-urlencoded"
    form = isForm && request.method == "POST" ? Parameters(request.bodyText) : nil
  }

  var isPost: Bool { method == "POST" }

  /// Returns the parameters of an endpoint for browsers: a POST's form, otherwise the query.
  func parameters() throws(OAuthError) -> Parameters {
    guard let parameters = isPost ? form : query else {
      throw OAuthError(.invalidRequest, description: "the body is not a form")
    }
    return parameters
  }

  static let sessionCookie = "op_session"

  /// The session ids in the cookies, most specific path first.
  var sessionIDs: [String] { headers.cookies(named: Self.sessionCookie) }

  /// Returns the credentials of a scheme in `Authorization`; case doesn't matter in the scheme.
  func credentials(scheme: String) -> String? {
    guard let header = headers["Authorization"] else { return nil }
    let parts = header.split(separator: " ", maxSplits: 1)
    guard let first = parts.first, first.lowercased() == scheme.lowercased() else { return nil }
    return parts.count == 2 ? parts[1].trimmingSpaces : ""
  }
}

extension Substring {
  /// The text without spaces and tabs around it.
  fileprivate var trimmingSpaces: String { trimmed { " \t".contains($0) } }
}
