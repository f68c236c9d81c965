/// One answer, complete or streamed.
public struct HTTPResponse: Sendable {
  /// What follows the header.
  public enum Body: Sendable {
    /// A body known in full; `Content-Length` is added.
    case bytes([UInt8])
    /// A body sent as it comes, chunked, until the stream finishes or the client goes away.
    case stream(AsyncStream<[UInt8]>)
    /// No body: after an answer of 101 the connection belongs to the closure, until it returns.
    case upgrade(@Sendable (UpgradedConnection) async -> Void)
  }

  /// How much of the answer the client gets; what is not whole is for trying out clients.
  public enum Delivery: Sendable, Equatable {
    /// All of it.
    case whole
    /// The header, which promises the whole body, and this many bytes of it; then the connection
    /// is closed. A body that is no longer than that is sent whole, and closed all the same.
    case cut(afterBytes: Int)
    /// Nothing: the connection is closed without a byte.
    case dropped
  }

  /// The status code.
  public var status: Int
  /// The header fields besides `Content-Length` and `Connection`; a value may be empty.
  public var headers: HTTPHeaders
  /// The body.
  public var body: Body
  /// How much of it is sent.
  public var delivery = Delivery.whole

  /// An answer with a body in bytes.
  public init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = .bytes(body)
  }

  /// An answer with a body in text, sent as UTF-8.
  public init(status: Int, headers: HTTPHeaders = [:], text: String) {
    self.init(status: status, headers: headers, body: Array(text.utf8))
  }

  /// An answer whose body is streamed.
  public init(status: Int, headers: HTTPHeaders = [:], stream: AsyncStream<[UInt8]>) {
    self.status = status
    self.headers = headers
    self.body = .stream(stream)
  }

  /// No answer: the connection is closed without a byte.
  public static var dropped: HTTPResponse {
    var response = HTTPResponse(status: 500)
    response.delivery = .dropped
    return response
  }

  /// The answer of 101 that turns the connection over to another protocol.
  ///
  /// - Parameters:
  ///   - token: the protocol's name in `Upgrade`, such as `websocket`.
  ///   - headers: further fields, without `Connection`.
  ///   - conversation: gets the connection, which is closed when it returns.
  public init(
    upgradingTo token: String, headers: HTTPHeaders = [:],
    conversation: @escaping @Sendable (UpgradedConnection) async -> Void
  ) {
    status = 101
    self.headers = headers
    self.headers.add("Upgrade", token)
    body = .upgrade(conversation)
  }
}
