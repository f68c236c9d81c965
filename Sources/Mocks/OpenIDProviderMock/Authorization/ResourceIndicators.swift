/// The parameter `resource`: for whom an access token is meant to be (RFC 8707 2).
enum ResourceIndicators {
  /// The resources a request names, without repetitions.
  static func read(_ parameters: Parameters) throws(OAuthError) -> [String] {
    var resources: [String] = []
    for resource in parameters.values(of: "resource") where !resources.contains(resource) {
      // Absolute, without a fragment: what a redirect URI must be too.
      guard RedirectURI.problem(of: resource) == nil else {
        throw OAuthError(.invalidTarget, "'resource' is not an absolute address")
      }
      resources.append(resource)
    }
    return resources
  }
}
