import Foundation
import JSON

/// A request to a gateway's database, before anybody's credentials are added.
struct GatewayRequest: Sendable {
  var method = "GET"
  /// The path below the database, each part plain.
  var path: [String]
  var query: [(name: String, value: String)] = []
  /// A query that is escaped already, in place of `query`.
  var rawQuery: String?
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []
  /// How long the whole answer may take.
  var timeout: Duration = .seconds(60)

  init(_ method: String = "GET", _ path: String...) {
    self.method = method
    self.path = path
  }

  /// The same with a JSON body.
  func body(_ json: JSONValue) -> GatewayRequest {
    var request = self
    request.body = Array(json.serialized().utf8)
    request.headers.append((name: "Content-Type", value: "application/json"))
    return request
  }

  /// The same with a field of the query.
  func query(_ name: String, _ value: String) -> GatewayRequest {
    var request = self
    request.query.append((name: name, value: value))
    return request
  }

  /// The same with a header field.
  func header(_ name: String, _ value: String) -> GatewayRequest {
    var request = self
    request.headers.append((name: name, value: value))
    return request
  }

  /// The address below a database's.
  ///
  /// The gateway decodes path parts twice, so a percent sign is encoded twice.
  func url(below database: URL) -> URL? {
    var text = database.absoluteString
    for part in path {
      if !text.hasSuffix("/") { text += "/" }
      text += Self.escape(part).replacing("%25", with: "%2525")
    }
    if let rawQuery {
      text += "?" + rawQuery
    } else if !query.isEmpty {
      text += "?"
      text += query.map { "\(Self.escape($0.name))=\(Self.escape($0.value))" }
        .joined(separator: "&")
    }
    return URL(string: text)
  }

  /// Everything but RFC 3986's unreserved characters as percent escapes.
  private static func escape(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

/// What a gateway answered.
struct GatewayAnswer: Sendable {
  var status: Int
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []

  /// The first value of a header field.
  subscript(name: String) -> String? { values(of: name).first }

  /// All values of a header field.
  func values(of name: String) -> [String] {
    headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
  }

  /// The body as JSON.
  func json() throws(SyncError) -> JSONValue {
    do { return try JSONParser.parse(body) } catch {
      throw .malformedAnswer("not JSON at \(error)")
    }
  }

  /// The gateway's words for a refusal.
  var reason: String {
    let text = (try? JSONParser.parse(body))?["reason"]?.string ?? ""
    return text.isEmpty ? Self.phrases[status] ?? "" : text
  }

  /// The words for the statuses that may come without a body (RFC 9110 15).
  private static let phrases = [
    301: "Moved Permanently", 302: "Found", 400: "Bad Request", 401: "Unauthorized",
    403: "Forbidden", 404: "Not Found", 407: "Proxy Authentication Required",
    413: "Content Too Large", 429: "Too Many Requests", 500: "Internal Server Error",
    502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
  ]

  /// The refusal as an error.
  var refusal: SyncError { .http(status: status, reason: reason) }

  /// This answer, when it says that all is well.
  ///
  /// - Throws: `SyncError.http` when it doesn't.
  func succeeded() throws(SyncError) -> GatewayAnswer {
    guard (200..<300).contains(status) else { throw refusal }
    return self
  }
}
