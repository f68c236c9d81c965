import DocgenHTTPServer
import DocgenJSON

extension Issuer {
  /// Returns SPiD's token response: no `token_type`, an empty scope, and the user's number as a
  /// string.
  func spidResponse(_ response: JSONObject, for user: User) -> JSONObject {
    [
      "access_token": response["access_token"] ?? .null,
      "expires_in": response["expires_in"] ?? .null,
      "scope": "", "user_id": .string(user.subject), "is_admin": false,
      "server_time": .integer(now),
    ]
  }

  /// `/api/2/me`: the user in SPiD's container, for `oauth_token` or a Bearer header.
  func spidUser(_ request: EndpointRequest) -> EndpointResponse {
    let value =
      request.credentials(scheme: "Bearer") ?? request.query["oauth_token"]
      ?? request.form?["oauth_token"]
    guard let value, let (_, grant) = tokens.live(value, .access, at: now),
      let user = user(named: grant.username)
    else {
      let error = OAuthError(
        .invalidToken, description: "the access token is missing, unknown or expired")
      return .unstored(
        Self.container(
          code: 401,
          error: [
            "code": 401, "type": "OAuthException", "description": .string(error.description),
          ]), status: 401, headers: ["WWW-Authenticate": "OAuth"], error: error)
    }
    return .unstored(Self.container(code: 200, data: .object(Self.spidData(of: user))))
  }

  private static func container(
    code: Int, data: JSONValue = .null, error: JSONValue = .null
  ) -> JSONObject {
    [
      "name": "SPP Container", "version": "0.2", "api": 2, "object": "User", "type": "element",
      "code": .integer(code), "meta": .null, "error": error, "data": data,
    ]
  }

  /// Returns the claims under SPiD's names; private claims keep their names.
  private static func spidData(of user: User) -> JSONObject {
    var data: JSONObject = ["userId": .string(user.subject)]
    var name: JSONObject = [:]
    for (claim, value) in user.claims.members {
      switch claim {
      case "sub": break
      case "given_name": name["givenName"] = value
      case "family_name": name["familyName"] = value
      case "name": name["formatted"] = value
      case "nickname", "preferred_username": data["displayName"] = value
      case "email_verified": data["emailVerified"] = value
      case "phone_number": data["phoneNumber"] = value
      case "picture": data["photo"] = value
      case "birthdate": data["birthday"] = value
      default: data[claim] = value
      }
    }
    if !name.isEmpty { data["name"] = .object(name) }
    return data
  }

  /// `/logout`: ends the browser's session and, if the request names one, one access token.
  ///
  /// Then it redirects to a registered address or to the login page.
  mutating func logOutOfSPiD(_ request: EndpointRequest) throws(OAuthError) -> EndpointResponse {
    let parameters = request.form ?? request.query
    let target = parameters["redirect_uri"]
    let isRegistered = configuration.clients.contains { client in
      (client.redirectURIs + client.postLogoutRedirectURIs).containsExactly(target)
    }
    if target != nil, !isRegistered {
      throw OAuthError(.invalidRequest, description: "'redirect_uri' is not a registered one")
    }
    if let value = parameters["oauth_token"] { tokens.remove(accessToken: value) }
    let session = request.sessionIDs.first { sessions[$0] != nil }
    return logOut(session, to: target ?? address(of: .authorization))
  }
}
