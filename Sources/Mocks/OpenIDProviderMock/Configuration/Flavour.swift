/// Which well-known provider an issuer behaves like.
public enum Flavour: String, Sendable, CaseIterable {
  /// Nobody in particular: OpenID Connect as it is written.
  case standard
  /// Google's accounts server: its paths, `access_type=offline`, `hd`, `tokeninfo`.
  case google
  /// Schibsted's SPiD of 2015: OAuth 2.0 draft 11 with paths and answers of its own.
  case spid
}

extension IssuerConfiguration {
  /// An issuer that is like Google's, best placed at `/google`.
  ///
  /// Offline access comes with `access_type=offline`, and a refresh token only with the first consent
  /// or `prompt=consent`; ID tokens carry all claims of their scopes and `azp`; the parameter `hd`
  /// chooses among users by that claim; browsers inside apps see a page with `disallowed_useragent`.
  public static func google(
    clients: [ClientRegistration], users: [User], login: Login = .approve
  ) -> IssuerConfiguration {
    var issuer = IssuerConfiguration(login: login, clients: clients, users: users)
    issuer.take(on: .google)
    return issuer
  }

  /// An issuer that is like SPiD in 2015.
  ///
  /// There is no discovery, no ID token and no `token_type`; codes and tokens are 40 hexadecimal
  /// digits; a refresh token always comes along; `/logout` and `/api/2/me` take `oauth_token`.
  public static func spid(
    clients: [ClientRegistration], users: [User], login: Login = .approve
  ) -> IssuerConfiguration {
    var issuer = IssuerConfiguration(login: login, clients: clients, users: users)
    issuer.take(on: .spid)
    return issuer
  }

  /// Sets every switch as the flavour has it.
  mutating func take(on flavour: Flavour) {
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
    closing: [.introspection, .endSession, .registration])

  static let spid = EndpointPaths(
    changing: [
      .authorization: "/login", .login: "/login/confirm", .token: "/oauth/token",
      .userInfo: "/api/2/me", .endSession: "/logout",
    ],
    closing: [
      .discovery, .keys, .registration, .deviceAuthorization, .device, .introspection, .revocation,
    ])
}

extension ClientRegistration {
  private static let googleSuffix = ".apps.googleusercontent.com"

  /// Google's native clients are never asked for redirect URIs: their scheme is the client id
  /// turned around, and these are the paths its SDKs use.
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
