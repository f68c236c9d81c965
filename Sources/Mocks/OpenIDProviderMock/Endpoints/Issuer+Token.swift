import DocgenClocks
import DocgenHTTPServer
import DocgenJSON

extension Issuer {
  /// `/token` (RFC 6749 3.2, OpenID Connect Core 3.1.3 and 12).
  mutating func token(_ request: EndpointRequest) throws(OAuthError) -> EndpointResponse {
    let (client, form) = try authenticated(request)
    return .unstored(try tokens(for: client, form: form))
  }

  /// Returns the form and the authenticated client of a request, as all endpoints for clients need.
  mutating func authenticated(
    _ request: EndpointRequest
  ) throws(OAuthError) -> (client: ClientRegistration, form: Parameters) {
    guard let form = request.form else {
      throw OAuthError(
        .invalidRequest, description: "the body is not of type application/x-www-form-urlencoded")
    }
    try form.refuseRepeated()
    let client = try ClientAuthentication.client(
      of: request, form: form, among: configuration.clients)
    if let assertion = form["client_assertion"] {
      try acceptOnce(assertion, of: client)
    }
    return (client, form)
  }

  /// Accepts an assertion once; a repeated one may be a stolen copy (RFC 7523 3, `jti`).
  private mutating func acceptOnce(
    _ assertion: String, of client: ClientRegistration
  ) throws(OAuthError) {
    let (id, expires) = try ClientAssertion.check(
      assertion, of: client, audiences: [address(of: .token), address(of: .pushedRequest), url],
      at: clock.now)
    usedAssertions.dropExpired(at: now) { $0 }
    let old = usedAssertions.updateValue(
      expires, forKey: ExactText(client.clientID + " " + id))
    if let old, now < old {
      throw OAuthError(.invalidClient, description: "the assertion has been used before")
    }
  }

  private mutating func tokens(
    for client: ClientRegistration, form: Parameters
  ) throws(OAuthError) -> JSONObject {
    let name = try form.required("grant_type")
    guard let type = ClientRegistration.GrantType(rawValue: name), type != .implicit else {
      throw OAuthError(
        .unsupportedGrantType, description: "the grant type '\(name)' is not known here")
    }
    guard client.grantTypes.contains(type) else {
      throw OAuthError(
        .unauthorizedClient, description: "the client is not registered for '\(name)'")
    }
    return switch type {
    case .refreshToken: try refresh(for: client, form: form)
    case .clientCredentials: try grantToItself(client, form: form)
    case .deviceCode: try redeemDeviceCode(for: client, form: form)
    case .password: try grantByPassword(to: client, form: form)
    case .jwtBearer: try grantByAssertion(to: client, form: form)
    case .tokenExchange: try exchange(for: client, form: form)
    case .authorizationCode, .implicit: try redeemCode(for: client, form: form)
    }
  }

  private mutating func redeemCode(
    for client: ClientRegistration, form: Parameters
  ) throws(OAuthError) -> JSONObject {
    let code = try form.required("code")
    let number = try tokens.redeem(
      code, by: client.clientID, redirectURI: form["redirect_uri"],
      verifier: form["code_verifier"], at: now)
    let grant = tokens.grants[number]
    try checkResources(form, within: grant)
    return try tokenResponse(for: number, client: client, scopes: grant.scopes)
  }

  /// Issues new tokens by RFC 6749 6 and OpenID Connect Core 12.
  private mutating func refresh(
    for client: ClientRegistration, form: Parameters
  ) throws(OAuthError) -> JSONObject {
    let value = try form.required("refresh_token")
    let rotation = configuration.refreshTokenRotation
    let number = try tokens.grant(
      ofRefreshToken: value, clientID: client.clientID, at: now,
      grace: configuration.refreshTokenGrace, watchingReuse: rotation == .reuseDetection)
    if rotation != .off, tokens.isReplaced(value) { allowances.append("refresh_token_grace") }
    let granted = tokens.grants[number].scopes
    let asked = form.has("scope") ? form.words("scope") : granted
    if let wider = asked.first(where: { !granted.contains($0) }) {
      throw OAuthError(.invalidScope, description: "the scope '\(wider)' was not granted")
    }
    var response = try tokenResponse(for: number, client: client, scopes: asked, isRefresh: true)
    if rotation != .off {
      tokens.replace(value, at: now)
      response["refresh_token"] = .string(issueRefreshToken(for: number))
    }
    return response
  }

