import DocgenHTTPClient
import DocgenJSON
import Foundation
import OpenIDProviderMock

/// An HTTP client that follows no redirect and has its own cookies.
final class Browser: Sendable {
  private let transport = DefaultTransport(.keepingCookies)
  private let base: String
  /// Sent with every request, such as the token of the controls.
  private let fields: [String: String]

  init(base: String, fields: [String: String] = [:]) {
    self.base = base
    self.fields = fields
  }

  /// A browser for a provider's controls, which knows their token.
  convenience init(_ control: ProviderControl) {
    self.init(base: control.baseURL, fields: ["Authorization": "Bearer \(control.token)"])
  }

  func get(
    _ path: String, _ parameters: [(String, String)] = [], headers: [String: String] = [:],
    method: String = "GET"
  ) async throws -> Reply {
    let query = parameters.isEmpty ? "" : "?" + Self.encode(parameters)
    var request = try request(path + query, headers)
    request.method = method
    return try await send(request)
  }

  func post(
    _ path: String, _ parameters: [(String, String)], headers: [String: String] = [:]
  ) async throws -> Reply {
    var headers = headers
    headers["Content-Type"] = headers["Content-Type"] ?? "application/x-www-form-urlencoded"
    var request = try request(path, headers)
    request.method = "POST"
    request.body = Array(Self.encode(parameters).utf8)
    return try await send(request)
  }

  func post(_ path: String, json: String) async throws -> Reply {
    var request = try request(path, ["Content-Type": "application/json"])
    request.method = "POST"
    request.body = Array(json.utf8)
    return try await send(request)
  }

  func send(
    _ method: String, _ path: String, json: String, headers: [String: String]
  ) async throws -> Reply {
    var request = try request(path, headers)
    request.method = method
    if !json.isEmpty { request.body = Array(json.utf8) }
    return try await send(request)
  }

  private func request(_ path: String, _ headers: [String: String]) throws -> TransportRequest {
    let address = path.hasPrefix("http") ? path : base + path
    var request = TransportRequest(url: try URL(string: address).orThrow())
    for (name, value) in fields.merging(headers, uniquingKeysWith: { $1 }) {
      request.headers[name] = value
    }
    return request
  }

  private func send(_ request: TransportRequest) async throws -> Reply {
    Reply(response: try await transport.send(request))
  }

  static func encode(_ parameters: [(String, String)]) -> String {
    var allowed = CharacterSet.alphanumerics
    allowed.insert(charactersIn: "-._~")
    return parameters.map { name, value in
      "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")"
    }.joined(separator: "&")
  }
}

/// A response.
struct Reply {
  let response: TransportResponse

  var status: Int { response.status }
  var body: String { response.text }
  var json: JSONValue { get throws { try JSONParser.parse(body) } }

  func header(_ name: String) -> String? { response.headers[name] }

  /// The redirect target without its parameters.
  var target: String? {
    header("Location").map { String($0.prefix { $0 != "?" && $0 != "#" }) }
  }

  var query: [String: String] { parameters(after: "?") }
  var fragment: [String: String] { parameters(after: "#") }

  private func parameters(after separator: Character) -> [String: String] {
    guard let location = header("Location"), let start = location.firstIndex(of: separator) else {
      return [:]
    }
    let text = location[location.index(after: start)...]
    var parameters: [String: String] = [:]
    for pair in text.split(separator: "&") {
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      parameters[String(halves[0])] = halves.count > 1 ? halves[1].removingPercentEncoding : ""
    }
    return parameters
  }

  /// Returns the value of an input of the page's form.
  func field(_ name: String) -> String? {
    guard let start = body.range(of: "name=\"\(name)\""),
      let tagEnd = body[start.upperBound...].firstIndex(of: ">")
    else { return nil }
    let tag = body[start.upperBound..<tagEnd]
    guard let value = tag.range(of: "value=\"") else { return nil }
    return String(tag[value.upperBound...].prefix { $0 != "\"" })
  }
}

struct Missing: Error {}

extension Optional {
  func orThrow() throws -> Wrapped {
    guard let self else { throw Missing() }
    return self
  }
}
