public import DocgenJOSE
public import DocgenJSON

/// A client, by the names of OpenID Connect Dynamic Client Registration 1.0 section 2.
public struct ClientRegistration: Sendable, Equatable {
  /// The client authentication at the token endpoint (OpenID Connect Core 9).
  public enum AuthenticationMethod: String, Sendable, CaseIterable {
    /// Client id and secret in the `Authorization` header.
    case basic = "client_secret_basic"
    /// Client id and secret in the body.
    case post = "client_secret_post"
    /// A token signed with the client's own key (RFC 7523).
    case privateKeyJWT = "private_key_jwt"
    /// A token authenticated with the client's secret, `HS256` (OpenID Connect Core 9).
    case secretJWT = "client_secret_jwt"
    /// No authentication; a public client.
    case none
  }

  /// `grant_type` values of the token endpoint.
  public enum GrantType: String, Sendable, CaseIterable {
    /// Exchanges an authorization code for tokens.
    case authorizationCode = "authorization_code"
    /// Issues tokens at the authorization endpoint.
    case implicit
    /// Exchanges a refresh token for new tokens.
    case refreshToken = "refresh_token"
    /// The client acts for itself (RFC 6749 4.4).
    case clientCredentials = "client_credentials"
    /// A device without a browser waits for a user elsewhere (RFC 8628).
    case deviceCode = "urn:ietf:params:oauth:grant-type:device_code"
    /// The user's name and password (RFC 6749 4.3).
    case password
    /// A signed token about a user (RFC 7523 2.1).
    case jwtBearer = "urn:ietf:params:oauth:grant-type:jwt-bearer"
    /// Exchanges one token for another (RFC 8693).
    case tokenExchange = "urn:ietf:params:oauth:grant-type:token-exchange"
  }

  /// `client_id`.
  public var clientID: String
  /// `client_secret`; `nil` for a public client.
  public var clientSecret: String?
  /// `client_name`: what the login page calls the client; `nil` for its id.
  public var name: String?
  /// `logo_uri`: the address of a picture for the login page.
  public var logoURI: String?
  /// `redirect_uris`, compared byte by byte; the port of loopback addresses may differ.
  public var redirectURIs: [String]
  /// `post_logout_redirect_uris`, compared byte by byte.
  public var postLogoutRedirectURIs: [String]
  /// `response_types`: the response types that the client may request.
  public var responseTypes: [ResponseType]
  /// `grant_types`.
  public var grantTypes: [GrantType]
  /// `token_endpoint_auth_method`; both secret methods when the registration names none.
  public var authenticationMethods: [AuthenticationMethod]
  /// `jwks`: the client's public keys, for `private_key_jwt`.
  public var keys: JSONWebKeySet?
  /// `id_token_signed_response_alg`.
  public var idTokenAlgorithm: SigningAlgorithm

  /// Claims of every token for this client, independent of the user.
  public var claims: JSONObject = [:]
  /// Audiences of the client's ID tokens besides the client; if there are any, `azp` names the
  /// client.
  public var additionalAudiences: [String] = []
  /// The lifetimes of the client's codes and tokens; `nil` for the issuer's lifetimes.
  public var lifetimes: Lifetimes?
  /// `backchannel_logout_uri`: the address that the provider posts a logout token to when a user
  /// logs out (OpenID Connect Back-Channel Logout 1.0).
  ///
  /// The provider sends nothing to an address whose scheme, host and port aren't those of one of
  /// `redirectURIs`.
  public var backChannelLogoutURI: String?
  /// `frontchannel_logout_uri`: the address that the logout page loads in a frame (OpenID Connect
  /// Front-Channel Logout 1.0); the same rule applies.
  public var frontChannelLogoutURI: String?
  /// The format of the client's access tokens; `nil` for the issuer's.
  public var accessTokenFormat: AccessTokenFormat?

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - clientID: `client_id`.
  ///   - clientSecret: the secret; without one the client is public.
  ///   - redirectURIs: absolute, without fragment.
  ///   - responseTypes: by default `code`.
  ///   - grantTypes: by default all that the response types need, including refresh tokens.
  ///   - authenticationMethods: by default `none` without a secret, otherwise both secret methods.
  ///   - idTokenAlgorithm: by default `RS256`.
  ///   - postLogoutRedirectURIs: the addresses that a logout may redirect to; by default none.
  ///   - keys: the client's public keys, which `private_key_jwt` needs.
  public init(
    clientID: String, clientSecret: String? = nil, redirectURIs: [String],
    responseTypes: [ResponseType] = [.code], grantTypes: [GrantType]? = nil,
    authenticationMethods: [AuthenticationMethod]? = nil,
    idTokenAlgorithm: SigningAlgorithm = .rs256, postLogoutRedirectURIs: [String] = [],
    keys: JSONWebKeySet? = nil
  ) {
    self.clientID = clientID
    self.clientSecret = clientSecret
    self.redirectURIs = redirectURIs
    self.postLogoutRedirectURIs = postLogoutRedirectURIs
    self.responseTypes = responseTypes
    self.grantTypes = grantTypes ?? Self.grantTypes(for: responseTypes)
    self.authenticationMethods =
      authenticationMethods ?? (clientSecret == nil ? [.none] : [.basic, .post])
    self.idTokenAlgorithm = idTokenAlgorithm
    self.keys = keys
  }

  /// Whether the client can't authenticate.
  public var isPublic: Bool { authenticationMethods == [.none] }

  private static func grantTypes(for responseTypes: [ResponseType]) -> [GrantType] {
    let code: [GrantType] =
      responseTypes.contains { $0.contains(.code) } ? [.authorizationCode, .refreshToken] : []
    let implicit: [GrantType] =
      responseTypes.contains { !$0.isDisjoint(with: [.token, .idToken]) } ? [.implicit] : []
    return code + implicit
  }
}

extension [ClientRegistration] {
  /// Returns the client of an id.
  func named(_ id: String?) -> ClientRegistration? { first { $0.clientID.isExactly(id) } }
}

extension ClientRegistration {
  /// Returns whether an address has the scheme, host and port of a redirect URI (Front-Channel
  /// Logout 2).
  ///
  /// Otherwise a client could make the provider or a browser send requests to other servers of this
  /// machine.
  func isAtRedirectOrigin(_ address: String) -> Bool {
    guard let origin = WebOrigin(address), RedirectURI.problem(of: address) == nil else {
      return false
    }
    return redirectURIs.contains { WebOrigin($0) == origin }
  }

  /// The address to post logout tokens to, if it may be used.
  var backChannelTarget: String? {
    backChannelLogoutURI.flatMap { isAtRedirectOrigin($0) ? $0 : nil }
  }

  /// The address to load in a frame of the logout page, if it may be used.
  var frontChannelTarget: String? {
    frontChannelLogoutURI.flatMap { isAtRedirectOrigin($0) ? $0 : nil }
  }

  /// Whether the client is notified of logouts, so that its ID tokens name the session (`sid`).
  var isNotifiedOfLogouts: Bool { backChannelTarget != nil || frontChannelTarget != nil }
}
