public import Foundation

/// An app's registration at its provider, and what it requests.
///
/// ```swift runnable
/// import Foundation
///
/// var settings = ClientSettings(
///   clientID: "travel", redirectURI: URL(string: "com.example.travel:/login")!,
///   scope: ["openid", "email", "offline_access"])
/// settings.refreshAhead = .seconds(120)
/// print(settings.scope.joined(separator: " "))
/// ```
///
/// ```output
/// openid email offline_access
/// ```
public struct ClientSettings: Sendable {
  /// The client authentication at the token endpoint (OpenID Connect Core 9).
  public enum Authentication: Sendable, Equatable {
    /// No authentication: a public client, like every app on a phone.
    case none
    /// A secret in the `Authorization` header (RFC 6749 2.3.1).
    case basic(secret: String)
    /// A secret in the body.
    case post(secret: String)
  }

  /// Which checks an ID token must pass before its user counts as logged in.
  public enum IDTokenChecks: Sendable, Equatable {
    /// Everything in OpenID Connect Core 3.1.3.7, signature included.
    case full
    /// Only that the token can be parsed, that its nonce, if it has one, is the login's, and that
    /// it is about the same user as the token before; for apps whose server validates tokens.
    case none
  }

  /// `client_id`.
  public var clientID: String
  /// The URL that the provider redirects the browser to: custom scheme, loopback or `https`.
  public var redirectURI: URL
  /// The client authentication; by default none.
  public var authentication: Authentication
  /// The scopes to request: OpenID Connect with `openid`, plain OAuth 2.0 without it.
  public var scope: [String]
  /// The response type; by default a code.
  ///
  /// A code always uses PKCE.
  public var responseType: ResponseType
  /// The response mode; by default that of the response type.
  public var responseMode: ResponseMode?
  /// More parameters for the authorization endpoint, such as `prompt` or `login_hint`.
  ///
  /// They can't replace a parameter of the protocol.
  public var parameters: [String: String]
  /// The checks of an ID token; by default all.
  public var idTokenChecks: IDTokenChecks
  /// The tolerated difference between the provider's clock and the device's when checking expiry;
  /// by default one minute.
  ///
  /// If the difference is larger, the client uses the `Date` header of the token response.
  public var leeway: Duration
  /// The maximum distance of `iat` from now, in either direction; by default ten minutes.
  public var issuedAtWindow: Duration
  /// The time before expiry at which the client refreshes credentials, at most half their lifetime;
  /// by default one minute.
  public var refreshAhead: Duration
  /// The time limit of each request to the provider; by default 30 seconds.
  public var timeout: Duration

  /// Creates settings; each property describes its default.
  public init(
    clientID: String, redirectURI: URL, authentication: Authentication = .none,
    scope: [String] = ["openid"], responseType: ResponseType = .code,
    responseMode: ResponseMode? = nil, parameters: [String: String] = [:],
    idTokenChecks: IDTokenChecks = .full, leeway: Duration = .seconds(60),
    issuedAtWindow: Duration = .seconds(600), refreshAhead: Duration = .seconds(60),
    timeout: Duration = .seconds(30)
  ) {
    self.clientID = clientID
    self.redirectURI = redirectURI
    self.authentication = authentication
    self.scope = scope
    self.responseType = responseType
    self.responseMode = responseMode
    self.parameters = parameters
    self.idTokenChecks = idTokenChecks
    self.leeway = leeway
    self.issuedAtWindow = issuedAtWindow
    self.refreshAhead = refreshAhead
    self.timeout = timeout
  }

  /// Whether the client uses OpenID Connect, and so expects an ID token.
  var usesOpenID: Bool { scope.contains("openid") || responseType.contains(.idToken) }

  /// The mode in which the client expects the response.
  var effectiveMode: ResponseMode { responseMode ?? (responseType == .code ? .query : .fragment) }
}

extension Duration {
  /// The duration in seconds.
  var timeInterval: TimeInterval { self / .seconds(1) }
}
