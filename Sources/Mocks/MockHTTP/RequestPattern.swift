/// Which requests are meant: by method, path and, once answered, status.
public struct RequestPattern: Sendable, Hashable, CustomStringConvertible {
  /// The method; `nil` for every one.
  public var method: String?
  /// The path without the query; `*` in it stands for any text, slashes included.
  public var path: String
  /// The answer's status; `nil` for every one.
  public var status: Int?

  /// A pattern; without arguments it means every request.
  public init(_ method: String? = nil, _ path: String = "*", status: Int? = nil) {
    self.method = method
    self.path = path
    self.status = status
  }

  /// Whether a request is meant, whatever its answer.
  public func matches(method: String, path: String) -> Bool {
    (self.method ?? method) == method && Self.matches(Array(self.path.utf8), Array(path.utf8))
  }

  /// The pattern in words: `PUT /db/* answered with 201`.
  public var description: String {
    "\(method ?? "any method") \(path)" + (status.map { " answered with \($0)" } ?? "")
  }

  /// Goes back to the latest `*` whenever the text behind it doesn't fit: no recursion, and never
  /// more steps than one length times the other.
  private static func matches(_ pattern: [UInt8], _ text: [UInt8]) -> Bool {
    let star = UInt8(ascii: "*")
    var place = 0
    var reached = 0
    var retry: (place: Int, reached: Int)?
    while reached < text.count {
      if place < pattern.count, pattern[place] == star {
        place += 1
        retry = (place, reached)
      } else if place < pattern.count, pattern[place] == text[reached] {
        place += 1
        reached += 1
      } else if let last = retry {
        retry = (last.place, last.reached + 1)
        (place, reached) = (last.place, last.reached + 1)
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == star }
  }
}
