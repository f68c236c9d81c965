extension HTTPListener {
  /// The reason why the server rejects a request without calling the handler.
  public enum Refusal: Error, Hashable {
    /// The body exceeds the limit (RFC 9110 15.5.14).
    case bodyTooLarge(limit: Int)
    /// The bodies of all requests together exceed the limit (RFC 9110 15.6.4).
    case tooManyBodies(limit: Int)
    /// The connection exceeds the limit (RFC 9110 15.6.4); the server closes it.
    case tooManyConnections(limit: Int)
    /// The header exceeds the limit (RFC 6585 5).
    case headerTooLarge(limit: Int)
    /// The header doesn't determine where the request ends or which host it is for (RFC 9112 3.2
    /// and 6.3); the server closes the connection.
    case ambiguousHeader(String)
    /// The bodies of all responses together exceed the limit (RFC 9110 15.6.4).
    case tooManyResponses(limit: Int)

    /// The status of the response.
    public var status: Int {
      switch self {
      case .bodyTooLarge: 413
      case .tooManyBodies, .tooManyConnections, .tooManyResponses: 503
      case .headerTooLarge: 431
      case .ambiguousHeader: 400
      }
    }

    /// Whether the server doesn't know where the request's body ends.
    var hidesBody: Bool {
      if case .ambiguousHeader = self { true } else { false }
    }

    /// Whether the server closes the connection after the response.
    var endsConnection: Bool {
      switch self {
      case .tooManyConnections, .headerTooLarge, .ambiguousHeader: true
      case .bodyTooLarge, .tooManyBodies, .tooManyResponses: false
      }
    }

    /// The reason as text.
    public var description: String {
      switch self {
      case .bodyTooLarge(let limit): "the request's body has more than \(limit) bytes"
      case .tooManyBodies(let limit): "all requests' bodies together have more than \(limit) bytes"
      case .tooManyConnections(let limit): "no more connections are accepted (limit: \(limit))"
      case .headerTooLarge(let limit): "the request's header has more than \(limit) bytes"
      case .ambiguousHeader(let problem): problem
      case .tooManyResponses(let limit):
        "all responses that wait for their readers have more than \(limit) bytes"
      }
    }
  }

  /// Creates the response to a rejected request, whose body is empty.
  public typealias RefusalResponse = @Sendable (Refusal, HTTPRequest) -> HTTPResponse

  /// Responds with plain text.
  public static let plainRefusal: RefusalResponse = { refusal, _ in
    HTTPResponse(
      status: refusal.status, headers: ["Content-Type": "text/plain"],
      text: refusal.description + "\n")
  }
}
