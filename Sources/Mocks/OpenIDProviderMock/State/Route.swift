/// The issuer and the endpoint at a path.
struct Route: Equatable {
  /// The issuer's path, `/` or `/name`.
  let issuer: String
  let endpoint: Endpoint

  /// The metadata's address by RFC 8414 3.1, followed by the issuer's path.
  private static let authorizationServerPrefix = "/.well-known/oauth-authorization-server"

  /// Returns the route of a path among issuers; the longest issuer path with such an endpoint wins.
  static func find(_ path: String, issuers: [String: EndpointPaths]) -> Route? {
    for (issuer, paths) in issuers.sorted(by: { $0.key.utf8.count > $1.key.utf8.count }) {
      let prefix = issuer == "/" ? "" : issuer
      if path == authorizationServerPrefix + prefix, paths[.discovery] != nil {
        return Route(issuer: issuer, endpoint: .discovery)
      }
      guard path.hasPrefix(prefix + "/") else { continue }
      if let endpoint = paths.endpoint(at: path.dropFirst(prefix.count)) {
        return Route(issuer: issuer, endpoint: endpoint)
      }
    }
    return nil
  }

  /// Returns the route of a path whose first segment is an issuer of the template.
  static func find(_ path: String, template: EndpointPaths) -> Route? {
    let isWellKnown = path.hasPrefix(authorizationServerPrefix + "/")
    let rest = isWellKnown ? path.dropFirst(authorizationServerPrefix.count) : path[...]
    let name = "/" + rest.dropFirst().prefix { $0 != "/" }
    guard ProviderConfiguration.problem(ofPath: name) == nil, name != "/" else { return nil }
    return find(path, issuers: [name: template])
  }
}
