import HTTPServer

/// One line of the route table: which requests it takes and what answers them.
struct Route: Sendable {
  /// Which of the two ports has it.
  enum Ports: Sendable {
    case both, publicOnly, adminOnly
  }

  /// Whether a caller must be logged in (`handlerPrivs`, rest/handler.go).
  enum Access: Sendable {
    /// As its port has it: a login on the public port, none on the admin port.
    case ofPort
    /// Credentials are checked if there are any, on either port, but none are required.
    case open
  }

  typealias Handler = @Sendable (inout Call) async throws -> HTTPResponse

  let methods: [String]
  let path: PathPattern
  let ports: Ports
  let access: Access
  /// The release that brought it; `nil` for all.
  let since: Profile?
  /// Whether it also works while the database is offline.
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
  /// As written.
  let text: String
  let endsInSlash: Bool
  private let parts: [Part]

  private enum Part {
    case literal(Substring)
    /// Guarded: not to be taken for one of the special resources, whose names begin with `_`.
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

  /// The variables of a path that has this pattern, a final slash aside; else `nil`.
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

  /// Names of databases and documents may not look like those of special resources.
  private static let guarded: Set = ["db", "newdb", "targetdb", "docid"]
}