  /// RFC 6749 4.4: without a user there is no ID token and no refresh token.
  private mutating func grantToItself(
    _ client: ClientRegistration, form: Parameters
  ) throws(OAuthError) -> JSONObject {
    if client.isPublic {
      throw OAuthError(
        .unauthorizedClient, description: "a client without a secret cannot act for itself")
    }
    let asked = form.words("scope")
    if configuration.refusesUnknownScopes,
      let unknown = asked.first(where: { !configuration.scopes.contains($0) })
    {
      throw OAuthError(.invalidScope, description: "the scope '\(unknown)' is not known here")
    }
    let scopes = asked.filter(configuration.scopes.contains)
    let number = tokens.add(
      Grant(
        clientID: client.clientID, username: nil, scopes: scopes, authTime: now,
        overrides: mapped(form, of: client),
        parameters: ClaimTemplate.parameters(form, of: client),
        resources: try form.resources()))
    return try bearerResponse(for: number, client: client, scopes: scopes)
  }

  /// Throws if the user hasn't agreed to a requested resource (RFC 8707 2.2).
  private func checkResources(_ form: Parameters, within grant: Grant) throws(OAuthError) {
    let asked = try form.resources()
    if let other = asked.first(where: { !grant.resources.contains($0) }) {
      throw OAuthError(.invalidTarget, description: "the resource '\(other)' was not agreed to")
    }
  }

  private mutating func bearerResponse(
    for number: Int, client: ClientRegistration, scopes: [String]
  ) throws(OAuthError) -> JSONObject {
    var response: JSONObject = [
      "access_token": .string(try issueAccessToken(for: number, scopes: scopes)),
      "token_type": "Bearer", "expires_in": .integer(lifetimes(for: client).accessToken),
    ]
    // The grammar of RFC 6749 3.3 has no empty scope.
    if !scopes.isEmpty { response["scope"] = .string(scopes.joined(separator: " ")) }
    return response
  }

  mutating func tokenResponse(
    for number: Int, client: ClientRegistration, scopes: [String], isRefresh: Bool = false
  ) throws(OAuthError) -> JSONObject {
    let grant = tokens.grants[number]
    guard let user = user(named: grant.username) else {
      throw OAuthError(.invalidGrant, description: "the user does not exist any more")
    }
    var response = try bearerResponse(for: number, client: client, scopes: scopes)
    if configuration.flavour == .spid {
      response = spidResponse(response, for: user)
    } else if scopes.contains("openid"), !isRefresh || configuration.sendsIDTokenOnRefresh {
      var token = idToken(for: user, client: client, grant: grant)
      token.accessToken = response["access_token"]?.string
      token.omitsNonce = isRefresh
      response["id_token"] = .string(try sign(token))
    }
    if grant.isOffline, !isRefresh {
      response["refresh_token"] = .string(issueRefreshToken(for: number))
    }
    return response
  }

  /// RFC 6749 5.2: a client that fails to authenticate gets a 401 response with a challenge (RFC
  /// 7617 2).
  static func tokenError(_ error: OAuthError) -> EndpointResponse {
    switch error.code {
    case .invalidClient:
      .unstored(
        error.json, status: 401,
        headers: ["WWW-Authenticate": "Basic realm=\"OpenID provider\""], error: error)
    case .serverError:
      .unstored(error.json, status: 500, error: error)
    default:
      .unstored(error.json, status: 400, error: error)
    }
  }
}
