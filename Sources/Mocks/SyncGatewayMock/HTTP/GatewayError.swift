import DocgenHTTPServer
import DocgenJSON

/// An error response: a status, and the reason in Sync Gateway's words.
struct GatewayError: Error, Sendable, Hashable, CustomStringConvertible {
  var status: Int
  var reason: String

  init(_ status: Int, reason: String) {
    self.status = status
    self.reason = reason
  }

  /// Status and reason, as Go prints the error.
  var description: String { "\(status) \(reason)" }

  /// Creates the error response to an error that a handler throws: the only place where an error of
  /// storage gets its status.
  init(_ error: any Error) {
    switch error {
    case let error as GatewayError: self = error
    case let error as StorageError: self.init(Self.status(of: error.kind), reason: error.reason)
    default: self = .internalError("\(error)")
    }
  }

  private static func status(of kind: StorageError.Kind) -> Int {
    switch kind {
    case .invalid: 400
    case .unauthorized: 401
    case .forbidden: 403
    case .missing: 404
    case .conflict: 409
    case .duplicate: 412
    case .failed: 500
    case .unavailable: 503
    }
  }

  static let missing = GatewayError(404, reason: "missing")
  static let badJSON = GatewayError(400, reason: "Bad JSON")
  static let invalidLogin = GatewayError(401, reason: "Invalid login")

  /// Returns the error for a failure without a status (`ErrorAsHTTPStatus`, base/error.go).
  static func internalError(_ reason: String) -> GatewayError {
    GatewayError(500, reason: "Internal error: \(reason)")
  }

  /// The response to send (`writeStatus`, rest/handler.go).
  var response: HTTPResponse {
    // The original writes these members from a map, so they are sorted: `error`, `reason`.
    let body: JSONValue = ["error": .string(name), "reason": .string(reason)]
    return HTTPResponse(
      status: status, headers: ["Content-Type": "application/json"],
      text: body.serialized(escapesHTML: true))
  }

  /// The `error` member of the response (`writeStatus`, rest/handler.go).
  var name: String {
    switch status {
    case 404: "not_found"
    case 409: "conflict"
    default: Self.phrase(of: status)
    }
  }

  /// The `error` member of a row in a response, by CouchDB's names (base/error.go).
  var couchName: String {
    switch status {
    case 400: "bad_request"
    case 401: "unauthorized"
    case 403: "forbidden"
    case 404: "not_found"
    case 406: "not_acceptable"
    case 409: "conflict"
    case 412: "file_exists"
    case 415: "bad_content_type"
    default: status < 500 ? "bad_request" : "Internal error"
    }
  }

  /// The members of a row in a response.
  var row: JSONObject {
    ["error": .string(couchName), "reason": .string(reason), "status": .integer(status)]
  }

  private static func phrase(of status: Int) -> String {
    switch status {
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 405: "Method Not Allowed"
    case 406: "Not Acceptable"
    case 408: "Request Timeout"
    case 412: "Precondition Failed"
    case 413: "Request Entity Too Large"
    case 415: "Unsupported Media Type"
    case 416: "Requested Range Not Satisfiable"
    case 426: "Upgrade Required"
    case 500: "Internal Server Error"
    case 501: "Not Implemented"
    case 502: "Bad Gateway"
    case 503: "Service Unavailable"
    default: String(status)
    }
  }
}
