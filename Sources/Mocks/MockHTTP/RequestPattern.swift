/// A pattern that selects requests by method, path and, once there is a response, status.
public struct RequestPattern: Sendable, Hashable, CustomStringConvertible {
  /// The method; `nil` matches any.
  public var method: String?
  /// The path without the query; `*` in it matches any text, including slashes.
  public var path: String
  /// The response's status; `nil` matches any.
  public var status: Int?

  /// Creates a pattern; without arguments it matches every request.
  public init(_ method: String? = nil, _ path: String = "*", status: Int? = nil) {
    self.method = method
    self.path = path
    self.status = status
  }

  /// Returns whether a request matches, regardless of its response.
  public func matches(method: String, path: String) -> Bool {
    (self.method ?? method) == method && Self.matches(Array(self.path.utf8), in: Array(path.utf8))
  }

  /// The pattern as text: `PUT /db/* → 201`.
  public var description: String {
    "\(method ?? "any method") \(path)" + (status.map { " → \($0)" } ?? "")
  }

  /// Goes back to the latest `*` when the text after it doesn't match.
  ///
  /// This needs no recursion, and at most as many steps as the product of both lengths.
  private static func matches(_ pattern: [UInt8], in text: [UInt8]) -> Bool {
    let star = UInt8(ascii: "*")
    var position = 0
    var reached = 0
    var retry: (position: Int, reached: Int)?
    while reached < text.count {
      if position < pattern.count, pattern[position] == star {
        position += 1
        retry = (position, reached)
      } else if position < pattern.count, pattern[position] == text[reached] {
        position += 1
        reached += 1
      } else if let last = retry {
        retry = (last.position, last.reached + 1)
        (position, reached) = (last.position, last.reached + 1)
      } else {
        return false
      }
    }
    return pattern[position...].allSatisfy { $0 == star }
  }
}
