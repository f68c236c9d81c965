/// The HTTP exchanges of a program, or of one block of it, in the order the requests arrived.
public struct Transcript: Sendable, Hashable, Codable {
  /// A header field.
  public struct Field: Sendable, Hashable, Codable {
    /// The name, in the sender's spelling.
    public var name: String
    /// The value, secrets redacted.
    public var value: String

    /// Creates a field.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The content of a message.
  public enum Body: Sendable, Hashable, Codable {
    /// No content.
    case empty
    /// Text, secrets redacted.
    case text(String)
    /// An HTML page, which isn't recorded.
    case page
    /// Binary or long content; its number of bytes.
    case bytes(count: Int)
    /// A response that continues after its header was recorded.
    case stream
  }

  /// A request that a server received.
  public struct Request: Sendable, Hashable, Codable {
    /// The number that the response refers to; unique within a run.
    public var number: Int
    /// The client, such as `Sample` or `Browser`.
    public var client: String
    /// The server, such as `Sync Gateway`.
    public var server: String
    /// The method.
    public var method: String
    /// The request target: path and query, secrets redacted.
    public var target: String
    /// The header fields.
    public var fields: [Field]
    /// The content.
    public var body: Body

    /// Creates a request.
    public init(
      number: Int, client: String, server: String, method: String, target: String,
      fields: [Field] = [], body: Body = .empty
    ) {
      self.number = number
      self.client = client
      self.server = server
      self.method = method
      self.target = target
      self.fields = fields
      self.body = body
    }
  }

  /// A response that a server sent.
  public struct Response: Sendable, Hashable, Codable {
    /// The number of the request.
    public var number: Int
    /// The status code.
    public var status: Int
    /// The header fields.
    public var fields: [Field]
    /// The content.
    public var body: Body

    /// Creates a response.
    public init(number: Int, status: Int, fields: [Field] = [], body: Body = .empty) {
      self.number = number
      self.status = status
      self.fields = fields
      self.body = body
    }
  }

  /// A request with its response.
  public struct Exchange: Sendable, Hashable, Codable {
    /// The request.
    public var request: Request
    /// The response; `nil` if the program ended or the client disconnected before it.
    public var response: Response?
    /// The index of the request among the run's events.
    public var start: Int
    /// The index of the response among the run's events; `nil` without one.
    public var end: Int?
    /// The number of the request that made the server send this one.
    public var cause: Int?

    /// Creates an exchange without a response yet.
    public init(request: Request, start: Int, cause: Int? = nil) {
      self.request = request
      self.start = start
      self.cause = cause
    }
  }

  /// The exchanges, in the order their requests arrived.
  public var exchanges: [Exchange]
  /// The number of additional requests that weren't recorded.
  public var omittedCount: Int

  /// Creates a transcript.
  public init(_ exchanges: [Exchange] = [], omittedCount: Int = 0) {
    self.exchanges = exchanges
    self.omittedCount = omittedCount
  }

  /// Joins several transcripts of one run, one after the other.
  public init(joining parts: [Transcript]) {
    exchanges = parts.flatMap(\.exchanges)
    omittedCount = parts.reduce(0) { $0 + $1.omittedCount }
  }
}

extension Transcript {
  /// Whether a client had two requests in progress at once, so that another run may order them
  /// differently.
  ///
  /// Doesn't count requests that a server sent because of another request, streams, and requests
  /// without a response: a continuous replication overlaps everything else.
  public var isOverlapping: Bool {
    let complete = exchanges.filter { $0.end != nil && $0.cause == nil && !$0.isStream }
    return zip(complete, complete.indices).contains { exchange, index in
      complete[(index + 1)...].contains { later in
        later.request.client == exchange.request.client && later.start < exchange.end ?? 0
      }
    }
  }
}

extension Transcript.Exchange {
  /// Whether the response continues after its header.
  public var isStream: Bool { response?.body == .stream }
}
