/// An error that says whether a retry may succeed.
///
/// A replication whose authenticator throws such an error tries again later, or ends as cancelled.
public protocol TransientError: Error {
  /// Whether a retry may succeed without any action of the user.
  var isTransient: Bool { get }
  /// Whether the user or the app cancelled what failed.
  var isCancellation: Bool { get }
}

extension TransientError {
  /// `false`.
  public var isCancellation: Bool { false }
}

/// The reason why a request has no response.
///
/// The description never contains a query, which may contain a code or a token.
public enum TransportError: TransientError, Sendable, Equatable, CustomStringConvertible {
  /// The request can't be sent: its URL isn't an absolute `http` or `https` URL.
  case invalidRequest(String)
  /// No connection: the host is unknown, nothing listens on the port, or there is no network.
  case cannotConnect(String)
  /// The connection broke before the response was complete; the server may have handled the
  /// request.
  case connectionLost(String)
  /// The server's certificate isn't trusted, or the TLS handshake failed.
  case insecure(String)
  /// The request's `timeout` has passed.
  case timedOut
  /// The response, or a line of it, exceeds the request's `bodyLimit`.
  case bodyTooLarge(limit: Int)
  /// The calling task was cancelled.
  case cancelled

  /// Whether a retry may succeed.
  public var isTransient: Bool {
    switch self {
    case .cannotConnect, .connectionLost, .timedOut: true
    case .invalidRequest, .insecure, .bodyTooLarge, .cancelled: false
    }
  }

  /// Whether the calling task was cancelled.
  public var isCancellation: Bool { self == .cancelled }

  /// A lower-case clause that describes the error, for developers and logs.
  public var description: String {
    switch self {
    case .invalidRequest(let reason): "the request cannot be sent: \(reason)"
    case .cannotConnect(let reason): "no connection: \(reason)"
    case .connectionLost(let reason): "the connection was lost: \(reason)"
    case .insecure(let reason): "the connection is not secure: \(reason)"
    case .timedOut: "the server took too long"
    case .bodyTooLarge(let limit): "the response is larger than \(limit) bytes"
    case .cancelled: "the request was cancelled"
    }
  }
}
