public import TLS

/// Why a phone does not answer a link.
public enum SelfIssuedError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The request file could not be fetched, or its server is not who it should be.
  case fetch(TLSError)
  /// Something is wrong that only the person may see: nobody knows whose the redirect URI is.
  case shown(String)
  /// Something is wrong that the client may be told, in this answer.
  case told(SelfIssuedResponse, reason: String)

  /// One lower-case clause, for people.
  public var description: String {
    switch self {
    case .fetch(let error): "the request file: \(error)"
    case .shown(let reason), .told(_, let reason): reason
    }
  }
}
