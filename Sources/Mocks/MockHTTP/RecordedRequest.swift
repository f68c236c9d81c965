/// A request in a mock's log, with secrets redacted.
public protocol RecordedRequest: Sendable {
  /// The method.
  var method: String { get }
  /// The path, without the query.
  var path: String { get }
  /// The response's status.
  var status: Int { get }
  /// The request and its response in one line.
  var line: String { get }
}

/// A log that differs from what a test expects: the expected requests, those found, and the whole
/// log.
public struct UnexpectedRequests: Error, Sendable, Hashable, CustomStringConvertible {
  /// The error's message.
  public var description: String

  /// Creates an error with a message.
  public init(description: String) { self.description = description }
}

extension RecordedRequest {
  /// Returns whether a pattern matches this request.
  public func matches(_ pattern: RequestPattern) -> Bool {
    (pattern.status ?? status) == status && pattern.matches(method: method, path: path)
  }

  /// Method, path and status: `PUT /db/doc 201`.
  public var line: String { "\(method) \(path) \(status)" }
}

extension Array where Element: RecordedRequest {
  /// Checks how many requests match a pattern.
  ///
  ///     try await gateway.requestLog.expect(count: 1, "PUT", "/db/*", status: 201)
  ///
  /// - Returns: the matching requests, oldest first.
  /// - Throws: `UnexpectedRequests`, which contains the whole log.
  @discardableResult
  public func expect(
    count: Int, _ method: String? = nil, _ path: String = "*", status: Int? = nil
  ) throws(UnexpectedRequests) -> [Element] {
    let pattern = RequestPattern(method, path, status: status)
    return try expect(count: count, pattern) { $0.matches($1) }
  }

  /// Checks that requests arrived in this order; other requests may come between them.
  ///
  /// - Throws: `UnexpectedRequests`, which names the first missing request.
  public func expect(inOrder patterns: RequestPattern...) throws(UnexpectedRequests) {
    try expect(inOrder: patterns) { $0.matches($1) }
  }

  /// Checks how many requests match a pattern of any type.
  ///
  /// - Returns: the matching requests, oldest first.
  /// - Throws: `UnexpectedRequests`, which contains the whole log.
  @discardableResult
  public func expect<Pattern: CustomStringConvertible>(
    count: Int, _ pattern: Pattern, matches: (Element, Pattern) -> Bool
  ) throws(UnexpectedRequests) -> [Element] {
    let found = filter { matches($0, pattern) }
    guard found.count != count else { return found }
    throw .expected("\(count) of \(pattern), found \(found.count)", in: map(\.line))
  }

  /// Checks that requests that match patterns of any type arrived in this order.
  ///
  /// - Throws: `UnexpectedRequests`, which names the first missing request.
  public func expect<Pattern: CustomStringConvertible>(
    inOrder patterns: [Pattern], matches: (Element, Pattern) -> Bool
  ) throws(UnexpectedRequests) {
    var rest = self[...]
    for (index, pattern) in patterns.enumerated() {
      guard let match = rest.firstIndex(where: { matches($0, pattern) }) else {
        let position = index == 0 ? "first" : "after \(patterns[index - 1])"
        throw .expected("\(pattern) \(position)", in: map(\.line))
      }
      rest = rest[(match + 1)...]
    }
  }
}

extension UnexpectedRequests {
  fileprivate static func expected(_ what: String, in lines: [String]) -> UnexpectedRequests {
    let log = lines.isEmpty ? " in an empty log" : " in:\n  " + lines.joined(separator: "\n  ")
    return UnexpectedRequests(description: "expected \(what)\(log)")
  }
}
