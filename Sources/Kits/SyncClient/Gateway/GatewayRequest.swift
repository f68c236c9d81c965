import DocgenJSON
import Foundation

/// A request to a gateway's database, without credentials.
struct GatewayRequest: Sendable {
  var method = "GET"
  /// The path below the database, each segment unescaped.
  var path: [String]
  var query: [(name: String, value: String)] = []
  /// An escaped query, used instead of `query`.
  var rawQuery: String?
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []
  /// The time limit for the complete response.
  var timeout: Duration = .seconds(60)

  init(_ method: String = "GET", _ path: String...) {
    self.method = method
    self.path = path
  }

  /// Returns the request with a JSON body.
  func body(_ json: JSONValue) -> GatewayRequest {
    var request = self
    request.body = Array(json.serialized().utf8)
    request.headers.append((name: "Content-Type", value: "application/json"))
    return request
  }

  /// Returns the request with another query parameter.
  func query(_ name: String, value: String) -> GatewayRequest {
    var request = self
    request.query.append((name: name, value: value))
    return request
  }

  /// Returns the request with another header field.
  func header(_ name: String, value: String) -> GatewayRequest {
    var request = self
    request.headers.append((name: name, value: value))
    return request
  }

  /// Returns the URL of the request to the database at a URL.
  ///
  /// The gateway decodes path segments twice, so percent signs are encoded twice.
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

  /// Escapes everything except RFC 3986's unreserved characters.
  private static func escape(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

/// A gateway's response.
struct GatewayResponse: Sendable {
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
      throw .malformedResponse("not JSON at \(error)")
    }
  }

  /// The gateway's reason for an error.
  var reason: String {
    let text = (try? JSONParser.parse(body))?["reason"]?.string ?? ""
    return text.isEmpty ? Self.phrases[status] ?? "" : text
  }

  /// The reason phrases of statuses that may come without a body (RFC 9110 15).
  private static let phrases = [
    301: "Moved Permanently", 302: "Found", 400: "Bad Request", 401: "Unauthorized",
    403: "Forbidden", 404: "Not Found", 407: "Proxy Authentication Required",
    413: "Content Too Large", 429: "Too Many Requests", 500: "Internal Server Error",
    502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
  ]

  /// The response as an error.
  var refusal: SyncError { .http(status: status, reason: reason) }

  /// Returns this response if its status is 2xx.
  ///
  /// - Throws: `SyncError.http` for any other status.
  func succeeded() throws(SyncError) -> GatewayResponse {
    guard (200..<300).contains(status) else { throw refusal }
    return self
  }
}
