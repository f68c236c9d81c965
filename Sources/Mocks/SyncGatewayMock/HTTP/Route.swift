import DocgenHTTPServer

/// An entry of the route table: the requests that match, and their handler.
struct Route: Sendable {
  /// The ports that serve a route.
  enum Ports: Sendable {
    case both, publicOnly, adminOnly
  }

  /// Whether a request needs a login (`handlerPrivs`, rest/handler.go).
  enum Access: Sendable {
    /// Depends on the port: a login on the public port, none on the admin port.
    case ofPort
    /// On both ports, credentials are checked if there are any, but none are required.
    case open
  }

  typealias Handler = @Sendable (inout RequestContext) async throws -> HTTPResponse

  let methods: [String]
  let path: PathPattern
  let ports: Ports
  let access: Access
  /// The release that introduced the route; `nil` for all.
  let since: Profile?
  /// Whether the route is also available while the database is offline.
  let worksOffline: Bool
  let handler: Handler

  init(
    _ methods: [String], _ path: PathPattern, on ports: Ports = .both, access: Access = .ofPort,
    since: Profile? = nil, worksOffline: Bool = false, _ handler: @escaping Handler
  ) {
    self.methods = methods
    self.path = path
    self.ports = ports
    self.access = access
    self.since = since
    self.worksOffline = worksOffline
    self.handler = handler
  }
}

/// The path of a route, such as `/{db}/_user/{name}`.
struct PathPattern: Sendable, ExpressibleByStringLiteral {
  /// The pattern as written.
  let text: String
  let endsInSlash: Bool
  private let parts: [Part]

  private enum Part {
    case literal(Substring)
    /// Guarded: doesn't match the special resources, whose names begin with `_`.
    case variable(String, isGuarded: Bool)
  }

  init(stringLiteral text: StaticString) {
    self.text = "\(text)"
    let text = self.text
    endsInSlash = text.hasSuffix("/")
    parts = text.split(separator: "/").map { segment in
      guard segment.hasPrefix("{") else { return .literal(segment) }
      let name = String(segment.dropFirst().dropLast())
      return .variable(name, isGuarded: Self.guarded.contains(name))
    }
  }

  /// Returns the variables of a path that matches this pattern, ignoring a final slash; otherwise
  /// `nil`.
  func variables(of path: [Substring]) -> [String: String]? {
    guard path.count == parts.count else { return nil }
    for (part, segment) in zip(parts, path) {
      switch part {
      case .literal(let text): if text != segment { return nil }
      case .variable(_, let isGuarded):
        if isGuarded, segment.utf8.first == UInt8(ascii: "_") { return nil }
      }
    }
    var variables: [String: String] = [:]
    for case (.variable(let name, _), let segment) in zip(parts, path) {
      variables[name] = String(segment)
    }
    return variables
  }

  /// The variables whose values may not begin with `_`: names of databases and documents.
  private static let guarded: Set = ["db", "newdb", "targetdb", "docid"]
}
