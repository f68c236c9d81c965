/// The rule that an ID token breaks; the numbers are those of OpenID Connect Core.
public enum IDTokenProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// It cannot be read; the clause says why.
  case malformed(String)
  /// A claim that must be there is not, or is of the wrong kind.
  case missingClaim(String)
  /// No ID token came though one was due.
  case missing
  /// Another issuer (3.1.3.7, 2).
  case issuer(String)
  /// Not for this client, or also for somebody unknown (3.1.3.7, 3).
  case audience([String])
  /// Given to another client (3.1.3.7, 4 and 5).
  case authorizedParty(String?)
  /// Unsigned, or signed in a way that was not agreed on (3.1.3.7, 7).
  case algorithm(String)
  /// No published key may have signed it (10.1).
  case unknownKey
  /// Several keys may have signed it, and it does not say which one (10.1).
  case ambiguousKey
  /// The signature does not fit (3.1.3.7, 6).
  case signature
  /// It has run out (3.1.3.7, 9).
  case expired
  /// It is not good yet (RFC 7519 4.1.5).
  case notYetValid
  /// It was made too long ago, or in the future (3.1.3.7, 10).
  case issuedAt
  /// It belongs to another login (3.1.3.7, 11).
  case nonce
  /// The user logged in too long ago (3.1.3.7, 13).
  case authenticationTime
  /// `at_hash` is missing where it must be, or is another access token's (3.2.2.9).
  case accessTokenHash
  /// `c_hash` is missing where it must be, or is another code's (3.3.2.10).
  case codeHash
  /// It is about somebody else than the token before it (3.3.3.6, 12.2).
  case subject

  /// One lower-case clause, for people.
  public var description: String {
    switch self {
    case .malformed(let reason): reason
    case .missingClaim(let claim): "it has no '\(claim)', or not of the right kind"
    case .missing: "there is none"
    case .issuer(let issuer): "it comes from '\(issuer)'"
    case .audience(let audience):
      "it is meant for \(audience.map { "'\($0)'" }.joined(separator: ", "))"
    case .authorizedParty(let party): "it was given to '\(party ?? "nobody")'"
    case .algorithm(let name): "it is signed with '\(name)'"
    case .unknownKey: "no published key may have signed it"
    case .ambiguousKey: "it does not say which of several keys signed it"
    case .signature: "its signature does not fit"
    case .expired: "it has run out"
    case .notYetValid: "it is not good yet"
    case .issuedAt: "it was not issued just now"
    case .nonce: "it belongs to another login"
    case .authenticationTime: "the user logged in too long ago"
    case .accessTokenHash: "it belongs to another access token"
    case .codeHash: "it belongs to another code"
    case .subject: "it is about another user"
    }
  }

  /// Whether a wrong clock, or an answer that was long under way, may be all that is wrong.
  var isOfTime: Bool {
    switch self {
    case .expired, .notYetValid, .issuedAt, .authenticationTime: true
    default: false
    }
  }
}
