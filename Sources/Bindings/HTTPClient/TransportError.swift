/// Why there is no answer.
///
/// It never quotes a query, which may hold a code or a token.
public enum TransportError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The request cannot be sent at all: its address is not an absolute `http` or `https` one.
  case invalidRequest(String)
  /// No connection: the name is unknown, nobody listens, or there is no network.
  case cannotConnect(String)
  /// The connection broke before the answer was complete; the server may have acted on the request.
  case connectionLost(String)
  /// The server's certificate is not trusted, or TLS could not be agreed on.
  case insecure(String)
  /// The request's `timeout` has passed.
  case timedOut
  /// The answer, or a line of it, has more bytes than the request's `bodyLimit`.
  case bodyTooLarge(limit: Int)
  /// The calling task was cancelled.
  case cancelled

  /// Whether the same request may well succeed later.
  public var isTransient: Bool {
    switch self {
    case .cannotConnect, .connectionLost, .timedOut: true
    case .invalidRequest, .insecure, .bodyTooLarge, .cancelled: false
    }
  }

  /// One lower-case clause, for people.
  public var description: String {
    switch self {
    case .invalidRequest(let reason): "the request cannot be sent: \(reason)"
    case .cannotConnect(let reason): "no connection: \(reason)"
    case .connectionLost(let reason): "the connection was lost: \(reason)"
    case .insecure(let reason): "the connection is not secure: \(reason)"
    case .timedOut: "the server took too long"
    case .bodyTooLarge(let limit): "the answer is larger than \(limit) bytes"
    case .cancelled: "the request was cancelled"
    }
  }
}
