/// What went over HTTP while a sample ran, in an order that is the same at every run.
public struct SampleExchange: Sendable, Hashable, Codable {
  /// The requests and answers.
  public var messages: [HTTPMessage]
  /// How many requests there were beyond those.
  public var furtherRequestCount: Int

  /// An exchange from its parts.
  public init(_ messages: [HTTPMessage] = [], furtherRequestCount: Int = 0) {
    self.messages = messages
    self.furtherRequestCount = furtherRequestCount
  }

  /// Several, one after the other.
  public init(joining parts: [SampleExchange]) {
    messages = parts.flatMap(\.messages)
    furtherRequestCount = parts.reduce(0) { $0 + $1.furtherRequestCount }
  }
}
