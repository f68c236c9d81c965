extension IssuerConfiguration {
  private static let keys =
    [
      "flavour", "paths", "login", "clients", "users", "decisions", "faults", "lifetimes",
      "clock_skew", "access_tokens", "access_token_audience", "value_style", "id_token_header",
      "acr_values", "require_pkce", "scopes", "offline_access", "refresh_token_rotation",
      "refresh_token_grace", "signing_key", "key_lifetime", "claim_mappings", "allowed_origins",
    ] + flags.map(\.key)

  private typealias Flag = any WritableKeyPath<IssuerConfiguration, Bool> & Sendable

  /// The keys whose values are true or false, and their properties.
  private static let flags: [(key: String, property: Flag)] = [
    ("key_ids", \.namesKeys), ("scope_claims_in_id_token", \.scopeClaimsInIDToken),
    ("authorized_party", \.namesAuthorizedParty),
    ("issuer_without_scheme", \.leavesOutIssuerScheme),
    ("id_token_on_refresh", \.sendsIDTokenOnRefresh), ("allow_plain_pkce", \.allowsPlainPKCE),
    ("refuse_unknown_scopes", \.refusesUnknownScopes),
    ("allow_registration", \.allowsRegistration),
    ("allow_id_token_assertions", \.allowsIDTokenAssertions),
    ("response_issuer", \.sendsIssuerInResponses), ("ask_consent", \.asksForConsent),
    ("ask_remember", \.remembersOnlyWhenAsked), ("ask_claims", \.asksForClaims),
    ("accept_any_user", \.acceptsAnyUser), ("refuse_web_views", \.refusesWebViews),
  ]

  init?(_ value: ConfigurationValue) {
    guard let section = value.section("an issuer", keys: Self.keys) else { return nil }
    let flavour: Flavour = section["flavour"]?.word() ?? .standard
    let clients = section["clients"]?.elements() ?? []
    let users = section["users"]?.elements() ?? []
    self.init(
      clients: clients.compactMap { ClientRegistration($0, flavour: flavour) },
      users: users.compactMap { User($0) })
    apply(flavour)
    read(section)
    if login == .form { checkPasswords(of: users) }
    Self.checkNames("client_id", of: clients)
    Self.checkNames("username", of: users)
    if users.isEmpty, section.lacks("users") {
      section.report("an issuer needs 'users', at least one")
    }
  }

  /// Returns the configuration with some switches changed, by their names.
  func changed(by value: ConfigurationValue) -> IssuerConfiguration? {
    let keys = Self.keys.filter {
      !["flavour", "clients", "users", "decisions", "faults"].contains($0)
    }
    guard let section = value.section("a change", keys: keys) else { return nil }
    var changed = self
    changed.read(section)
    return changed
  }

  /// Reads everything except the flavour, clients and users.
  private mutating func read(_ section: ConfigurationSection) {
    for (key, property) in Self.flags {
      if let flag = section[key]?.bool() { self[keyPath: property] = flag }
    }
    login = section["login"]?.word() ?? login
    let names = users.map(\.username)
    decisions = (section["decisions"]?.elements() ?? []).compactMap {
      UserDecision($0, users: names)
    }
    faults = (section["faults"]?.elements() ?? []).compactMap { PlannedFault($0) }
    readTokens(section)
    readRules(section)
    section["paths"].map { paths.change($0) }
  }

  private mutating func readTokens(_ section: ConfigurationSection) {
    lifetimes =
      section["lifetimes"].flatMap { [lifetimes] in Lifetimes($0, changing: lifetimes) }
      ?? lifetimes
    clockSkew = section["clock_skew"]?.seconds(in: -86_400...86_400) ?? clockSkew
    accessTokenFormat = section["access_tokens"]?.word() ?? accessTokenFormat
    accessTokenAudience = section["access_token_audience"]?.string() ?? accessTokenAudience
    keyChoice = section["signing_key"]?.word() ?? keyChoice
    keyLifetime = section["key_lifetime"]?.seconds(in: 1...Lifetimes.century) ?? keyLifetime
    valueStyle = section["value_style"]?.word() ?? valueStyle
    claimMappings =
      section["claim_mappings"]?.elements().compactMap { ClaimMapping($0) } ?? claimMappings
    acrValues = section["acr_values"]?.strings() ?? acrValues
    if let header = section["id_token_header"]?.section() {
      tokenHeader = header.object
      for name in ["alg", "kid"] {
        header[name]?.reportAtKey("'\(name)' is the provider's, it cannot be set")
      }
    }
  }

  private mutating func readRules(_ section: ConfigurationSection) {
    requirePKCE = section["require_pkce"]?.word() ?? requirePKCE
    scopes = section["scopes"]?.strings() ?? scopes
    allowedOrigins = section["allowed_origins"]?.strings() ?? allowedOrigins
    offlineAccess = section["offline_access"]?.word() ?? offlineAccess
    refreshTokenRotation = section["refresh_token_rotation"]?.word() ?? refreshTokenRotation
    refreshTokenGrace =
      section["refresh_token_grace"]?.seconds(in: 0...3_600) ?? refreshTokenGrace
  }
}
