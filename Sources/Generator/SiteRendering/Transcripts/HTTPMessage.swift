import DocgenGround

/// A request or a response as a page shows it.
struct HTTPMessage: Hashable {
  /// The sender, such as `Sample` or `Browser`.
  var sender: String
  /// The receiver.
  var receiver: String
  /// Whether it is a response.
  var isResponse: Bool
  /// The label in a diagram: `GET /db/` or `200 OK`.
  var label: String
  /// The first line: `GET /db/ HTTP/1.1` or `HTTP/1.1 200 OK`.
  var startLine: String
  /// The visible header fields.
  var fields: [Transcript.Field]
  /// The body, or a remark in parentheses instead; empty for none.
  var body: String

  /// Whether it is a response with an error status (RFC 9110 15.5 and 15.6).
  var isError: Bool { isResponse && (label.hasPrefix("4") || label.hasPrefix("5")) }

  /// The text of the message, without omitted parts.
  var text: String {
    let head = [startLine] + fields.map { "\($0.name): \($0.value)" }
    return (head + (body.isEmpty ? [] : ["", body])).joined(separator: "\n")
  }

  /// The reason phrases of RFC 9110 section 15 and RFC 6585.
  static let reasonPhrases = [
    100: "Continue", 101: "Switching Protocols", 200: "OK", 201: "Created", 202: "Accepted",
    204: "No Content", 206: "Partial Content", 301: "Moved Permanently", 302: "Found",
    303: "See Other", 304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect",
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 406: "Not Acceptable", 409: "Conflict", 410: "Gone",
    412: "Precondition Failed", 413: "Content Too Large", 415: "Unsupported Media Type",
    416: "Range Not Satisfiable", 417: "Expectation Failed", 422: "Unprocessable Content",
    429: "Too Many Requests", 500: "Internal Server Error", 501: "Not Implemented",
    502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
  ]
}
