/// The endpoints of an issuer; the raw value is the usual path relative to the issuer's.
public enum Endpoint: String, CaseIterable, Sendable {
  /// The metadata (OpenID Connect Discovery 1.0), also at the address of RFC 8414.
  case discovery = "/.well-known/openid-configuration"
  /// The public keys (RFC 7517).
  case keys = "/jwks"
  /// The page to which clients redirect users (OpenID Connect Core 3).
  case authorization = "/authorize"
  /// Receives the login form.
  case login = "/login"
  /// Exchanges codes and refresh tokens for tokens (RFC 6749 3.2).
  case token = "/token"
  /// Returns claims for an access token (OpenID Connect Core 5.3).
  case userInfo = "/userinfo"
  /// Registers clients (OpenID Connect Dynamic Client Registration 1.0), if the issuer allows it.
  case registration = "/register"
  /// Returns a device's codes (RFC 8628 3.1).
  case deviceAuthorization = "/device_authorization"
  /// The page on which a user connects a device (RFC 8628 3.3).
  case device = "/device"
  /// Returns the state and the scopes of a token (RFC 7662).
  case introspection = "/introspect"
  /// Revokes a token (RFC 7009).
  case revocation = "/revoke"
  /// Ends a session (OpenID Connect RP-Initiated Logout 1.0).
  case endSession = "/end_session"
  /// Returns the content of a token to anyone who has it; only Google has this endpoint.
  case tokenInfo = "/tokeninfo"

  /// The methods that an endpoint accepts.
  ///
  /// HEAD is accepted wherever GET is, OPTIONS everywhere.
  var methods: [String] {
    switch self {
    case .discovery, .keys: ["GET"]
    case .tokenInfo: ["GET", "POST"]
    case .authorization, .userInfo, .endSession, .device: ["GET", "POST"]
    case .login, .token, .introspection, .revocation, .deviceAuthorization, .registration:
      ["POST"]
    }
  }

  /// Whether scripts of other origins may read the responses; pages for users they may not.
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
