import DocgenClocks
import DocgenHTTPServer
import DocgenJSON
import Foundation

/// Login through an identity provider (rest/oidc_api.go).
enum OIDCEndpoints {
  static let routes: [Route] = [
    Route(["GET"], "/{db}/_oidc", access: .open, redirect),
    Route(["GET"], "/{db}/_oidc_challenge", access: .open, challenge),
    Route(["GET"], "/{db}/_oidc_callback", access: .open, callback),
    Route(["GET"], "/{db}/_oidc_refresh", access: .open, refresh),
  ]

  private static let stateCookieName = "sg-oidc-state"

  static func redirect(_ context: inout RequestContext) async throws -> HTTPResponse {
    let address = try await authorizationAddress(&context)
    context.headers.add("Location", value: address)
    let escaped = address.replacing("&", with: "&amp;")
    return HTTPResponse(
      status: 302, headers: ["Content-Type": "text/html; charset=utf-8"],
      text: "<a href=\"\(escaped)\">Found</a>.\n\n")
  }

  static func challenge(_ context: inout RequestContext) async throws -> HTTPResponse {
    let address = try await authorizationAddress(&context)
    context.headers["WWW-Authenticate"] = "OIDC login=\"\(address)\""
    throw GatewayError(401, reason: "Login Required")
  }

  /// Finds and prepares the provider and returns its authorization URL (`handleOIDCCommon`).
  private static func authorizationAddress(_ context: inout RequestContext) async throws -> String {
    let database = try context.requireDatabase()
    let name = context.query("provider")
    guard let client = database.identityProvider(named: name) else {
      throw GatewayError(400, reason: "OpenID Connect not configured for database \(database.name)")
    }
    let metadata: ProviderMetadata
    do {
      metadata = try await prepare(client, context: context)
    } catch {
      throw GatewayError(
        500,
        reason: client.profile == .v1_5
          ? "Unable to obtain client for provider:\(name)"
          : "Unable to obtain client for provider: \(name) - \(error)")
    }
    try requireSecret(client)
    // 1.5 sends an empty state.
    var state: String? = client.profile == .v1_5 ? "" : nil
    if client.profile.usesStateCookie, !client.provider.disablesCallbackState {
      let secret = database.randomSecret()
      state = secret
      let cookie = Cookie(
        name: stateCookieName, value: secret, path: Cookie.databasePath(of: context.request),
        expires: context.services.clock.now + 300, maxAge: 300, isHTTPOnly: true)
      context.headers.add("Set-Cookie", value: cookie.field)
    }
    return await client.authorizationAddress(
      metadata, state: state, isOffline: context.flag("offline"))
  }

  private static func prepare(
    _ client: IdentityProviderClient, context: RequestContext
  ) async throws(IdentityError) -> ProviderMetadata {
    let database = context.database?.name ?? ""
    return try await client.prepare(requestAddress: context.callbackAddress(in: database))
  }

  /// Throws if 1.5 has no secret: it then creates no client for the code flow.
  private static func requireSecret(_ client: IdentityProviderClient) throws(GatewayError) {
    if client.profile == .v1_5, client.provider.validationKey?.isEmpty ?? true {
      throw .internalError("missing client secret")
    }
  }

  static func callback(_ context: inout RequestContext) async throws -> HTTPResponse {
    let profile = context.services.profile
    if !context.query("error").isEmpty {
      let name = profile == .v1_5 ? "oidc_callback" : "oidc callback"
      throw GatewayError(
        401, reason: "\(name) received an error: \(context.query("error_description"))")
    }
    let code = context.query("code")
    if code.isEmpty { throw GatewayError(400, reason: "Code must be present on oidc callback") }
    let client = try client(&context)
    try checkState(of: client, context: &context)
    let metadata = try await prepareForTokens(client, context: context)
    let tokens: IdentityProviderClient.Tokens
    do {
      tokens = try await client.tokens(
        metadata, grant: (type: "authorization_code", parameter: "code", value: code))
    } catch {
      throw mapped(error, profile: profile)
    }
    return try await response(tokens, from: client, withRefreshToken: true, context: &context)
  }

