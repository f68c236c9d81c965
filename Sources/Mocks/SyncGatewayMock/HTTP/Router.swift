import DocgenHTTPServer

/// Finds the route of a request on one port.
struct Router: Sendable {
  private let routes: [Route]

  init(_ routes: [Route], isAdmin: Bool, profile: Profile) {
    self.routes = routes.filter { route in
      if let since = route.since, since != profile { return false }
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
}
