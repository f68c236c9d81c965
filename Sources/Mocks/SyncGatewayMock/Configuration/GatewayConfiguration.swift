public import DocgenJSON

/// A configuration, as in Sync Gateway's configuration file (rest/config.go).
public struct GatewayConfiguration: Sendable, Hashable {
  /// The address of the public port; `docgen lab` has options instead.
  public var interface: String
  /// The address of the admin port.
  public var adminInterface: String
  /// Cross-origin rules of the public port; `nil` when there are none.
  public var cors: CORS?
  /// Whether the public port hides the release (2.x).
  public var hidesProductVersion: Bool
  /// Whether responses are compressed for clients that accept it.
  public var compressesResponses: Bool
  /// The longest time between two heartbeats of a changes feed, in seconds; 0 for no limit.
  public var maxHeartbeat: Int
  /// The databases, in the order of the text.
  public var databases: [DatabaseConfiguration]
  /// The configuration as JSON without back quotes: the response to `GET /_config`.
  public var json: JSONObject

  /// Cross-origin rules.
  public struct CORS: Sendable, Hashable {
    /// Origins whose scripts may send requests, or `*`.
    public var origins: [String]
    /// Origins that may log in and out.
    public var loginOrigins: [String]
    /// Header fields that scripts may send.
    public var headers: [String]
    /// The seconds for which a browser may cache the response to a preflight request.
    public var maxAge: Int
  }
}

/// One database of a configuration.
public struct DatabaseConfiguration: Sendable, Hashable {
  /// The name in URLs.
  public var name: String
  /// The sync function's source; `nil` means `channel(doc.channels)`.
  public var sync: String?
  /// Users to create, possibly including `GUEST`.
  public var users: [PrincipalConfiguration]
  /// Roles to create.
  public var roles: [PrincipalConfiguration]
  /// Whether users may have an empty password.
  public var allowsEmptyPassword: Bool
  /// Whether the database starts offline.
  public var startsOffline: Bool
  /// The maximum depth of a revision tree.
  public var revsLimit: Int
  /// OpenID Connect; `nil` when the configuration has none.
  public var oidc: OIDCConfiguration?
  /// The name of the session cookie (2.x).
  public var sessionCookieName: String
  /// Whether the session cookie is marked `Secure` (2.x); `nil` means only over TLS.
  public var sessionCookieSecure: Bool?
  /// Whether the session cookie is marked `HttpOnly` (2.x).
  public var sessionCookieHTTPOnly: Bool
  /// Whether 401 responses have `WWW-Authenticate` (2.x).
  public var sendsWWWAuthenticate: Bool
  /// Whether conflicting revisions are accepted (2.x).
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
  /// The name; `GUEST` is the user for requests without credentials.
  public var name: String
  /// The password of a user; `nil` leaves it as it is.
  public var password: String?
  /// The email address of a user.
  public var email: String
  /// Whether the user may not log in.
  public var isDisabled: Bool
  /// Channels granted by the administrator.
  public var adminChannels: [String]
  /// Roles granted by the administrator.
  public var adminRoles: [String]

  /// Creates a user or role; what is omitted is empty.
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
  /// The name of the provider for requests without `provider=`; `nil` when there is none.
  public var defaultProvider: String?

  /// One identity provider (`OIDCProvider`, auth/oidc.go).
  public struct Provider: Sendable, Hashable {
    /// The name in `provider=`.
    public var name: String
    /// The issuer's address, where discovery starts and which tokens must name.
    public var issuer: String
    /// The gateway's client id at the provider.
    public var clientID: String
    /// The client secret; without one the code flow is unsupported.
    public var validationKey: String?
    /// Whether unknown users are created.
    public var registersUsers: Bool
    /// The address to which the provider redirects the user; `nil` derives it from the first
    /// request.
    public var callbackURL: String?
    /// Whether callback and refresh create no session.
    public var disablesSession: Bool
    /// The scopes to request.
    public var scope: [String]
    /// Whether the access token is passed to the client.
    public var includesAccessToken: Bool
    /// The prefix of user names; `nil` derives it from the issuer.
    public var userPrefix: String?
    /// The address of the provider's metadata; `nil` for the usual path below the issuer.
    public var discoveryURL: String?
    /// Whether the metadata may be incomplete.
    public var disablesMetadataValidation: Bool
    /// Whether the login is without `state` (2.8).
    public var disablesCallbackState: Bool
    /// The claim that user names are derived from (2.8); `nil` means `sub`.
    public var usernameClaim: String?
  }
}