  static func refresh(_ context: inout RequestContext) async throws -> HTTPResponse {
    let token = context.query("refresh_token")
    if token.isEmpty {
      throw GatewayError(400, reason: "Refresh token must be present for oidc refresh")
    }
    let client = try client(&context)
    let metadata = try await prepareForTokens(client, context: context)
    let tokens: IdentityProviderClient.Tokens
    do {
      tokens = try await client.tokens(
        metadata, grant: (type: "refresh_token", parameter: "refresh_token", value: token))
    } catch {
      throw GatewayError(client.profile == .v1_5 ? 401 : 500, reason: "Unable to refresh token.")
    }
    return try await response(tokens, from: client, withRefreshToken: false, context: &context)
  }

  private static func client(_ context: inout RequestContext) throws -> IdentityProviderClient {
    let client = try context.requireDatabase().identityProvider(named: context.query("provider"))
    guard let client else {
      throw GatewayError(400, reason: "Unable to identify provider for callback request")
    }
    return client
  }

  private static func prepareForTokens(
    _ client: IdentityProviderClient, context: RequestContext
  ) async throws(GatewayError) -> ProviderMetadata {
    let metadata: ProviderMetadata
    do {
      metadata = try await prepare(client, context: context)
    } catch {
      throw .internalError("OIDC initialization error: \(error)")
    }
    try requireSecret(client)
    return metadata
  }

  /// Checks that `state` equals the cookie, then clears the cookie (2.8).
  private static func checkState(of client: IdentityProviderClient, context: inout RequestContext)
    throws
  {
    guard client.profile.usesStateCookie, !client.provider.disablesCallbackState else { return }
    guard let expected = context.request.headers.cookies(named: stateCookieName).first else {
      throw GatewayError(
        400,
        reason:
          "OIDC Auth Failure: No state cookie found, client needs to support cookies when OIDC "
          + "callback state is enabled")
    }
    guard context.query("state") == expected else {
      throw GatewayError(400, reason: "OIDC Auth Failure: State mismatch")
    }
    let cleared = Cookie(
      name: stateCookieName, value: "", path: Cookie.databasePath(of: context.request), maxAge: -1,
      isHTTPOnly: true)
    context.headers.add("Set-Cookie", value: cleared.field)
  }

  /// Returns the error for a failed exchange (`OIDCToHTTPError`, auth/oidc.go).
  private static func mapped(
    _ failure: IdentityProviderClient.TokenFailure, profile: Profile
  ) -> GatewayError {
    if profile == .v2_8 {
      let words = [failure.error, failure.description].compactMap(\.self).filter { !$0.isEmpty }
      return GatewayError(500, reason: "Failed to exchange token: " + words.joined(separator: ": "))
    }
    guard let type = failure.error else { return .internalError(failure.description) }
    let status =
      switch type {
      case "access_denied", "unauthorized_client", "invalid_client", "invalid_grant",
        "invalid_request":
        401
      case "server_error": 502
      default: 400
      }
    return GatewayError(status, reason: "OpenID Connect error: \(failure.description) (\(type))")
  }

  /// Returns the tokens, the session and the user's name.
  private static func response(
    _ tokens: IdentityProviderClient.Tokens, from client: IdentityProviderClient,
    withRefreshToken: Bool, context: inout RequestContext
  ) async throws -> HTTPResponse {
    if tokens.id == nil, client.profile == .v2_8 {
      throw GatewayError(500, reason: "No id_token field in oauth2 token.")
    }
    let idToken = tokens.id ?? ""
    let claims = try await client.identity(trusting: idToken)
    let database = try context.requireDatabase()
    guard let user = try await database.user(of: claims, from: client) else {
      throw GatewayError.invalidLogin
    }
    context.user = user
    var json: JSONObject = ["id_token": .string(idToken)]
    if withRefreshToken, let refresh = tokens.refresh { json["refresh_token"] = .string(refresh) }
    if !client.provider.disablesSession {
      let seconds = claims.expires.timeIntervalSince(context.services.clock.now)
      json["session_id"] = .string(try await SessionEndpoints.begin(&context, timeToLive: seconds))
    }
    json["name"] = .string(user.name)
    if client.provider.includesAccessToken {
      if let access = tokens.access { json["access_token"] = .string(access) }
      if let type = tokens.type { json["token_type"] = .string(type) }
      if let seconds = tokens.expiresIn, seconds != 0 { json["expires_in"] = .integer(seconds) }
    }
    return try context.json(.object(json), sortsKeys: false)
  }
}
