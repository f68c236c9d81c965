import HTTPServer

/// A request as the endpoints see it.
struct EndpointRequest: Sendable {
  let method: String
  let headers: HTTPHeaders
  let query: Parameters
  /// The body, when it is a form.
  let form: Parameters?
  let body: [UInt8]
  /// What the user has decided after a pause; `nil` when nobody has been asked yet.
  var decision: UserDecision?
  /// What will be wrong with the answer after that pause.
  var fault: PlannedAnswerFault?

  var isResumed: Bool { decision != nil }

  init(_ request: HTTPRequest) {
    // What HEAD asks is what GET would answer.
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

  static let sessionCookie = "op_session"

  /// The sessions the browser names, most specific path first (RFC 6265 5.4).
  var sessionIDs: [String] {
    headers.values(of: "Cookie").flatMap { $0.split(separator: ";") }.compactMap { pair in
      let halves = pair.trimmingSpaces.split(separator: "=", maxSplits: 1)
      return halves.count == 2 && halves[0] == Self.sessionCookie ? String(halves[1]) : nil
    }
  }

  /// What stands behind a scheme in `Authorization`; the scheme's case does not matter.
  func credentials(scheme: String) -> String? {
    guard let header = headers["Authorization"] else { return nil }
    let parts = header.split(separator: " ", maxSplits: 1)
    guard let first = parts.first, first.lowercased() == scheme.lowercased() else { return nil }
    return parts.count == 2 ? String(parts[1].trimmingSpaces) : ""
  }
}

extension StringProtocol {
  /// The text without spaces and tabs around it.
  fileprivate var trimmingSpaces: SubSequence {
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    let start = drop(while: isSpace)
    let end = start.lastIndex { !isSpace($0) }.map { start.index(after: $0) } ?? start.startIndex
    return self[start.startIndex..<end]
  }
}
