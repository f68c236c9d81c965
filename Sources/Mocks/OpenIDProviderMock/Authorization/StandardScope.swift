import DocgenJSON

/// The scopes of OpenID Connect Core 5.4 and 11, and the claims that each requests.
enum StandardScope {
  /// The scopes that request claims, with the names of these.
  static let claims: [(scope: String, names: [String])] = [
    (
      "profile",
      [
        "name", "family_name", "given_name", "middle_name", "nickname", "preferred_username",
        "profile", "picture", "website", "gender", "birthdate", "zoneinfo", "locale", "updated_at",
      ]
    ),
    ("email", ["email", "email_verified"]),
    ("address", ["address"]),
    ("phone", ["phone_number", "phone_number_verified"]),
  ]

  /// The names of all standard scopes.
  static let names = ["openid"] + claims.map(\.scope) + ["offline_access"]

  /// Returns a user's claims for some scopes and claim names, in the user's order.
  ///
  /// Claims that belong to no scope are always included: a test configures them to receive them.
  static func claims(of user: User, scopes: [String], names: [String]) -> JSONObject {
    var granted: JSONObject = [:]
    for (name, value) in user.claims.members where name != "sub" {
      let scope = claims.first { $0.names.contains(name) }?.scope
      let isInScope = if let scope { scopes.contains(scope) } else { true }
      if isInScope || names.contains(name) { granted[name] = value }
    }
    return granted
  }
}

extension IssuerConfiguration {
  /// The standard scopes and those of the configuration.
  var knownScopes: [String] { StandardScope.names + scopes }
}
