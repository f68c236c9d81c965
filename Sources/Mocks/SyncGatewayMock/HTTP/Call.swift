import Clocks
import Foundation
import HTTPServer
import JSON

/// One request on its way through a handler.
struct Call: Sendable {
  let request: HTTPRequest
  /// Which port it came in by.
  let isAdmin: Bool
  let services: Services
  /// The variables of the path, as the router matched them.
  let variables: [String: String]
  /// The database of the path, if it has one.
  let database: GatewayDatabase?
  /// Who calls; `nil` on the admin port and where there is no database.
  var user: User?
  /// Fields to send along, whatever the answer is.
  var headers = HTTPHeaders()

  /// A path variable, decoded as most handlers do it.
  func variable(_ name: String) -> String {
    RequestPath.decodeAgain(variables[name] ?? "")
  }

  /// The first value of a query parameter; empty when there is none.
  func query(_ name: String) -> String { request.queryFields[name] ?? "" }

  /// Whether a query parameter is `true`.
  func flag(_ name: String) -> Bool { query(name) == "true" }

  /// The database; its routes have one.
  func requireDatabase() throws -> GatewayDatabase {
    guard let database else { throw GatewayError(404, "no such database") }
    return database
  }

  // MARK: Bodies

  /// The body as JSON (`ReadJSONFromMIME`).
  ///
  /// As in the original, what follows the first value is not looked at, so this takes a trailing
  /// line feed but refuses other text, which real clients don't send.
  func bodyJSON() throws(GatewayError) -> JSONValue {
    let type = request.headers["Content-Type"] ?? ""
    guard type.isEmpty || type.hasPrefix("application/json") else {
      throw GatewayError(415, "Invalid content type \(type)")
    }
    return try Self.parse(request.body)
  }

  /// The body as a JSON object.
  func bodyObject() throws(GatewayError) -> JSONObject {
    switch try bodyJSON() {
    case .object(let object): return object
    default: throw .badJSON
    }
  }

  static func parse(_ bytes: [UInt8]) throws(GatewayError) -> JSONValue {
    do {
      return try JSONParser.parse(bytes)
    } catch {
      // The original takes what this parser is too small for, so the answer says what it is.
      throw error.isLimit ? GatewayError(413, "this mock's limit: \(error.message)") : .badJSON
    }
  }

  // MARK: Answers

  func accepts(_ type: String) -> Bool {
    let accept = request.headers["Accept"] ?? ""
    return accept.isEmpty || accept.contains(type) || accept.contains("*/*")
  }

  /// A JSON answer.
  ///
  /// - Parameter sortsKeys: as Go writes maps; structures keep their order.
  func json(
    _ value: JSONValue, status: Int = 200, sortsKeys: Bool = true
  ) throws(GatewayError) -> HTTPResponse {
    guard accepts("application/json") else {
      throw GatewayError(406, "only application/json available")
    }
    return HTTPResponse(
      status: status, headers: ["Content-Type": "application/json"],
      text: value.serialized(sortedKeys: sortsKeys, escapesHTML: true))
  }

  /// What writes answers of several parts to this request.
  var multipart: Multipart { Multipart(newBoundary: newBoundary, packsParts: takesPackedParts) }

  /// The same for `_bulk_get`, whose revisions are packed one by one only if the whole is not.
  var bulkMultipart: Multipart {
    let agent = UserAgent(request.headers["User-Agent"] ?? "")
    let takesWhole = request.headers["Accept-Encoding"]?.contains("gzip") ?? false
    return Multipart(
      newBoundary: newBoundary,
      packsParts: takesPackedParts && (!takesWhole || !agent.isCouchbaseLite(atLeast: (1, 2))))
  }

  private func newBoundary() -> String { services.random.hex(bytes: 30) }

  private var takesPackedParts: Bool {
    request.headers["X-Accept-Part-Encoding"]?.contains("gzip") ?? false
  }

  /// An answer without a body.
  func empty(_ status: Int = 200) -> HTTPResponse { HTTPResponse(status: status) }

  /// The answer to an error (`writeStatus`, rest/handler.go).
  static func response(to error: GatewayError) -> HTTPResponse {
    // The members of an error come from a map, so they are sorted: `error`, `reason`.
    let body: JSONValue = ["error": .string(error.name), "reason": .string(error.reason)]
    return HTTPResponse(
      status: error.status, headers: ["Content-Type": "application/json"],
      text: body.serialized(escapesHTML: true))
  }
}
