public import JSON

/// A whole configuration, as Sync Gateway's configuration file holds it (rest/config.go).
public struct GatewayConfiguration: Sendable, Hashable {
  /// Where the public port would listen; only a fixed port is taken from it, by `docgen lab`.
  public var interface: String
  /// Where the admin port would listen.
  public var adminInterface: String
  /// Cross-origin rules of the public port; `nil` when there are none.
  public var cors: CORS?
  /// Whether the public port does not tell the release (2.x).
  public var hidesProductVersion: Bool
  /// The databases, in the order of the text.
  public var databases: [DatabaseConfiguration]
  /// The configuration as JSON, back quotes gone: what `GET /_config` answers with.
  public var json: JSONObject

  /// Cross-origin rules.
  public struct CORS: Sendable, Hashable {
    /// Origins that may call, or `*`.
    public var origins: [String]
    /// Origins that may log in and out.
    public var loginOrigins: [String]
    /// Header fields that scripts may send.
    public var headers: [String]
    /// Seconds a browser may keep the answer to a preflight request.
    public var maxAge: Int
  }
}

/// One database of a configuration.
public struct DatabaseConfiguration: Sendable, Hashable {
  /// The name in URLs.
  public var name: String
  /// The sync function's source; `nil` means `channel(doc.channels)`.
  public var sync: String?
  /// Users to create, `GUEST` among them.
  public var users: [PrincipalConfiguration]
  /// Roles to create.
  public var roles: [PrincipalConfiguration]
  /// Whether a user may have no password.
  public var allowsEmptyPassword: Bool
  /// Whether the database starts offline.
  public var startsOffline: Bool
  /// How deep a revision tree may grow.
  public var revsLimit: Int
  /// OpenID Connect; `nil` when the configuration has none.
  public var oidc: OIDCConfiguration?
  /// The name of the session cookie (2.x).
  public var sessionCookieName: String
  /// Whether the session cookie is marked `Secure` (2.x); `nil` means only over TLS.
  public var sessionCookieSecure: Bool?
  /// Whether the session cookie is marked `HttpOnly` (2.x).
  public var sessionCookieHTTPOnly: Bool
  /// Whether 401 answers carry `WWW-Authenticate` (2.x).
  public var sendsWWWAuthenticate: Bool
  /// Whether conflicting revisions are taken (2.x).
  public var allowsConflicts: Bool
  /// The built-in test provider; `nil` when it is off.
  public var testProvider: TestProvider?
  /// The database's part of the configuration as JSON, with Sync Gateway's defaults filled in.
  public var json: JSONObject

  /// The built-in test provider at `/db/_oidc_testing/`.
  public struct TestProvider: Sendable, Hashable {
    /// Whether its tokens are unsigned (up to 2.7).
    public var hasUnsignedTokens: Bool
  }
}

/// A user or role of a configuration, or of an admin request (`PrincipalConfig`, db/users.go).
public struct PrincipalConfiguration: Sendable, Hashable {
  /// The name; `GUEST` is the one of everybody who is not logged in.
  public var name: String
  /// The password of a user; `nil` leaves it as it is.
  public var password: String?
  /// The mail address of a user.
  public var email: String
  /// Whether the user may not log in.
  public var isDisabled: Bool
  /// Channels granted by the administrator.
  public var adminChannels: [String]
  /// Roles granted by the administrator.
  public var adminRoles: [String]

  /// A user or role without anything but what is given.
  public init(
    name: String, password: String? = nil, email: String = "", isDisabled: Bool = false,
    adminChannels: [String] = [], adminRoles: [String] = []
  ) {
    self.name = name
    self.password = password
    self.email = email
    self.isDisabled = isDisabled
    self.adminChannels = adminChannels
    self.adminRoles = adminRoles
  }
}

/// OpenID Connect of one database (`OIDCOptions`, auth/oidc.go).
public struct OIDCConfiguration: Sendable, Hashable {
  /// The usable providers, in the order of the text.
  public var providers: [Provider]
  /// The name of the provider that requests without `provider=` mean; `nil` when there is none.
  public var defaultProvider: String?

  /// One identity provider (`OIDCProvider`, auth/oidc.go).
  public struct Provider: Sendable, Hashable {
    /// The name in `provider=`.
    public var name: String
    /// The issuer's address, which discovery starts from and tokens must name.
    public var issuer: String
    /// The gateway's client id at the provider.
    public var clientID: String
    /// The client secret; without one the code flow is unsupported.
    public var validationKey: String?
    /// Whether unknown users are created.
    public var registersUsers: Bool
    /// Where the provider sends the user back to; `nil`: made from the first request.
    public var callbackURL: String?
    /// Whether callback and refresh make no session.
    public var disablesSession: Bool
    /// The scopes asked for.
    public var scope: [String]
    /// Whether the access token is handed on.
    public var includesAccessToken: Bool
    /// The first part of user names; `nil`: made from the issuer.
    public var userPrefix: String?
    /// Where the provider's metadata lies; `nil`: below the issuer.
    public var discoveryURL: String?
    /// Whether the metadata need not be complete.
    public var disablesMetadataValidation: Bool
    /// Whether the round trip goes without `state` (2.8).
    public var disablesCallbackState: Bool
    /// The claim that user names are made from (2.8); `nil` means `sub`.
    public var usernameClaim: String?
  }
}
