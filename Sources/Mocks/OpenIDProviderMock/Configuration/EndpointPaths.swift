/// The paths of an issuer's endpoints, relative to the issuer's path.
public struct EndpointPaths: Sendable, Equatable {
  private var paths: [Endpoint: String]

  /// Creates the usual paths.
  ///
  /// `tokenInfo`, which is in no standard, isn't served.
  public init() {
    paths = Dictionary(
      uniqueKeysWithValues: Endpoint.allCases.filter { $0 != .tokenInfo }.map {
        ($0, $0.path)
      })
  }

  /// Creates the usual paths with some changed and some endpoints closed.
  init(changing changes: [Endpoint: String], closing closed: [Endpoint]) {
    self.init()
    for (endpoint, path) in changes { paths[endpoint] = path }
    for endpoint in closed { paths[endpoint] = nil }
  }

  /// The path of an endpoint, which begins with `/`; `nil` when it isn't served.
  public subscript(endpoint: Endpoint) -> String? {
    get { paths[endpoint] }
    set { paths[endpoint] = newValue }
  }

  /// Returns the endpoint at a path.
  func endpoint(at path: some StringProtocol) -> Endpoint? {
    paths.first { $0.value == path }?.key
  }
}
