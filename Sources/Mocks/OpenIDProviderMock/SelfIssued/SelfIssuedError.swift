public import TLS

/// An error in a link or its request file.
public enum SelfIssuedError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The request file couldn't be fetched, or its server's certificate is invalid.
  case fetch(TLSError)
  /// An error to show only to the user, because the redirect URI may not be the client's.
  case shown(String)
  /// An error to report to the client, with this response.
  case told(SelfIssuedResponse, reason: String)

  /// One lower-case clause.
  public var description: String {
    switch self {
    case .fetch(let error): "the request file: \(error)"
    case .shown(let reason), .told(_, let reason): reason
    }
  }
}
