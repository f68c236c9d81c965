import HTTPServer

extension Issuer {
  /// `/revoke` (RFC 7009 2); an unknown token counts as revoked.
  mutating func revoke(_ request: EndpointRequest) -> EndpointResponse {
    do throws(OAuthError) {
      let (client, form) = try authenticated(request)
      guard let value = form["token"] else {
        throw OAuthError(.invalidRequest, "the parameter 'token' is missing")
      }
      if !tokens.knows(value), (try? keys.verified(value)) != nil {
        throw OAuthError(.unsupportedTokenType, "ID tokens cannot be revoked")
      }
      try tokens.revoke(value, clientID: client.clientID)
      return EndpointResponse(HTTPResponse(status: 200, headers: ["Cache-Control": "no-store"]))
    } catch {
      return Self.tokenError(error)
    }
  }
}
