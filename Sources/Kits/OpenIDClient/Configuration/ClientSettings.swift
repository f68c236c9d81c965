public import Foundation

/// What an app is to its provider, and what it asks for.
public struct ClientSettings: Sendable {
  /// How the client proves who it is at the token endpoint (OpenID Connect Core 9).
  public enum Authentication: Sendable, Equatable {
    /// It cannot; a public client, as every app on a phone is.
    case none
    /// A secret in the `Authorization` header (RFC 6749 2.3.1).
    case basic(secret: String)
    /// A secret in the body.
    case post(secret: String)
  }

  /// What is checked of an ID token before its user counts as logged in.
  public enum IDTokenChecks: Sendable, Equatable {
    /// Everything in OpenID Connect Core 3.1.3.7, signature included.
    case full
    /// That it can be read; for apps whose server does the checking.
    case none
  }

  /// `client_id`.
  public var clientID: String
  /// Where the provider sends the browser at the end; custom scheme, loopback or https.
  public var redirectURI: URL
  /// How the client proves who it is; not at all unless told.
  public var authentication: Authentication
  /// The scopes to ask for; with `openid` it is OpenID Connect, without it plain OAuth 2.0.
  public var scope: [String]
  /// What to ask for; a code unless told, always with PKCE.
  public var responseType: ResponseType
  /// Where the answer travels; the response type's default unless told.
  public var responseMode: ResponseMode?
  /// Further parameters of the login page, such as `prompt` or `login_hint`.
  ///
  /// They cannot replace a parameter of the protocol.
  public var parameters: [String: String]
  /// What is checked of an ID token; everything unless told.
  public var idTokenChecks: IDTokenChecks
  /// How far the clocks of provider and device may be apart when an expiry is judged; a minute.
  ///
  /// Where they are further apart, the provider's `Date` beside a token from its token endpoint tells.
  public var leeway: Duration
  /// How far `iat` may lie from now, either way; ten minutes.
  public var issuedAtWindow: Duration
  /// How long before their expiry credentials are refreshed, at most half their lifetime; a minute.
  public var refreshAhead: Duration
  /// How long one request to the provider may take; 30 seconds.
  public var timeout: Duration

  /// Settings with the given values; what is not given is as described at each property.
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

  /// Whether it is OpenID Connect, and an ID token is due.
  var usesOpenID: Bool { scope.contains("openid") || responseType.contains(.idToken) }

  /// Where the answer is looked for.
  var effectiveMode: ResponseMode { responseMode ?? (responseType == .code ? .query : .fragment) }
}

extension Duration {
  /// The same time as `Date` counts it.
  var timeInterval: TimeInterval {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
