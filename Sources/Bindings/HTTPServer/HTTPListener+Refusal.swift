extension HTTPListener {
  /// The reason why the server rejects a request without calling the handler.
  public enum Refusal: Error, Hashable {
    /// The body exceeds the limit (RFC 9110 15.5.14).
    case bodyTooLarge(limit: Int)
    /// The bodies of all requests together exceed the limit (RFC 9110 15.6.4).
    case tooManyBodies(limit: Int)
    /// The connection exceeds the limit (RFC 9110 15.6.4); the server closes it.
    case tooManyConnections(limit: Int)

    /// The status of the response.
    public var status: Int {
      switch self {
      case .bodyTooLarge: 413
      case .tooManyBodies, .tooManyConnections: 503
      }
    }

    /// The reason as text.
    public var description: String {
      switch self {
      case .bodyTooLarge(let limit): "the request's body has more than \(limit) bytes"
      case .tooManyBodies(let limit): "all requests' bodies together have more than \(limit) bytes"
      case .tooManyConnections(let limit): "no more connections are taken (limit: \(limit))"
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
