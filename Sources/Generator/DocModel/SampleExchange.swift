/// What went over HTTP while a sample ran, in an order that is the same at every run.
public struct SampleExchange: Sendable, Hashable, Codable {
  /// The requests and answers.
  public var messages: [HTTPMessage]
  /// How many requests there were beyond those.
  public var furtherRequestCount: Int
  /// Whether requests came at once and luck decided about their order after all: there were too many, or
  /// the sample never came to rest.
  public var isUnordered: Bool

  /// An exchange from its parts.
  public init(
    _ messages: [HTTPMessage] = [], furtherRequestCount: Int = 0, isUnordered: Bool = false
  ) {
    self.messages = messages
    self.furtherRequestCount = furtherRequestCount
    self.isUnordered = isUnordered
  }

  /// Several, one after the other.
  public init(joining parts: [SampleExchange]) {
    messages = parts.flatMap(\.messages)
    furtherRequestCount = parts.reduce(0) { $0 + $1.furtherRequestCount }
    isUnordered = parts.contains(where: \.isUnordered)
  }
}
