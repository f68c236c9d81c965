public import DocgenJSON

/// A user who can log in.
public struct User: Sendable, Equatable {
  /// The name typed into the login form.
  public var username: String
  /// The password typed into the login form; `nil` for a user who is never asked for one.
  public var password: String?
  /// The user's claims, standard and private (OpenID Connect Core 5.1).
  ///
  /// Claims of a standard scope are returned for that scope, all others always.
  public var claims: JSONObject

  /// The user's decision when none is queued and `Login.approve` has selected this user; `nil`
  /// agrees immediately.
  public var decision: UserDecision?

  /// Creates a user; without a claim `sub`, the name is the subject.
  public init(username: String, password: String? = nil, claims: JSONObject = [:]) {
    self.username = username
    self.password = password
    self.claims = claims
  }

  /// The subject identifier, `sub`.
  public var subject: String { claims["sub"]?.string ?? username }

  init?(_ value: ConfigurationValue) {
    let keys = ["username", "password", "claims", "decision"]
    guard let section = value.section("a user", keys: keys),
      let username = section.required("username")
    else { return nil }
    self.username = username
    password = section["password"]?.string()
    let claims = section["claims"]?.section()
    self.claims = claims?.object ?? [:]
    decision = section["decision"].flatMap { UserDecision($0, users: [username]) }
    for (key, value) in self.claims.members {
      if Self.protocolClaims.contains(key) {
        claims?[key]?.reportAtKey("the claim '\(key)' is the provider's, not the user's")
      } else if key == "sub", !Self.isSubject(value) {
        claims?[key]?.report("'sub' must be a string of 1 to 255 ASCII characters")
      }
    }
  }

  /// Returns whether a `login_hint` is the user's name, subject or email address.
  func matches(loginHint hint: String) -> Bool {
    [username, subject, claims["email"]?.string].contains(hint)
  }

  /// OpenID Connect Core 2: at most 255 ASCII characters.
  static func isSubject(_ value: JSONValue) -> Bool {
    guard let text = value.string else { return false }
    return (1...255).contains(text.utf8.count) && text.utf8.allSatisfy { $0 < 0x80 }
  }

  /// The claims that clients validate in a token.
  ///
  /// A user's claim of such a name would defeat the validation.
  static let protocolClaims: Set<String> = [
    "iss", "aud", "exp", "iat", "nbf", "jti", "nonce", "auth_time", "azp", "at_hash", "c_hash",
  ]
}
