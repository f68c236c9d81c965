/// Why the provider could not be told something; a mistake of the test or sample that told it.
public enum ProviderError: Error, Sendable, Equatable, CustomStringConvertible {
  /// No issuer has this path.
  case unknownIssuer(String)
  /// The issuer has no user of this name.
  case unknownUser(String)
  /// The issuer has no client of this name.
  case unknownClient(String)
  /// An issuer's path is not one; the clause says why.
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
