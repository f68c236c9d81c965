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

  /// The user's decision when none is queued and `Login.approve` has selected this user; `nil` agrees
  /// immediately.
  public var decision: UserDecision?

  /// Creates a user; without a claim `sub`, the name is the subject.
  public init(username: String, password: String? = nil, claims: JSONObject = [:]) {
    self.username = username
    self.password = password
    self.claims = claims
  }

  /// The subject identifier, `sub`.
  public var subject: String { claims["sub"]?.string ?? username }

  init?(_ value: JSONValue, at path: [String], with reader: inout ConfigurationReader) {
    let keys = ["username", "password", "claims", "decision"]
    guard let object = reader.object(value, named: "a user", at: path, keys: keys),
      let username = reader.requiredString("username", in: object, named: "a user", at: path)
    else { return nil }
    self.username = username
    password = reader.string("password", in: object, at: path)
    claims = [:]
    if let value = object["claims"] {
      claims = reader.object(value, named: "'claims'", at: path + ["claims"]) ?? [:]
    }
    if let value = object["decision"] {
      decision = UserDecision(value, at: path + ["decision"], users: [username], with: &reader)
    }
    for (key, value) in claims.members {
      let position = path + ["claims", key]
      if Self.protocolClaims.contains(key) {
        reader.report("the claim '\(key)' is the provider's, not the user's", atKey: position)
      } else if key == "sub", !Self.isSubject(value) {
        reader.report("'sub' must be a string of 1 to 255 ASCII characters", atValue: position)
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
