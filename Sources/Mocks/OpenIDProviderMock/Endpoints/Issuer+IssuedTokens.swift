import DocgenHTTPServer
import DocgenJSON

extension Issuer {
  /// `/introspect` (RFC 7662 2).
  mutating func introspect(_ request: EndpointRequest) throws(OAuthError) -> EndpointResponse {
    let (client, form) = try authenticated(request)
    // Anyone can send the id of a public client, and so could probe for tokens (RFC 7662 4).
    if client.isPublic {
      throw OAuthError(.invalidClient, description: "introspection is for clients with a secret")
    }
    return .unstored(description(ofToken: try form.required("token")))
  }

  private func description(ofToken value: String) -> JSONObject {
    // The response doesn't reveal why a token is inactive (RFC 7662 2.2).
    guard let (token, grant) = tokens.live(value, at: now) else { return ["active": false] }
    let user = user(named: grant.username)
    if user == nil, grant.username != nil { return ["active": false] }
    var description: JSONObject = [
      "active": true, "iss": .string(url), "client_id": .string(grant.clientID),
      // A client that acts for itself is its own subject.
      "sub": .string(user?.subject ?? grant.clientID),
      "scope": .string(token.scopes.joined(separator: " ")), "exp": .integer(token.expires),
    ]
    if let user { description["username"] = .string(user.username) }
    if token.kind == .access {
      description["iat"] = .integer(token.issued)
      description["token_type"] = "Bearer"
    }
    return description
  }

  /// `/revoke` (RFC 7009 2); an unknown token counts as revoked.
  mutating func revoke(_ request: EndpointRequest) throws(OAuthError) -> EndpointResponse {
    let (client, form) = try authenticated(request)
    let value = try form.required("token")
    if !tokens.knows(value), (try? keys.verified(value)) != nil {
      throw OAuthError(.unsupportedTokenType, description: "ID tokens cannot be revoked")
    }
    try tokens.revoke(value, clientID: client.clientID)
    return EndpointResponse(HTTPResponse(status: 200, headers: ["Cache-Control": "no-store"]))
  }
}
