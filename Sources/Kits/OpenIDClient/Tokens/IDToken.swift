import DocgenJOSE
public import DocgenJSON
public import Foundation

/// The claims of an ID token, without any validation.
///
/// For apps that only need a token's expiry, and whose server validates tokens. `OAuthClient`
/// validates tokens itself.
///
/// ```swift runnable
/// // {"alg":"none"}, {"iss":"https://op.example","sub":"alice","aud":"travel","exp":1790003600,"iat":1790000000}
/// let token = try IDToken(
///   parsing: "eyJhbGciOiJub25lIn0.eyJpc3MiOiJodHRwczovL29wLmV4YW1wbGUiLCJzdWIiOiJhbGljZSIsImF1ZC"
///     + "I6InRyYXZlbCIsImV4cCI6MTc5MDAwMzYwMCwiaWF0IjoxNzkwMDAwMDAwfQ.")
/// print(token.subject, token.audience)
/// ```
///
/// ```output
/// alice ["travel"]
/// ```
public struct IDToken: Sendable, Equatable {
  /// `iss`.
  public let issuer: String
  /// `aud`, as an array even if the token has a single string.
  public let audience: [String]
  /// `sub`.
  public let subject: String
  /// `exp`.
  public let expiry: Date
  /// `iat`.
  public let issuedAt: Date
  /// All claims.
  public let claims: JSONObject
  /// `email`, which the scope of that name requests (OpenID Connect Core 5.1).
  public var email: String? { claims["email"]?.string }

  /// Parses a token: at least two parts, of which the second contains the claims.
  ///
  /// - Throws: `IDTokenProblem.malformed`, or `.missingClaim` for one of the five claims above.
  public init(parsing compact: String) throws(IDTokenProblem) {
    let parts = compact.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 2 else { throw .malformed("it has no second part") }
    guard let bytes = try? Base64URL.decode(parts[1]), let json = try? JSONParser.parse(bytes),
      let claims = json.object
    else { throw .malformed("its second part is not a JSON object in base64url") }
    self.claims = claims
    issuer = try Self.required(claims["iss"]?.string, claim: "iss")
    subject = try Self.required(claims["sub"]?.string, claim: "sub")
    audience = try Self.required(Self.strings(claims["aud"]), claim: "aud")
    expiry = try Date(timeIntervalSince1970: Self.required(claims["exp"]?.double, claim: "exp"))
    issuedAt = try Date(timeIntervalSince1970: Self.required(claims["iat"]?.double, claim: "iat"))
  }

  private static func required<Value>(
    _ value: Value?, claim: String
  ) throws(IDTokenProblem) -> Value {
    guard let value else { throw .missingClaim(claim) }
    return value
  }

  private static func strings(_ value: JSONValue?) -> [String]? {
    if let text = value?.string { return [text] }
    guard let texts = value?.array?.map(\.string), !texts.isEmpty, !texts.contains(nil) else {
      return nil
    }
    return texts.compactMap { $0 }
  }
}
