import DocgenJSON

/// The scopes of OpenID Connect Core 5.4 and 11, and the claims that each requests.
enum StandardScope {
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

  static let names = ["openid"] + claims.map(\.scope) + ["offline_access"]

  /// Returns a user's claims for some scopes and claim names, in the user's order.
  ///
  /// Claims that belong to no scope are always included: a test configures them to receive them.
  static func claims(of user: User, scopes: [String], names: [String]) -> JSONObject {
    var granted: JSONObject = [:]
    for (name, value) in user.claims.members where name != "sub" {
      let owner = claims.first { $0.names.contains(name) }?.scope
      if names.contains(name) || owner.map(scopes.contains) ?? true { granted[name] = value }
    }
    return granted
  }
}
