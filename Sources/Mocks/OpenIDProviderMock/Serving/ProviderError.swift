/// An invalid argument of a call to the provider; a mistake of the test or sample.
public enum ProviderError: Error, Sendable, Equatable, CustomStringConvertible {
  /// No issuer has this path.
  case unknownIssuer(String)
  /// The issuer has no user of this name.
  case unknownUser(String)
  /// The issuer has no client of this name.
  case unknownClient(String)
  /// The path can't be an issuer's; the clause says why.
  case invalidIssuerPath(String)

  /// One lower-case clause.
  public var description: String {
    switch self {
    case .unknownIssuer(let path): "no issuer has the path '\(path)'"
    case .unknownUser(let name): "no user is called '\(name)'"
    case .unknownClient(let name): "no client is called '\(name)'"
    case .invalidIssuerPath(let reason): reason
    }
  }
}
