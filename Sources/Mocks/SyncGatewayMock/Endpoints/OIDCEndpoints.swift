import Clocks
import Foundation
import HTTPServer
import JSON

/// Login through an identity provider (rest/oidc_api.go).
enum OIDCEndpoints {
  static let routes: [Route] = [
    Route(["GET"], "/{db}/_oidc", access: .open, redirect),
    Route(["GET"], "/{db}/_oidc_challenge", access: .open, challenge),
    Route(["GET"], "/{db}/_oidc_callback", access: .open, callback),
    Route(["GET"], "/{db}/_oidc_refresh", access: .open, refresh),
  ]

  private static let stateCookieName = "sg-oidc-state"

  static func redirect(_ call: inout Call) async throws -> HTTPResponse {
    let address = try await authorizationAddress(&call)
    call.headers.add("Location", address)
    let escaped = address.replacing("&", with: "&amp;")
    return HTTPResponse(
      status: 302, headers: ["Content-Type": "text/html; charset=utf-8"],
      text: "<a href=\"\(escaped)\">Found</a>.\n\n")
  }

  static func challenge(_ call: inout Call) async throws -> HTTPResponse {
    let address = try await authorizationAddress(&call)
    call.headers["WWW-Authenticate"] = "OIDC login=\"\(address)\""
    throw GatewayError(401, "Login Required")
  }

  /// Finds and prepares the provider and returns its authorization URL (`handleOIDCCommon`).
  private static func authorizationAddress(_ call: inout Call) async throws -> String {
    let database = try call.requireDatabase()
    let name = call.query("provider")
    guard let client = database.identityProvider(named: name) else {
      throw GatewayError(400, "OpenID Connect not configured for database \(database.name)")
    }
    let metadata: ProviderMetadata
    do {
      metadata = try await prepare(client, call)
    } catch {
      throw GatewayError(
        500,
        client.profile == .v1_5
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
        name: stateCookieName, value: secret, path: Cookie.databasePath(of: call.request),
        expires: call.services.clock.now + 300, maxAge: 300, isHTTPOnly: true)
      call.headers.add("Set-Cookie", cookie.field)
    }
    return await client.authorizationAddress(
      metadata, state: state, isOffline: call.flag("offline"))
  }

  private static func prepare(
    _ client: IdentityProviderClient, _ call: Call
  ) async throws(IdentityHTTP.Failure) -> ProviderMetadata {
    let database = call.database?.name ?? ""
    return try await client.prepare(requestAddress: call.callbackAddress(in: database))
  }

  /// Throws if 1.5 has no secret: it then creates no client for the code flow.
  private static func requireSecret(_ client: IdentityProviderClient) throws(GatewayError) {
    if client.profile == .v1_5, client.provider.validationKey?.isEmpty ?? true {
      throw .internalError("missing client secret")
    }
  }

  static func callback(_ call: inout Call) async throws -> HTTPResponse {
    let profile = call.services.profile
    if !call.query("error").isEmpty {
      let name = profile == .v1_5 ? "oidc_callback" : "oidc callback"
      throw GatewayError(401, "\(name) received an error: \(call.query("error_description"))")
    }
    let code = call.query("code")
    if code.isEmpty { throw GatewayError(400, "Code must be present on oidc callback") }
    let client = try client(&call)
    try checkState(of: client, &call)
    let metadata = try await prepareForTokens(client, call)
    let tokens: IdentityProviderClient.Tokens
    do {
      tokens = try await client.tokens(
        metadata, grant: (type: "authorization_code", parameter: "code", value: code))
    } catch {
      throw mapped(error, profile)
    }
    return try await answer(tokens, from: client, withRefreshToken: true, &call)
  }

