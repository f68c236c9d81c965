import DocgenJOSE
import DocgenJSON

extension Issuer {
  /// Issues the parameters of a successful authorization response.
  mutating func issue(
    _ authorization: AuthorizationRequest, to authentication: Authentication
  ) throws(OAuthError) -> [(name: String, value: String)] {
    let type = authorization.responseType
    let client = authorization.client
    var grant = Grant(
      clientID: client.clientID, username: authentication.user.username,
      scopes: authorization.scopes, nonce: authorization.nonce,
      authTime: authentication.authTime, claims: authorization.claims,
      acr: try acr(for: authorization),
      overrides: mapped(authorization.parameters, and: authentication.claims),
      parameters: authorization.parameters, resources: authorization.resources)
    grant.isOffline = isOffline(authorization, for: authentication.user)
    if client.isNotifiedOfLogouts, let session = authentication.session {
      grant.sessionID = Self.publicID(ofSession: session)
      if sessions[session]?.clients.contains(client.clientID) == false {
        sessions[session]?.clients.append(client.clientID)
      }
    }
    let number = tokens.add(grant)
    let code = type.contains(.code) ? issueCode(for: number, authorization: authorization) : nil
    let access =
      type.contains(.token) ? try issueAccessToken(for: number, scopes: grant.scopes) : nil
    var parameters: [(name: String, value: String)] = []
    if let code { parameters.append(("code", code)) }
    if type.contains(.idToken) {
      var token = idToken(for: authentication.user, client: client, grant: grant)
      token.accessToken = access
      token.code = code
      if type == .idToken { token.includesScopeClaims = true }
      parameters.append(("id_token", try sign(token)))
    }
    if let access {
      parameters += [
        ("access_token", access), ("token_type", "Bearer"),
        ("expires_in", String(lifetimes(for: client).accessToken)),
      ]
      if !grant.scopes.isEmpty {
        parameters.append(("scope", grant.scopes.joined(separator: " ")))
      }
    }
    return parameters
  }

  /// Returns whether the grant includes a refresh token.
  ///
  /// Google issues one, and the next only with `prompt=consent`; to native clients it always issues
  /// one.
  private func isOffline(_ authorization: AuthorizationRequest, for user: User) -> Bool {
    let clientID = authorization.client.clientID
    guard authorization.wantsOfflineAccess,
      authorization.client.grantTypes.contains(.refreshToken)
    else { return false }
    guard configuration.offlineAccess == .accessType, authorization.client.clientSecret != nil
    else { return true }
    return authorization.prompts.contains(.consent)
      || !tokens.hasOfflineGrant(of: user.username, for: clientID)
  }

  /// Returns the first requested class of authentication that is supported, otherwise the default
  /// one.
  private func acr(for authorization: AuthorizationRequest) throws(OAuthError) -> String? {
    let requested = authorization.claims.acrValues + authorization.acrValues
    if let met = requested.first(where: configuration.acrValues.contains) { return met }
    if authorization.claims.isACREssential, !requested.isEmpty {
      throw OAuthError(
        .unmetAuthenticationRequirements,
        description: "users cannot be authenticated in this class here")
    }
    return configuration.acrValues.first
  }

  /// Returns an ID token with what all of them contain.
  func idToken(for user: User, client: ClientRegistration, grant: Grant) -> IDToken {
    var header: JSONObject = ["typ": "JWT"]
    for (name, value) in configuration.tokenHeader.members {
      // Two statements: a conditional expression would have the type of JSON, where `nil` means
      // null.
      if value == .null { header[name] = nil } else { header[name] = value }
    }
    return IDToken(
      issuer: tokenIssuer, client: client, user: user, grant: grant, issued: issuedAt,
      lifetime: lifetimes(for: client).idToken, header: header,
      includesScopeClaims: configuration.scopeClaimsInIDToken,
      namesAuthorizedParty: configuration.namesAuthorizedParty)
  }

  private mutating func issueCode(
    for grant: Int, authorization: AuthorizationRequest
  ) -> String {
    let value = credential()
    tokens.add(
      TokenStore.Code(
        grant: grant, redirectURI: authorization.target.redirectURI,
        challenge: authorization.codeChallenge,
        expires: now + lifetimes(for: authorization.client).authorizationCode), as: value)
    return value
  }

  mutating func issueAccessToken(
    for number: Int, scopes: [String], lifetime: Int? = nil
  ) throws(OAuthError) -> String {
    let grant = tokens.grants[number]
    let client = client(named: grant.clientID)
    let seconds =
      lifetime ?? client.map { lifetimes(for: $0).accessToken }
      ?? configuration.lifetimes.accessToken
    var value: String
    if let client, (client.accessTokenFormat ?? configuration.accessTokenFormat) == .jwt {
      let token = SignedAccessToken(
        issuer: url, client: client, user: user(named: grant.username), grant: grant,
        scopes: scopes, audience: configuration.accessTokenAudience ?? url, id: opaqueValue(),
        issued: issuedAt, lifetime: seconds)
      var claims = token.claims
      hooks.claims?(
        TokenContext(kind: .accessToken, clientID: client.clientID, username: grant.username),
        &claims)
      value = try sign(claims, header: SignedAccessToken.header)
    } else {
      value = credential()
    }
    tokens.add(
      TokenStore.Token(
        kind: .access, grant: number, scopes: scopes, issued: now, expires: now + seconds),
      as: value)
    return value
  }

  private mutating func sign(
    _ claims: JSONObject, header: JSONObject
  ) throws(OAuthError) -> String {
    do {
      // RFC 9068 2.1 requires clients to support RS256, also if ID tokens have another algorithm.
      return try keys.sign(claims, header: header, algorithm: .rs256).compact
    } catch {
      throw OAuthError(.serverError, description: "the access token cannot be signed: \(error)")
    }
  }

  mutating func issueRefreshToken(for number: Int) -> String {
    let value = credential()
    let grant = tokens.grants[number]
    let client = client(named: grant.clientID)
    let lifetime = client.map { lifetimes(for: $0) } ?? configuration.lifetimes
    tokens.add(
      TokenStore.Token(
        kind: .refresh, grant: number, scopes: grant.scopes, issued: now,
        expires: now + lifetime.refreshToken), as: value)
    return value
  }

  mutating func sign(_ token: IDToken) throws(OAuthError) -> String {
    let planned = takeFault(for: token)
    var claims = token.claims
    hooks.claims?(
      TokenContext(
        kind: .idToken, clientID: token.client.clientID, username: token.user.username), &claims)
    planned?.fault?.change(&claims, now: now)
    do {
      if planned?.rotatesKeys == true { try keys.change(.rotate(keepingOld: false)) }
      let signed = try keys.sign(
        claims, header: token.header, algorithm: token.algorithm,
        publishing: planned?.publication ?? .all
      ) { right in
        guard let fault = planned?.fault else { return right }
        return fault.keyID(insteadOf: right)
      }
      let secret = token.client.clientSecret ?? ""
      return (planned?.fault?.change(signed, secret: secret) ?? signed).compact
    } catch {
      throw OAuthError(.serverError, description: "the ID token cannot be signed: \(error)")
    }
  }
}
