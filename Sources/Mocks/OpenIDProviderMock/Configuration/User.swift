public import JSON

/// Somebody who can log in.
public struct User: Sendable, Equatable {
  /// The name typed into the login form.
  public var username: String
  /// The password typed into the login form; `nil` for a user who is never asked.
  public var password: String?
  /// What is told about the user, standard and private claims (OpenID Connect Core 5.1).
  ///
  /// Claims of a standard scope go out with that scope; all others go out always.
  public var claims: JSONObject

  /// What the user does when nobody has queued anything and `Login.approve` has chosen this user;
  /// `nil` agrees at once.
  public var decision: UserDecision?

  /// A user; without a claim `sub`, the name is the subject.
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
      let place = path + ["claims", key]
      if Self.protocolClaims.contains(key) {
        reader.report("the claim '\(key)' is the provider's, not the user's", atKey: place)
      } else if key == "sub", !Self.isSubject(value) {
        reader.report("'sub' must be a string of 1 to 255 ASCII characters", atValue: place)
      }
    }
  }

  /// Whether a `login_hint` is the user's name, subject or address.
  func isMeant(by hint: String) -> Bool {
    [username, subject, claims["email"]?.string].contains(hint)
  }

  /// OpenID Connect Core 2: at most 255 ASCII characters.
  static func isSubject(_ value: JSONValue) -> Bool {
    guard let text = value.string else { return false }
    return (1...255).contains(text.utf8.count) && text.utf8.allSatisfy { $0 < 0x80 }
  }

  /// The claims by which a token is judged; a user's claim of that name would undo the checks.
  static let protocolClaims: Set<String> = [
    "iss", "aud", "exp", "iat", "nbf", "jti", "nonce", "auth_time", "azp", "at_hash", "c_hash",
  ]
}
