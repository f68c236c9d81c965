/// An HTTP response, with its complete body or a stream.
public struct HTTPResponse: Sendable {
  /// The content after the header.
  public enum Body: Sendable {
    /// A complete body; the server adds `Content-Length`.
    case bytes([UInt8])
    /// A chunked body, sent until the closure returns or the client disconnects.
    case stream(Writer)
    /// No body: after status 101 the closure uses the connection, until it returns.
    case upgrade(@Sendable (UpgradedConnection) async -> Void)
  }

  /// Sends the chunks of a body; its task is cancelled when the client disconnects.
  ///
  /// `send` waits while too much is unsent, so that a slow client delays only its own response.
  public typealias Writer = @Sendable (_ send: ([UInt8]) async -> Void) async -> Void

  /// The part of the response that is sent; a truncated one tests a client's error handling.
  public enum Delivery: Sendable, Equatable {
    /// The complete response.
    case complete
    /// The header with the full length, and this many bytes of the body; then the server closes the
    /// connection.
    ///
    /// A shorter body is sent completely, and the connection closed too.
    case cut(afterBytes: Int)
    /// Nothing: the server closes the connection without a byte.
    case dropped
  }

  /// The status code.
  public var status: Int
  /// The header fields, without `Content-Length` and `Connection`; a value may be empty.
  public var headers: HTTPHeaders
  /// The body.
  public var body: Body
  /// The part of the response that is sent.
  public var delivery = Delivery.complete

  /// Creates a response with bytes as its body.
  public init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = .bytes(body)
  }

  /// Creates a response with text as its body, sent as UTF-8.
  public init(status: Int, headers: HTTPHeaders = [:], text: String) {
    self.init(status: status, headers: headers, body: Array(text.utf8))
  }

  /// Creates a response with a streamed body.
  public init(status: Int, headers: HTTPHeaders = [:], writer: @escaping Writer) {
    self.status = status
    self.headers = headers
    self.body = .stream(writer)
  }

  /// Creates a response with the chunks of a stream as its body.
  public init(status: Int, headers: HTTPHeaders = [:], stream: AsyncStream<[UInt8]>) {
    self.init(status: status, headers: headers) { send in
      for await chunk in stream { await send(chunk) }
    }
  }

  /// No response: the server closes the connection without a byte.
  public static var dropped: HTTPResponse {
    var response = HTTPResponse(status: 500)
    response.delivery = .dropped
    return response
  }

  /// Creates a response with status 101 that switches the connection to another protocol.
  ///
  /// - Parameters:
  ///   - token: the protocol's name in `Upgrade`, such as `websocket`.
  ///   - headers: more fields, without `Connection`.
  ///   - conversation: uses the connection, which is closed when the closure returns.
  public init(
    upgradingTo token: String, headers: HTTPHeaders = [:],
    conversation: @escaping @Sendable (UpgradedConnection) async -> Void
  ) {
    status = 101
    self.headers = headers
    self.headers.add("Upgrade", value: token)
    body = .upgrade(conversation)
  }
}
