import Clocks
import Foundation
import HTTPServer
import MockHTTP

/// Finds the route of a request on one port and responds to it.
struct Router: Sendable {
  let isAdmin: Bool
  let services: Services
  let cors: GatewayConfiguration.CORS?
  private let routes: [Route]
  private let server: String

  init(isAdmin: Bool, services: Services, cors: GatewayConfiguration.CORS?, routes: [Route]) {
    self.isAdmin = isAdmin
    self.services = services
    server = services.server(isAdmin: isAdmin)
    // Cross-origin rules are for the public port only.
    self.cors = isAdmin ? nil : cors
    self.routes = routes.filter { route in
      if let since = route.since, since != services.profile { return false }
      return switch route.ports {
      case .both: true
      case .publicOnly: !isAdmin
      case .adminOnly: isAdmin
      }
    }
  }

  /// The result of matching a request.
  enum Match {
    case route(Route, variables: [String: String])
    case redirect(to: String)
    case wrongMethod(allowed: [String])
    case nothing
  }

  func match(_ request: HTTPRequest) -> Match {
    let path = RequestPath(target: request.target)
    let query = request.query.map { "?\($0)" } ?? ""
    if let cleaned = path.cleaned { return .redirect(to: cleaned + query) }
    if let match = match(path, method: request.method, query: query) { return match }
    let allowed = ["GET", "HEAD", "POST", "PUT", "DELETE"].filter {
      match(path, method: $0, query: query) != nil
    }
    return allowed.isEmpty ? .nothing : .wrongMethod(allowed: allowed)
  }

  private func match(_ path: RequestPath, method: String, query: String) -> Match? {
    for route in routes where route.methods.contains(method) {
      guard let variables = route.path.variables(of: path.segments) else { continue }
      if route.path.endsInSlash == path.endsInSlash || path.segments.isEmpty {
        return .route(route, variables: variables)
      }
      // Only the final slash differs: redirect to the route's form (StrictSlash).
      let other = path.endsInSlash ? String(path.text.dropLast()) : path.text + "/"
      return .redirect(to: other + query)
    }
    return nil
  }

  /// Responds to a request.
  func respond(to request: HTTPRequest) async -> (response: HTTPResponse, user: String?) {
    var headers = HTTPHeaders()
    headers.add("Date", HTTPDate.text(services.clock.now))
    let origins = request.headers.values(of: "Origin")
    if let cors, !origins.isEmpty { cors.addHeaders(for: origins, to: &headers) }
    switch match(request) {
    case .route(let route, let variables):
      headers.add("Server", server)
      let (response, call) = await perform(route, request, variables)
      for field in call?.headers.fields ?? [] { headers.add(field.name, field.value) }
      return (response.adding(headers), call?.user?.name)
    case .redirect(let target):
      headers.add("Location", target)
      return (HTTPResponse(status: 301).adding(headers), nil)
    case .wrongMethod(let allowed):
      headers.add("Allow", allowed.joined(separator: ", "))
      if let cors, !origins.isEmpty { cors.addPreflightHeaders(methods: allowed, to: &headers) }
      let response =
        request.method == "OPTIONS"
        ? HTTPResponse(status: 204) : Call.response(to: GatewayError(405, ""))
      return (response.adding(headers), nil)
    case .nothing:
      return (Call.response(to: GatewayError(404, "unknown URL")).adding(headers), nil)
    }
  }

  private func perform(
    _ route: Route, _ request: HTTPRequest, _ variables: [String: String]
  ) async -> (HTTPResponse, Call?) {
    var call: Call?
    do {
      let request = try ContentCoding.unpacked(request)
      let database = try database(of: variables)
      var started = Call(
        request: request, isAdmin: isAdmin, services: services, variables: variables,
        database: database)
      defer { call = started }
      if let database, !route.worksOffline { try database.requireOnline() }
      if let database, !isAdmin || route.access == .open {
        try await Authentication(requiresLogin: route.access == .ofPort)
          .authenticate(&started, in: database)
      }
      let response = try await route.handler(&started)
      return (response, started)
    } catch let error as GatewayError {
      return (Call.response(to: error), call)
    } catch {
      return (Call.response(to: .internalError("\(error)")), call)
    }
  }

  private func database(of variables: [String: String]) throws -> GatewayDatabase? {
    guard let segment = variables["db"] else { return nil }
    let name = RequestPath.decodeAgain(segment)
    if let database = services.databases[name] { return database }
    if !DatabaseConfiguration.isValidName(name) {
      throw GatewayError(400, "invalid database name \"\(name)\"")
    }
    throw GatewayError(404, "no such database \"\(name)\"")
  }
}

extension HTTPResponse {
  /// Returns the same response with more fields before its own.
  func adding(_ headers: HTTPHeaders) -> HTTPResponse {
    var response = self
    response.headers = headers
    for field in self.headers.fields { response.headers.add(field.name, field.value) }
    return response
  }
}
