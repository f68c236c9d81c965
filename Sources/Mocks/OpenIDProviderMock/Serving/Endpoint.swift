/// The addresses of an issuer; the raw value is the usual path below the issuer's own.
public enum Endpoint: String, CaseIterable, Sendable {
  /// The metadata (OpenID Connect Discovery 1.0), also at the address of RFC 8414.
  case discovery = "/.well-known/openid-configuration"
  /// The public keys (RFC 7517).
  case keys = "/jwks"
  /// Where users are sent (OpenID Connect Core 3).
  case authorization = "/authorize"
  /// Where the login form goes.
  case login = "/login"
  /// Codes and refresh tokens for tokens (RFC 6749 3.2).
  case token = "/token"
  /// Claims for an access token (OpenID Connect Core 5.3).
  case userInfo = "/userinfo"
  /// New clients (OpenID Connect Dynamic Client Registration 1.0), where the issuer allows them.
  case registration = "/register"
  /// Where a device asks for its codes (RFC 8628 3.1).
  case deviceAuthorization = "/device_authorization"
  /// Where a user connects a device (RFC 8628 3.3).
  case device = "/device"
  /// What a token is good for (RFC 7662).
  case introspection = "/introspect"
  /// The end of a token (RFC 7009).
  case revocation = "/revoke"
  /// The end of a session (OpenID Connect RP-Initiated Logout 1.0).
  case endSession = "/end_session"
  /// What is in a token, told to whoever has it; only Google has this.
  case tokenInfo = "/tokeninfo"

  /// The methods an endpoint takes; HEAD goes wherever GET goes, OPTIONS everywhere.
  var methods: [String] {
    switch self {
    case .discovery, .keys: ["GET"]
    case .tokenInfo: ["GET", "POST"]
    case .authorization, .userInfo, .endSession, .device: ["GET", "POST"]
    case .login, .token, .introspection, .revocation, .deviceAuthorization, .registration:
      ["POST"]
    }
  }

  /// Whether scripts of other origins may read the answers; pages for people stay closed.
  var allowsOtherOrigins: Bool {
    switch self {
    case .authorization, .login, .endSession, .introspection, .device:
      false
    case .discovery, .keys, .token, .userInfo, .revocation, .deviceAuthorization, .registration,
      .tokenInfo:
      true
    }
  }

  var allowedMethods: String {
    (methods + (methods.contains("GET") ? ["HEAD"] : []) + ["OPTIONS"]).joined(separator: ", ")
  }

  /// The name in configurations.
  var name: String {
    switch self {
    case .discovery: "discovery"
    case .keys: "jwks"
    case .authorization: "authorization"
    case .login: "login"
    case .token: "token"
    case .userInfo: "userinfo"
    case .registration: "registration"
    case .deviceAuthorization: "device_authorization"
    case .device: "device"
    case .introspection: "introspection"
    case .revocation: "revocation"
    case .endSession: "end_session"
    case .tokenInfo: "tokeninfo"
    }
  }

  init?(named name: String) {
    guard let endpoint = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = endpoint
  }
}
