/// The well-known provider that an issuer behaves like.
public enum Flavour: String, Sendable, CaseIterable {
  /// No particular provider: OpenID Connect as specified.
  case standard
  /// Google's accounts server: its paths, `access_type=offline`, `hd`, `tokeninfo`.
  case google
  /// Schibsted's SPiD of 2015: OAuth 2.0 draft 11 with its own paths and responses.
  case spid
}

extension IssuerConfiguration {
  /// Returns an issuer that behaves like Google's; serve it at `/google`.
  ///
  /// A client with a secret needs `access_type=offline` for a refresh token, and gets one only at
  /// the first consent or with `prompt=consent`; a client without a secret always gets one. The
  /// scope `offline_access` is refused. ID tokens contain all claims of their scopes and `azp`. The
  /// parameter `hd` selects users by that claim. Browsers inside apps get a page with
  /// `disallowed_useragent`.
  public static func google(
    clients: [ClientRegistration], users: [User], login: Login = .approve
  ) -> IssuerConfiguration {
    var issuer = IssuerConfiguration(login: login, clients: clients, users: users)
    issuer.apply(.google)
    return issuer
  }

  /// Returns an issuer that behaves like SPiD in 2015.
  ///
  /// There is no discovery, no ID token and no `token_type`. Codes and tokens are 40 hexadecimal
  /// digits. Every response with tokens has a refresh token. `/logout` and `/api/2/me` accept
  /// `oauth_token`.
  public static func spid(
    clients: [ClientRegistration], users: [User], login: Login = .approve
  ) -> IssuerConfiguration {
    var issuer = IssuerConfiguration(login: login, clients: clients, users: users)
    issuer.apply(.spid)
    return issuer
  }

  /// Sets every switch to the flavour's value.
  mutating func apply(_ flavour: Flavour) {
    self.flavour = flavour
    switch flavour {
    case .standard:
      paths = EndpointPaths()
    case .google:
      paths = .google
      offlineAccess = .accessType
      scopeClaimsInIDToken = true
      namesAuthorizedParty = true
      refusesWebViews = true
      clients = clients.map(\.withGoogleRedirects)
    case .spid:
      paths = .spid
      offlineAccess = .always
      valueStyle = .hexadecimal
      sendsIssuerInResponses = false
      asksForConsent = false
      remembersOnlyWhenAsked = true
      requirePKCE = .never
    }
  }
}

extension EndpointPaths {
  static let google = EndpointPaths(
    changing: [
      .authorization: "/o/oauth2/v2/auth", .login: "/signin", .userInfo: "/v1/userinfo",
      .keys: "/oauth2/v3/certs", .deviceAuthorization: "/device/code", .tokenInfo: "/tokeninfo",
    ],
    closing: [.introspection, .endSession, .registration, .pushedRequest])

  static let spid = EndpointPaths(
    changing: [
      .authorization: "/login", .login: "/login/confirm", .token: "/oauth/token",
      .userInfo: "/api/2/me", .endSession: "/logout",
    ],
    closing: [
      .discovery, .keys, .registration, .deviceAuthorization, .device, .introspection, .revocation,
      .pushedRequest,
    ])
}

extension ClientRegistration {
  private static let googleSuffix = ".apps.googleusercontent.com"

  /// Returns the client with the redirect URIs of Google's native clients, which register none:
  /// their scheme is the reversed client id, and these are the paths that Google's SDKs use.
  var withGoogleRedirects: ClientRegistration {
    guard clientSecret == nil, redirectURIs.isEmpty, clientID.hasSuffix(Self.googleSuffix) else {
      return self
    }
    var client = self
    let scheme = "com.googleusercontent.apps." + clientID.dropLast(Self.googleSuffix.count)
    client.redirectURIs = ["/oauth2redirect", "/oauth2callback", "/oauthredirect"].map {
      scheme + ":" + $0
    }
    return client
  }
}
