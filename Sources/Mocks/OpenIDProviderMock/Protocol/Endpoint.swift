/// The endpoints of an issuer; the raw value is the name in configurations.
public enum Endpoint: String, CaseIterable, Sendable {
  /// The metadata (OpenID Connect Discovery 1.0), also at the address of RFC 8414.
  case discovery
  /// The public keys (RFC 7517).
  case keys = "jwks"
  /// The page to which clients redirect users (OpenID Connect Core 3).
  case authorization
  /// Receives the login form.
  case login
  /// Stores an authorization request for a browser to refer to (RFC 9126).
  case pushedRequest = "pushed_authorization_request"
  /// Exchanges codes and refresh tokens for tokens (RFC 6749 3.2).
  case token
  /// Returns claims for an access token (OpenID Connect Core 5.3).
  case userInfo = "userinfo"
  /// Registers clients (OpenID Connect Dynamic Client Registration 1.0), if the issuer allows it.
  case registration
  /// Returns a device's codes (RFC 8628 3.1).
  case deviceAuthorization = "device_authorization"
  /// The page on which a user connects a device (RFC 8628 3.3).
  case device
  /// Returns the state and the scopes of a token (RFC 7662).
  case introspection
  /// Revokes a token (RFC 7009).
  case revocation
  /// Ends a session (OpenID Connect RP-Initiated Logout 1.0).
  case endSession = "end_session"
  /// Returns the content of a token to anyone who has it; only Google has this endpoint.
  case tokenInfo = "tokeninfo"

  /// The origins whose scripts may read a response.
  private enum Readers {
    case anyOrigin, ownPages
  }

  /// The table of endpoints: usual path, methods, and who may read responses.
  private var row: (path: String, methods: [String], readers: Readers) {
    switch self {
    case .discovery: ("/.well-known/openid-configuration", ["GET"], .anyOrigin)
    case .keys: ("/jwks", ["GET"], .anyOrigin)
    case .authorization: ("/authorize", ["GET", "POST"], .ownPages)
    case .login: ("/login", ["POST"], .ownPages)
    case .pushedRequest: ("/par", ["POST"], .anyOrigin)
    case .token: ("/token", ["POST"], .anyOrigin)
    case .userInfo: ("/userinfo", ["GET", "POST"], .anyOrigin)
    case .registration: ("/register", ["POST"], .anyOrigin)
    case .deviceAuthorization: ("/device_authorization", ["POST"], .anyOrigin)
    case .device: ("/device", ["GET", "POST"], .ownPages)
    case .introspection: ("/introspect", ["POST"], .ownPages)
    case .revocation: ("/revoke", ["POST"], .anyOrigin)
    case .endSession: ("/end_session", ["GET", "POST"], .ownPages)
    case .tokenInfo: ("/tokeninfo", ["GET", "POST"], .anyOrigin)
    }
  }

  /// The usual path, relative to the issuer's.
  public var path: String { row.path }

  /// The methods that an endpoint accepts.
  ///
  /// HEAD is accepted wherever GET is, OPTIONS everywhere.
  var methods: [String] { row.methods }

  /// Whether scripts of other origins may read the responses; pages for users they may not.
  var allowsOtherOrigins: Bool { row.readers == .anyOrigin }

  /// The value of the header field `Allow`.
  var allowedMethods: String {
    (methods + (methods.contains("GET") ? ["HEAD"] : []) + ["OPTIONS"]).joined(separator: ", ")
  }
}
