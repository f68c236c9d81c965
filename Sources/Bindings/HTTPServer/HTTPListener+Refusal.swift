extension HTTPListener {
  /// Why the server refuses a request without asking its handler.
  public enum Refusal: Error, Hashable {
    /// The body has more bytes than the limit (RFC 9110 15.5.14).
    case bodyTooLarge(limit: Int)
    /// The bodies of all requests together have more bytes than the limit (RFC 9110 15.6.4).
    case tooManyBodies(limit: Int)
    /// There were as many connections as there may be when this one began (RFC 9110 15.6.4); it is
    /// closed.
    case tooManyConnections(limit: Int)

    /// The status of the answer.
    public var status: Int {
      switch self {
      case .bodyTooLarge: 413
      case .tooManyBodies, .tooManyConnections: 503
      }
    }

    /// The reason, in words.
    public var description: String {
      switch self {
      case .bodyTooLarge(let limit): "the request's body has more than \(limit) bytes"
      case .tooManyBodies(let limit): "all requests' bodies together have more than \(limit) bytes"
      case .tooManyConnections(let limit): "no more connections are taken (limit: \(limit))"
      }
    }
  }

  /// Creates the response to a refused request, whose body is empty.
  public typealias RefusalAnswer = @Sendable (Refusal, HTTPRequest) -> HTTPResponse

  /// An answer in plain text.
  public static let plainRefusal: RefusalAnswer = { refusal, _ in
    HTTPResponse(
      status: refusal.status, headers: ["Content-Type": "text/plain"],
      text: refusal.description + "\n")
  }
}
