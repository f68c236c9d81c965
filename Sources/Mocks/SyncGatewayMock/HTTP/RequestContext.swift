import DocgenClocks
import DocgenHTTPServer
import DocgenJSON
import Foundation

/// The context of a request that is being handled.
struct RequestContext: Sendable {
  let request: HTTPRequest
  /// Whether the request came in by the admin port.
  let isAdmin: Bool
  let services: Services
  /// The variables of the path, as the router matched them.
  let variables: [String: String]
  /// The database of the path, if it has one.
  let database: GatewayDatabase?
  /// The user who sends the request; `nil` on the admin port and without a database.
  var user: User?
  /// Fields to add to any response.
  var headers = HTTPHeaders()

  /// Creates the context of a request with a route.
  ///
  /// - Throws: an error when there is no database of that name.
  init(
    _ request: HTTPRequest, isAdmin: Bool, services: Services, variables: [String: String]
  ) throws(GatewayError) {
    self.request = request
    self.isAdmin = isAdmin
    self.services = services
    self.variables = variables
    database = try variables["db"].map { segment throws(GatewayError) in
      let name = RequestPath.decodeAgain(segment)
      if let database = services.databases[name] { return database }
      throw DatabaseConfiguration.isValidName(name)
        ? GatewayError(404, reason: "no such database \"\(name)\"")
        : GatewayError(400, reason: "invalid database name \"\(name)\"")
    }
  }

  /// Returns a path variable, decoded twice, as most handlers need it.
  func variable(_ name: String) -> String {
    RequestPath.decodeAgain(variables[name] ?? "")
  }

  /// Returns the first value of a query parameter; empty when there is none.
  func query(_ name: String) -> String { request.queryFields[name] ?? "" }

  /// The revision that the query or `If-Match` names; empty for none.
  var revision: String {
    let named = query("rev")
    return named.isEmpty ? request.headers["If-Match"] ?? "" : named
  }

  /// Returns whether a query parameter is `true`.
  func flag(_ name: String) -> Bool { query(name) == "true" }

  /// Returns the database; throws for a path without one.
  func requireDatabase() throws -> GatewayDatabase {
    guard let database else { throw GatewayError(404, reason: "no such database") }
    return database
  }

  /// The address of the port by the request's `Host`, without a slash at the end.
  var baseAddress: String {
    let scheme = services.usesTLS && !isAdmin ? "https" : "http"
    return "\(scheme)://\(request.headers["Host"] ?? "")"
  }

  /// Returns the address of the OpenID Connect callback, by the request's `Host`.
  func callbackAddress(in database: String) -> String {
    "\(baseAddress)/\(database)/_oidc_callback"
  }

  // MARK: Bodies

  /// Parses the body as JSON (`ReadJSONFromMIME`).
  ///
  /// The original doesn't read what follows the first value. This method accepts a trailing line
  /// feed but refuses other text, which real clients don't send.
  func bodyJSON() throws(GatewayError) -> JSONValue {
    let type = request.headers["Content-Type"] ?? ""
    guard type.isEmpty || type.hasPrefix("application/json") else {
      throw GatewayError(415, reason: "Invalid content type \(type)")
    }
    return try Self.parse(request.body)
  }

  /// Parses the body as a JSON object.
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
      // The original has no such limits, so the response says that they are the mock's.
      throw error.isLimit
        ? GatewayError(413, reason: "this mock's limit: \(error.message)") : .badJSON
    }
  }

  // MARK: Responses

  func accepts(_ type: String) -> Bool {
    let accept = request.headers["Accept"] ?? ""
    return accept.isEmpty || accept.contains(type) || accept.contains("*/*")
  }

  /// Returns a JSON response.
  ///
  /// - Parameter sortsKeys: whether to sort members as Go does in maps; structures aren't sorted.
  func json(
    _ value: JSONValue, status: Int = 200, sortsKeys: Bool = true
  ) throws(GatewayError) -> HTTPResponse {
    guard accepts("application/json") else {
      throw GatewayError(406, reason: "only application/json available")
    }
    return HTTPResponse(
      status: status, headers: ["Content-Type": "application/json"],
      text: value.serialized(sortedKeys: sortsKeys, escapesHTML: true))
  }

  /// The writer of multipart responses to this request.
  var multipart: Multipart {
    Multipart(newBoundary: newBoundary, compressesParts: acceptsCompressedParts)
  }

  /// The same for `_bulk_get`, whose revisions are compressed separately only if the response as
  /// such isn't.
  var bulkMultipart: Multipart {
    let acceptsGzip = request.headers["Accept-Encoding"]?.contains("gzip") ?? false
    return Multipart(
      newBoundary: newBoundary,
      compressesParts: acceptsCompressedParts && !(acceptsGzip && request.isFromCouchbaseLite))
  }

  private func newBoundary() -> String { services.random.hex(bytes: 30) }

  private var acceptsCompressedParts: Bool {
    request.headers["X-Accept-Part-Encoding"]?.contains("gzip") ?? false
  }

  /// Returns a response without a body.
  func empty(_ status: Int = 200) -> HTTPResponse { HTTPResponse(status: status) }
}

extension HTTPResponse {
  /// Returns a response without a content type in the original, so that Go guesses `text/plain`.
  static func plain(_ text: String) -> HTTPResponse {
    HTTPResponse(
      status: 200, headers: ["Content-Type": "text/plain; charset=utf-8"], text: text)
  }
}

/// The services that handlers use, passed in from outside.
struct Services: Sendable {
  let profile: Profile
  let clock: any WallClock
  let random: RandomSource
  let databases: DatabaseRegistry
  let identityHTTP: IdentityHTTP
  /// The complete configuration.
  let configuration: GatewayConfiguration
  /// Whether the public port serves HTTPS.
  let usesTLS: Bool

  /// Returns the value of the `Server` field on a port (`shouldShowProductVersion`,
  /// rest/handler.go).
  func server(isAdmin: Bool) -> String {
    showsVersion(isAdmin: isAdmin) ? profile.server : Profile.product
  }

  /// Returns whether a port reveals the release.
  func showsVersion(isAdmin: Bool) -> Bool { isAdmin || !configuration.hidesProductVersion }

  /// The origins whose scripts may log in and out.
  var loginOrigins: [String] { configuration.cors?.loginOrigins ?? [] }
}
