import DocgenJSON

/// The claims of a signed access token (RFC 9068 2.2).
struct SignedAccessToken {
  let issuer: String
  let client: ClientRegistration
  /// `nil` when the client acts for itself; then the client is the subject.
  let user: User?
  let grant: Grant
  let scopes: [String]
  /// The audience if the grant has no resources.
  let audience: String
  /// `jti`.
  let id: String
  let issued: Int
  let lifetime: Int

  /// RFC 9068 2.1.
  static let header: JSONObject = ["typ": "at+jwt"]

  var claims: JSONObject {
    let audiences = grant.resources.isEmpty ? [audience] : grant.resources
    var claims: JSONObject = [
      "iss": .string(issuer), "sub": .string(user?.subject ?? client.clientID),
      "aud": audiences.count == 1 ? .string(audiences[0]) : .strings(audiences),
      "client_id": .string(client.clientID), "jti": .string(id),
      "exp": .integer(issued + lifetime), "iat": .integer(issued),
    ]
    if !scopes.isEmpty { claims["scope"] = .string(scopes.joined(separator: " ")) }
    if user != nil { claims["auth_time"] = .integer(grant.authTime) }
    if let acr = grant.acr {
      claims["acr"] = .string(acr)
      claims["amr"] = ["pwd"]
    }
    if let actor = grant.actor { claims["act"] = .object(actor) }
    let released = user.map { StandardScope.claims(of: $0, scopes: [], names: []) } ?? [:]
    let added = client.claims.merged(with: released)
    return grant.completed(claims, with: added)
  }
}