  static func refresh(_ call: inout Call) async throws -> HTTPResponse {
    let token = call.query("refresh_token")
    if token.isEmpty { throw GatewayError(400, "Refresh token must be present for oidc refresh") }
    let client = try client(&call)
    let metadata = try await prepareForTokens(client, call)
    let tokens: IdentityProviderClient.Tokens
    do {
      tokens = try await client.tokens(
        metadata, grant: (type: "refresh_token", parameter: "refresh_token", value: token))
    } catch {
      throw GatewayError(client.profile == .v1_5 ? 401 : 500, "Unable to refresh token.")
    }
    return try await answer(tokens, from: client, withRefreshToken: false, &call)
  }

  private static func client(_ call: inout Call) throws -> IdentityProviderClient {
    let client = try call.requireDatabase().identityProvider(named: call.query("provider"))
    guard let client else {
      throw GatewayError(400, "Unable to identify provider for callback request")
    }
    return client
  }

  private static func prepareForTokens(
    _ client: IdentityProviderClient, _ call: Call
  ) async throws(GatewayError) -> ProviderMetadata {
    let metadata: ProviderMetadata
    do {
      metadata = try await prepare(client, call)
    } catch {
      throw .internalError("OIDC initialization error: \(error)")
    }
    try requireSecret(client)
    return metadata
  }

  /// Checks that `state` equals the cookie, then clears the cookie (2.8).
  private static func checkState(of client: IdentityProviderClient, _ call: inout Call) throws {
    guard client.profile.usesStateCookie, !client.provider.disablesCallbackState else { return }
    guard let expected = Cookie.value(of: stateCookieName, in: call.request.headers) else {
      throw GatewayError(
        400,
        "OIDC Auth Failure: No state cookie found, client needs to support cookies when OIDC "
          + "callback state is enabled")
    }
    guard call.query("state") == expected else {
      throw GatewayError(400, "OIDC Auth Failure: State mismatch")
    }
    let cleared = Cookie(
      name: stateCookieName, value: "", path: Cookie.databasePath(of: call.request), maxAge: -1,
      isHTTPOnly: true)
    call.headers.add("Set-Cookie", cleared.field)
  }

  /// Returns the error for a failed exchange (`OIDCToHTTPError`, auth/oidc.go).
  private static func mapped(
    _ failure: IdentityProviderClient.TokenFailure, _ profile: Profile
  ) -> GatewayError {
    if profile == .v2_8 {
      let words = [failure.error, failure.description].compactMap(\.self).filter { !$0.isEmpty }
      return GatewayError(500, "Failed to exchange token: " + words.joined(separator: ": "))
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
    return GatewayError(status, "OpenID Connect error: \(failure.description) (\(type))")
  }

  /// Returns the tokens, the session and the user's name.
  private static func answer(
    _ tokens: IdentityProviderClient.Tokens, from client: IdentityProviderClient,
    withRefreshToken: Bool, _ call: inout Call
  ) async throws -> HTTPResponse {
    if tokens.id == nil, client.profile == .v2_8 {
      throw GatewayError(500, "No id_token field in oauth2 token.")
    }
    let idToken = tokens.id ?? ""
    let claims = try await client.identity(trusting: idToken)
    let database = try call.requireDatabase()
    guard let user = try await database.user(of: claims, from: client) else {
      throw GatewayError.invalidLogin
    }
    call.user = user
    var json: JSONObject = ["id_token": .string(idToken)]
    if withRefreshToken, let refresh = tokens.refresh { json["refresh_token"] = .string(refresh) }
    if !client.provider.disablesSession {
      let seconds = claims.expires.timeIntervalSince(call.services.clock.now)
      json["session_id"] = .string(try await SessionEndpoints.begin(&call, timeToLive: seconds))
    }
    json["name"] = .string(user.name)
    if client.provider.includesAccessToken {
      if let access = tokens.access { json["access_token"] = .string(access) }
      if let type = tokens.type { json["token_type"] = .string(type) }
      if let seconds = tokens.expiresIn, seconds != 0 { json["expires_in"] = .integer(seconds) }
    }
    return try call.json(.object(json), sortsKeys: false)
  }
}
