import DocgenHashing
import DocgenJOSE
import DocgenJSON

/// An ID token before it is signed (OpenID Connect Core 2).
struct IDToken {
  let issuer: String
  let client: ClientRegistration
  let user: User
  let grant: Grant
  /// `iat`, in seconds since 1970.
  let issued: Int
  let lifetime: Int
  let header: JSONObject
  /// Issued together with the token, and bound to it by a hash; so is the code.
  var accessToken: String?
  var code: String?
  /// Whether the token has no nonce; a refreshed one needs none (12.2).
  var omitsNonce = false
  /// Whether the token contains the claims of scopes, as without an access token to get them with
  /// (5.4).
  var includesScopeClaims = false
  var namesAuthorizedParty = false

  var algorithm: SigningAlgorithm { client.idTokenAlgorithm }

  var claims: JSONObject {
    var claims: JSONObject = [
      "iss": .string(issuer), "sub": .string(user.subject), "aud": audience,
      "exp": .integer(issued + lifetime), "iat": .integer(issued),
      "auth_time": .integer(grant.authTime),
    ]
    if namesAuthorizedParty || !client.additionalAudiences.isEmpty {
      claims["azp"] = .string(client.clientID)
    }
    if let nonce = grant.nonce, !omitsNonce { claims["nonce"] = .string(nonce) }
    if let session = grant.sessionID { claims["sid"] = .string(session) }
    if let acr = grant.acr {
      claims["acr"] = .string(acr)
      claims["amr"] = ["pwd"]
    }
    if let accessToken { claims["at_hash"] = .string(halfHash(of: accessToken)) }
    if let code { claims["c_hash"] = .string(halfHash(of: code)) }
    let released = StandardScope.claims(
      of: user, scopes: includesScopeClaims ? grant.scopes : [], names: grant.claims.idToken)
    let added = JSONObject(
      released.members + client.claims.members.filter { released[$0.key] == nil })
    return grant.completed(claims, with: added)
  }

  private var audience: JSONValue {
    client.additionalAudiences.isEmpty
      ? .string(client.clientID) : .strings([client.clientID] + client.additionalAudiences)
  }

  /// Returns the left half of the hash that the signature uses, in base64url (3.1.3.6, 3.3.2.11).
  private func halfHash(of value: String) -> String {
    let hash = algorithm.digest.hash(value.utf8)
    return Base64URL.encode(hash.prefix(hash.count / 2))
  }
}
