/// The parameter `resource`: the audiences of an access token (RFC 8707 2).
enum ResourceIndicators {
  /// Returns the resources that a request names, without repetitions.
  static func read(_ parameters: Parameters) throws(OAuthError) -> [String] {
    var resources: [String] = []
    for resource in parameters.values(of: "resource") where !resources.contains(resource) {
      // A resource must be absolute and have no fragment, as a redirect URI.
      guard RedirectURI.problem(of: resource) == nil else {
        throw OAuthError(.invalidTarget, "'resource' is not an absolute address")
      }
      resources.append(resource)
    }
    return resources
  }
}
