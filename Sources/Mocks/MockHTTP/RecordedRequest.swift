/// A request as a mock's log keeps it, with secrets left out.
public protocol RecordedRequest: Sendable {
  /// The method.
  var method: String { get }
  /// The path, without the query.
  var path: String { get }
  /// The answer's status.
  var status: Int { get }
  /// The request and its answer in one line.
  var line: String { get }
}

/// Why a log is not as expected: what was meant, what there was, and the whole log.
public struct UnexpectedRequests: Error, Sendable, Hashable, CustomStringConvertible {
  /// The text shown to people.
  public var description: String

  /// An error with a text of its own.
  public init(description: String) { self.description = description }
}

extension RecordedRequest {
  /// Whether a pattern means this request.
  public func matches(_ pattern: RequestPattern) -> Bool {
    (pattern.status ?? status) == status && pattern.matches(method: method, path: path)
  }

  /// Method, path and status: `PUT /db/doc 201`.
  public var line: String { "\(method) \(path) \(status)" }
}

extension Array where Element: RecordedRequest {
  /// The requests that a pattern means, the oldest first.
  public func matching(
    _ method: String? = nil, _ path: String = "*", status: Int? = nil
  ) -> [Element] {
    filter { $0.matches(RequestPattern(method, path, status: status)) }
  }

  /// Makes sure that a pattern means so many requests.
  ///
  ///     try await gateway.requestLog.expect(count: 1, "PUT", "/db/*", status: 201)
  ///
  /// - Returns: those requests, the oldest first.
  /// - Throws: `UnexpectedRequests`, which tells the whole log.
  @discardableResult
  public func expect(
    count: Int, _ method: String? = nil, _ path: String = "*", status: Int? = nil
  ) throws(UnexpectedRequests) -> [Element] {
    let found = matching(method, path, status: status)
    guard found.count != count else { return found }
    let pattern = RequestPattern(method, path, status: status)
    throw .expected("\(count) of \(pattern), found \(found.count)", in: map(\.line))
  }

  /// Makes sure that requests came in an order, with any others between them.
  ///
  /// - Throws: `UnexpectedRequests`, which names the first one that is missing.
  public func expect(inOrder patterns: RequestPattern...) throws(UnexpectedRequests) {
    var rest = self[...]
    for (index, pattern) in patterns.enumerated() {
      guard let place = rest.firstIndex(where: { $0.matches(pattern) }) else {
        let place = index == 0 ? "first" : "after \(patterns[index - 1])"
        throw .expected("\(pattern) \(place)", in: map(\.line))
      }
      rest = rest[(place + 1)...]
    }
  }
}

extension UnexpectedRequests {
  fileprivate static func expected(_ what: String, in lines: [String]) -> UnexpectedRequests {
    let log = lines.isEmpty ? " in an empty log" : " in:\n  " + lines.joined(separator: "\n  ")
    return UnexpectedRequests(description: "expected \(what)\(log)")
  }
}
