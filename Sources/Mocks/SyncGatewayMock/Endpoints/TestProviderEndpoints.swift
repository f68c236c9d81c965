import DocgenHTTPServer
import DocgenJOSE
import DocgenJSON

/// The built-in test provider at `/db/_oidc_testing/` (rest/oidc_test_provider.go).
enum TestProviderEndpoints {
  static let routes: [Route] = [
    Route(
      ["GET"], "/{db}/_oidc_testing/.well-known/openid-configuration", access: .open, discovery),
    Route(["GET", "POST"], "/{db}/_oidc_testing/authorize", access: .open, authorize),
    Route(["POST"], "/{db}/_oidc_testing/token", access: .open, token),
    Route(["GET"], "/{db}/_oidc_testing/certs", access: .open, certificates),
    Route(["GET", "POST"], "/{db}/_oidc_testing/authenticate", access: .open, authenticate),
  ]

  private static func provider(_ context: RequestContext) throws -> TestIdentityProvider {
    guard let provider = try context.requireDatabase().testProvider else {
      throw GatewayError(403, reason: "OIDC test provider is not enabled")
    }
    return provider
  }

  /// Returns the issuer's address by the request's `Host`, so that it works with a proxy.
  private static func issuer(_ context: RequestContext) throws -> String {
    let database = try context.requireDatabase()
    return "\(context.baseAddress)/\(database.name)/_oidc_testing"
  }

  static func discovery(_ context: inout RequestContext) throws -> HTTPResponse {
    _ = try provider(context)
    let issuer = try issuer(context)
    let json: JSONObject = [
      "issuer": .string(issuer),
      "authorization_endpoint": .string(issuer + "/authorize"),
      "token_endpoint": .string(issuer + "/token"),
      "jwks_uri": .string(issuer + "/certs"),
      "scopes_supported": ["openid", "email", "profile"],
      "response_types_supported": ["code"],
      "subject_types_supported": ["public"],
      "id_token_signing_alg_values_supported": ["RS256"],
      "token_endpoint_auth_methods_supported": ["client_secret_basic"],
      "claims_supported": ["email", "sub", "exp", "iat", "iss", "aud", "nickname"],
    ]
    return .plain(JSONValue.object(json).serialized())
  }

  static func authorize(_ context: inout RequestContext) throws -> HTTPResponse {
    _ = try provider(context)
    let scope = context.query("scope")
    if scope.isEmpty { throw GatewayError(400, reason: "missing scope parameter") }
    guard scope.split(separator: " ").contains("openid") else {
      throw GatewayError(400, reason: "scope parameter must contain 'openid'")
    }
    return HTTPResponse(
      status: 200, headers: ["Content-Type": "text/html; charset=utf-8"],
      text: TestProviderPage.html(query: context.request.query ?? ""))
  }

  static func authenticate(_ context: inout RequestContext) async throws -> HTTPResponse {
    let provider = try provider(context)
    let form = FormValues(context.request)
    let user = form["username"]
    let redirect = context.query("redirect_uri")
    guard !user.isEmpty, !form["authenticated"].isEmpty else {
      // Unescaped, as in the original.
      context.headers.add(
        "Location",
        value: redirect + "?error=invalid_request&error_description=User failed authentication")
      return HTTPResponse(status: 302)
    }
    // Limited to a century in both directions, so that no sum overflows.
    let century = 3_153_600_000
    let timeToLive = Int(form["tokenttl"]) ?? TestIdentityProvider.defaultTimeToLive
    let code = await provider.code(
      for: user, timeToLive: max(-century, min(timeToLive, century)), scope: context.query("scope"))
    let state = context.services.profile == .v1_5 ? "af0ifjsldkj" : context.query("state")
    context.headers.add("Location", value: callback(redirect, code: code, state: state))
    return HTTPResponse(status: 302)
  }

  /// Returns the app's address with code and state added to its query, sorted by name.
  private static func callback(_ address: String, code: String, state: String) -> String {
    let halves = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var pairs = FormFields(halves.count > 1 ? String(halves[1]) : "").fields.map {
      (name: $0.name, value: $0.value)
    }
    pairs.removeAll { $0.name == "code" || $0.name == "state" }
    pairs += [(name: "code", value: code), (name: "state", value: state)]
    pairs.sort { $0.name < $1.name }
    return "\(halves[0])?\(FormFields.encode(pairs))"
  }

  static func token(_ context: inout RequestContext) async throws -> HTTPResponse {
    let provider = try provider(context)
    let form = FormValues(context.request)
    let issuer = try issuer(context)
    let found: TestIdentityProvider.Tokens?
    let invalid: String
    switch form["grant_type"] {
    case "authorization_code":
      found = try await provider.tokens(code: form["code"], issuer: issuer)
      invalid = "Auth Token: \(form["code"])"
    case "refresh_token":
      found = try await provider.tokens(refresh: form["refresh_token"], issuer: issuer)
      invalid = "Refresh Token: \(form["refresh_token"])"
    default:
      throw GatewayError(
        400, reason: "grant_type must be \"authorization_code\" or \"refresh_token\"")
    }
    guard let tokens = found else { throw GatewayError(400, reason: "OIDC Invalid \(invalid)") }
    var json: JSONObject = [
      "access_token": .string(tokens.access), "token_type": "Bearer",
    ]
    if let refresh = tokens.refresh { json["refresh_token"] = .string(refresh) }
    json["expires_in"] = .integer(tokens.expiresIn)
    json["id_token"] = .string(tokens.identity)
    return HTTPResponse(
      status: 200,
      headers: [
        "Cache-Control": "no-store", "Pragma": "no-cache", "Content-Type": "application/json",
      ], text: JSONValue.object(json).serialized())
  }

  static func certificates(_ context: inout RequestContext) throws -> HTTPResponse {
    let key = try provider(context).publicKey.json.serialized()
    return .plain("{\r\n\"keys\":[\r\n\(key)\r\n]\r\n}")
  }
}
