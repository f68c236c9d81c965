/// The rule that an ID token violates, with its number in OpenID Connect Core.
public enum IDTokenProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// The token can't be parsed; the text gives the reason.
  case malformed(String)
  /// A required claim is missing or has the wrong type.
  case missingClaim(String)
  /// A required ID token is missing.
  case missing
  /// `iss` names another issuer (3.1.3.7, 2).
  case issuer(String)
  /// `aud` lacks this client, or names an untrusted audience (3.1.3.7, 3).
  case audience([String])
  /// The token was issued to another client (3.1.3.7, 4 and 5).
  case authorizedParty(String?)
  /// The token is unsigned, or signed with an algorithm that isn't allowed (3.1.3.7, 7).
  case algorithm(String)
  /// No published key matches the token's (10.1).
  case unknownKey
  /// Several keys match, and the token doesn't name one (10.1).
  case ambiguousKey
  /// The signature is invalid (3.1.3.7, 6).
  case signature
  /// The token has expired (3.1.3.7, 9).
  case expired
  /// The token isn't valid yet (RFC 7519 4.1.5).
  case notYetValid
  /// The token was issued too long ago, or in the future (3.1.3.7, 10).
  case issuedAt
  /// `nonce` belongs to another login (3.1.3.7, 11).
  case nonce
  /// The user logged in too long ago (3.1.3.7, 13).
  case authenticationTime
  /// `at_hash` is required but missing, or belongs to another access token (3.2.2.9).
  case accessTokenHash
  /// `c_hash` is required but missing, or belongs to another code (3.3.2.10).
  case codeHash
  /// `sub` differs from that of the token before (3.3.3.6, 12.2).
  case subject

  /// A lower-case clause for developers and logs.
  public var description: String {
    switch self {
    case .malformed(let reason): reason
    case .missingClaim(let claim): "its claim '\(claim)' is missing or has the wrong type"
    case .missing: "there is none"
    case .issuer(let issuer): "its issuer is '\(issuer)', not the provider's"
    case .audience(let audience):
      "it is meant for \(audience.map { "'\($0)'" }.joined(separator: ", ")), not this client"
    case .authorizedParty(let party): "it was issued to '\(party ?? "no client")'"
    case .algorithm(let name): "it is signed with '\(name)'"
    case .unknownKey: "no published key matches it"
    case .ambiguousKey: "it does not say which of several keys signed it"
    case .signature: "its signature is invalid"
    case .expired: "it has expired"
    case .notYetValid: "it is not valid yet"
    case .issuedAt:
      "it was issued too long ago, or in the future: a clock is wrong, or it is an old token"
    case .nonce: "it belongs to another login"
    case .authenticationTime: "the user logged in too long ago"
    case .accessTokenHash: "it belongs to another access token"
    case .codeHash: "it belongs to another code"
    case .subject: "it is about another user"
    }
  }

  /// Whether a wrong clock or a slow response can explain the problem.
  var isOfTime: Bool {
    switch self {
    case .expired, .notYetValid, .issuedAt, .authenticationTime: true
    default: false
    }
  }
}
