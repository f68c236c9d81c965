/// Where an issuer's endpoints are, below its own path.
public struct EndpointPaths: Sendable, Equatable {
  private var paths: [Endpoint: String]

  /// Every endpoint at its usual path; `tokenInfo`, which no standard knows, is not served.
  public init() {
    paths = Dictionary(
      uniqueKeysWithValues: Endpoint.allCases.filter { $0 != .tokenInfo }.map {
        ($0, $0.rawValue)
      })
  }

  /// The usual paths but for some.
  init(changing changes: [Endpoint: String], closing closed: [Endpoint]) {
    self.init()
    for (endpoint, path) in changes { paths[endpoint] = path }
    for endpoint in closed { paths[endpoint] = nil }
  }

  /// The path of an endpoint, which begins with `/`; `nil` for one that is not served.
  public subscript(endpoint: Endpoint) -> String? {
    get { paths[endpoint] }
    set { paths[endpoint] = newValue }
  }

  /// The endpoint at a path.
  func endpoint(at path: some StringProtocol) -> Endpoint? {
    paths.first { $0.value == path }?.key
  }
}
