public import JSON

/// One issuer: who may log in, for which clients, and how strictly.
public struct IssuerConfiguration: Sendable {
  /// How a user comes to be logged in when no decision has been queued.
  public enum Login: String, Sendable, CaseIterable {
    /// A page asks a person for name and password.
    case form
    /// A page shows the users, and one press logs one of them in.
    case pick
    /// The first user is logged in, and agrees, at once.
    case approve
  }

  /// Who must use Proof Key for Code Exchange (RFC 7636).
  public enum PKCERequirement: String, Sendable, CaseIterable {
    /// Nobody; who does use it is checked all the same.
    case never
    /// Clients without a secret (RFC 9700 2.1.1).
    case publicClients = "public_clients"
    /// Everybody.
    case always
  }

  /// What becomes of a refresh token that has been used (RFC 9700 4.14.2).
  public enum RefreshTokenRotation: String, Sendable, CaseIterable {
    /// It stays good; what Sync Gateway needs, which never hands a new one to its client.
    case off
    /// A new one takes its place; the old one is refused.
    case always
    /// As `always`, and who shows the old one ends all tokens of the grant.
    case reuseDetection = "reuse_detection"
  }

  /// Whom the issuer is like; set by `google(clients:users:login:)` and `spid(clients:users:login:)`.
  public internal(set) var flavour = Flavour.standard
  /// Where the endpoints are.
  public var paths = EndpointPaths()

  /// How users log in; `approve` unless told.
  public var login: Login
  /// The registered clients.
  public var clients: [ClientRegistration]
  /// The users; the first is the one of `Login.approve`, unless `login_hint` names another.
  public var users: [User]
  /// What the first users will do, one decision for each authorization request; none unless told.
  public var decisions: [UserDecision] = []
  /// What is wrong with answers from the start; nothing unless told.
  public var faults: [PlannedFault] = []

  /// How long what the issuer hands out is good for; a client may have lifetimes of its own.
  public var lifetimes: Lifetimes
  /// Seconds by which `iat` and `exp` of tokens are ahead of the clock; may be negative.
  public var clockSkew = 0
  /// What access tokens look like; opaque unless told.
  public var accessTokenFormat = AccessTokenFormat.opaque
  /// `aud` of access tokens in the form of RFC 9068 when the request names no `resource`; the
  /// issuer's own address unless told.
  public var accessTokenAudience: String?
  /// What codes and opaque tokens are made of; `plain` unless told.
  public var valueStyle = ValueStyle.plain
  /// Which of several keys of an algorithm signs; the newest unless told.
  public var keyChoice = KeyChoice.newest
  /// After how many seconds new keys take over by themselves; never unless told.
  public var keyLifetime: Int?
  /// Whether tokens and published keys have a `kid`.
  public var namesKeys = true
  /// Members of the header of ID tokens besides `alg` and `kid`; `null` takes one away, as with
  /// `{"typ": null}`.
  public var tokenHeader: JSONObject = [:]
  /// Whether ID tokens carry the claims of `profile`, `email`, `address` and `phone` always,
  /// and not only when no access token comes with them (OpenID Connect Core 5.4).
  public var scopeClaimsInIDToken: Bool
  /// Whether a refreshed answer has an ID token (OpenID Connect Core 12.2 leaves it open).
  public var sendsIDTokenOnRefresh = true
  /// Claims that go with what requests have sent; the first that fits counts.
  public var claimMappings: [ClaimMapping] = []
  /// Whether `azp` is in every ID token, and not only in those for several audiences.
  public var namesAuthorizedParty = false
  /// Whether `iss` of ID tokens lacks `http://`, as Google's did for years.
  public var leavesOutIssuerScheme = false
  /// The classes of authentication that `acr_values` may ask for, the usual one first; none, and
  /// no claim `acr`, unless told.
  public var acrValues: [String] = []

  /// Who must use PKCE; public clients unless told.
  public var requirePKCE: PKCERequirement
  /// Whether the challenge may be the verifier itself (RFC 7636 4.2, `plain`); not unless told.
  public var allowsPlainPKCE = false
  /// Scopes known besides `openid`, `profile`, `email`, `address`, `phone`, `offline_access`.
  public var scopes: [String]
  /// Whether an unknown scope is refused with `invalid_scope` instead of being ignored.
  public var refusesUnknownScopes: Bool
  /// When a client gets a refresh token.
  public var offlineAccess = OfflineAccess.scopeOrAccessType
  /// Whether refresh tokens are replaced when they are used; off unless told.
  public var refreshTokenRotation: RefreshTokenRotation
  /// For how many seconds a replaced refresh token is still taken, for clients whose answer got
  /// lost; none unless told.
  public var refreshTokenGrace: Int
  /// Whether anybody may register a client (OpenID Connect Dynamic Client Registration 1.0); not
  /// unless told.
  public var allowsRegistration: Bool

  /// Whether an ID token of this issuer is taken as an assertion, though it was made for a client
  /// (RFC 7523 3 wants the issuer itself as its audience); not unless told.
  public var allowsIDTokenAssertions = false

  /// Whether authorization responses carry `iss` (RFC 9207).
  public var sendsIssuerInResponses = true
  /// Whether a user who is logged in must agree to what a client asks for.
  public var asksForConsent = true
  /// Whether the login form has a box for a session that outlives the browser's own.
  public var remembersOnlyWhenAsked = false
  /// Whether the login form has a field for further claims, in JSON.
  public var asksForClaims = false
  /// Whether anybody may log in, under any name and with any password; not unless told.
  public var acceptsAnyUser = false
  /// The origins whose scripts may read answers; `nil` for all.
  public var allowedOrigins: [String]?
  /// Whether a browser inside an app gets a page with `disallowed_useragent`.
  public var refusesWebViews = false

  /// An issuer; what is not given is as described at each property.
  public init(
    login: Login = .approve, clients: [ClientRegistration], users: [User],
    lifetimes: Lifetimes = Lifetimes(), requirePKCE: PKCERequirement = .publicClients,
    scopes: [String] = [], refusesUnknownScopes: Bool = false, scopeClaimsInIDToken: Bool = false,
    refreshTokenRotation: RefreshTokenRotation = .off, refreshTokenGrace: Int = 0,
    allowsRegistration: Bool = false
  ) {
    self.login = login
    self.clients = clients
    self.users = users
    self.lifetimes = lifetimes
    self.requirePKCE = requirePKCE
    self.scopes = scopes
    self.refusesUnknownScopes = refusesUnknownScopes
    self.scopeClaimsInIDToken = scopeClaimsInIDToken
    self.refreshTokenRotation = refreshTokenRotation
    self.refreshTokenGrace = refreshTokenGrace
    self.allowsRegistration = allowsRegistration
  }
}
