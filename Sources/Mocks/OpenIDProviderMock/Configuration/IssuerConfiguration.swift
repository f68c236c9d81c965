public import DocgenJSON

/// An issuer: its users, its clients, and how strict it is.
public struct IssuerConfiguration: Sendable {
  /// The login of users when no decision is queued.
  public enum Login: String, Sendable, CaseIterable {
    /// A page asks for name and password.
    case form
    /// A page lists the users; one click logs a user in.
    case pick
    /// The first user is logged in and agrees immediately.
    case approve
  }

  /// Which clients must use Proof Key for Code Exchange (RFC 7636).
  public enum PKCERequirement: String, Sendable, CaseIterable {
    /// No client; the verifier of a client that does use it is still checked.
    case never
    /// Clients without a secret (RFC 9700 2.1.1).
    case publicClients = "public_clients"
    /// All clients.
    case always
  }

  /// The rotation of refresh tokens (RFC 9700 4.14.2).
  public enum RefreshTokenRotation: String, Sendable, CaseIterable {
    /// The token stays valid. Sync Gateway needs this: it never passes a new one to its client.
    case off
    /// A new token replaces it; the old one is refused.
    case always
    /// As `always`, and using the old token revokes all tokens of the grant.
    case reuseDetection = "reuse_detection"
  }

  /// The provider that the issuer behaves like; set by `google(clients:users:login:)` and
  /// `spid(clients:users:login:)`.
  public internal(set) var flavour = Flavour.standard
  /// The paths of the endpoints.
  public var paths = EndpointPaths()

  /// The login of users; by default `approve`.
  public var login: Login
  /// The registered clients.
  public var clients: [ClientRegistration]
  /// The users; `Login.approve` logs in the first, unless `login_hint` names another.
  public var users: [User]
  /// The users' first decisions, one for each authorization request; by default none.
  public var decisions: [UserDecision] = []
  /// The faults in responses from the start; by default none.
  public var faults: [PlannedFault] = []

  /// The lifetimes of codes and tokens; a client may have its own.
  public var lifetimes = Lifetimes()
  /// The number of seconds by which `iat` and `exp` of tokens are ahead of the clock; may be
  /// negative.
  public var clockSkew = 0
  /// The format of access tokens; by default opaque.
  public var accessTokenFormat = AccessTokenFormat.opaque
  /// `aud` of access tokens in the form of RFC 9068 when the request names no `resource`; by
  /// default the issuer's address.
  public var accessTokenAudience: String?
  /// The characters of codes and opaque tokens; by default `plain`.
  public var valueStyle = ValueStyle.plain
  /// Which of several keys of an algorithm signs; by default the newest.
  public var keyChoice = KeyChoice.newest
  /// The number of seconds after which new keys replace the old ones; by default never.
  public var keyLifetime: Int?
  /// Whether tokens and published keys have a `kid`.
  public var namesKeys = true
  /// Members of the header of ID tokens besides `alg` and `kid`; `null` removes one, as in
  /// `{"typ": null}`.
  public var tokenHeader: JSONObject = [:]
  /// Whether ID tokens always contain the claims of `profile`, `email`, `address` and `phone`, and
  /// not only when they are issued without an access token (OpenID Connect Core 5.4).
  public var scopeClaimsInIDToken = false
  /// Whether refreshing returns an ID token too (optional in OpenID Connect Core 12.2).
  public var sendsIDTokenOnRefresh = true
  /// Claims that depend on a request's parameters; the first mapping that applies is used.
  public var claimMappings: [ClaimMapping] = []
  /// Whether `azp` is in every ID token, and not only in those with several audiences.
  public var namesAuthorizedParty = false
  /// Whether `iss` of ID tokens lacks `http://`, as Google's did for years.
  public var leavesOutIssuerScheme = false
  /// The classes of authentication that `acr_values` may request, the default one first.
  ///
  /// By default there are none, and no claim `acr`.
  public var acrValues: [String] = []

  /// Which clients must use PKCE; by default public clients.
  public var requirePKCE = PKCERequirement.publicClients
  /// Whether the challenge may be the verifier itself (RFC 7636 4.2, `plain`); by default not.
  public var allowsPlainPKCE = false
  /// Scopes known besides `openid`, `profile`, `email`, `address`, `phone`, `offline_access`.
  public var scopes: [String] = []
  /// Whether an unknown scope is refused with `invalid_scope` instead of being ignored.
  public var refusesUnknownScopes = false
  /// The condition for a refresh token.
  public var offlineAccess = OfflineAccess.scopeOrAccessType
  /// Whether a refresh token is replaced when it is used; by default off.
  public var refreshTokenRotation = RefreshTokenRotation.off
  /// The number of seconds for which a replaced refresh token is still accepted, for clients that
  /// lost the response; by default 0.
  public var refreshTokenGrace = 0
  /// Whether any client may register (OpenID Connect Dynamic Client Registration 1.0); by default
  /// not.
  public var allowsRegistration = false

  /// Whether an ID token of this issuer is accepted as an assertion, although its audience is a
  /// client (RFC 7523 3 requires the issuer as audience); by default not.
  public var allowsIDTokenAssertions = false

  /// Whether authorization responses have `iss` (RFC 9207).
  public var sendsIssuerInResponses = true
  /// Whether a logged-in user must agree to a client's request.
  public var asksForConsent = true
  /// Whether the login form has a box for a session that outlives the browser's session.
  public var remembersOnlyWhenAsked = false
  /// Whether the login form has a field for more claims, in JSON.
  public var asksForClaims = false
  /// Whether any name and password can log in; by default not.
  public var acceptsAnyUser = false
  /// The origins whose scripts may read responses; `nil` for all.
  public var allowedOrigins: [String]?
  /// Whether a browser inside an app gets a page with `disallowed_useragent`.
  public var refusesWebViews = false

  /// Creates an issuer; the other properties have their defaults.
  public init(login: Login = .approve, clients: [ClientRegistration], users: [User]) {
    self.login = login
    self.clients = clients
    self.users = users
  }
}
