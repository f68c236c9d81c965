extension IssuerConfiguration {
  private static let keys = [
    "flavour", "paths", "login", "clients", "users", "decisions", "faults", "lifetimes",
    "clock_skew", "access_tokens", "access_token_audience", "value_style", "key_ids",
    "id_token_header",
    "scope_claims_in_id_token", "authorized_party", "issuer_without_scheme", "acr_values",
    "require_pkce", "allow_plain_pkce", "scopes", "refuse_unknown_scopes", "offline_access",
    "refresh_token_rotation", "refresh_token_grace", "allow_registration", "response_issuer",
    "ask_consent", "ask_remember", "ask_claims", "accept_any_user", "refuse_web_views",
    "signing_key", "key_lifetime", "id_token_on_refresh", "claim_mappings",
    "allow_id_token_assertions", "allowed_origins",
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
    readPeople(section)
    readTokens(section)
    readClaims(section)
    readRules(section)
    section["paths"].map { paths.change($0) }
  }

  private mutating func readPeople(_ section: ConfigurationSection) {
    login = section["login"]?.word() ?? login
    asksForClaims = section["ask_claims"]?.bool() ?? asksForClaims
    acceptsAnyUser = section["accept_any_user"]?.bool() ?? acceptsAnyUser
    asksForConsent = section["ask_consent"]?.bool() ?? asksForConsent
    remembersOnlyWhenAsked = section["ask_remember"]?.bool() ?? remembersOnlyWhenAsked
    refusesWebViews = section["refuse_web_views"]?.bool() ?? refusesWebViews
    let names = users.map(\.username)
    decisions = (section["decisions"]?.elements() ?? []).compactMap {
      UserDecision($0, users: names)
    }
    faults = (section["faults"]?.elements() ?? []).compactMap { PlannedFault($0) }
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
    namesKeys = section["key_ids"]?.bool() ?? namesKeys
    valueStyle = section["value_style"]?.word() ?? valueStyle
    if let header = section["id_token_header"]?.section() {
      tokenHeader = header.object
      for name in ["alg", "kid"] {
        header[name]?.reportAtKey("'\(name)' is the provider's, it cannot be set")
      }
    }
  }

  private mutating func readClaims(_ section: ConfigurationSection) {
    sendsIDTokenOnRefresh = section["id_token_on_refresh"]?.bool() ?? sendsIDTokenOnRefresh
    claimMappings =
      section["claim_mappings"]?.elements().compactMap { ClaimMapping($0) } ?? claimMappings
    scopeClaimsInIDToken = section["scope_claims_in_id_token"]?.bool() ?? scopeClaimsInIDToken
    namesAuthorizedParty = section["authorized_party"]?.bool() ?? namesAuthorizedParty
    leavesOutIssuerScheme = section["issuer_without_scheme"]?.bool() ?? leavesOutIssuerScheme
    acrValues = section["acr_values"]?.strings() ?? acrValues
  }

  private mutating func readRules(_ section: ConfigurationSection) {
    requirePKCE = section["require_pkce"]?.word() ?? requirePKCE
    allowsPlainPKCE = section["allow_plain_pkce"]?.bool() ?? allowsPlainPKCE
    scopes = section["scopes"]?.strings() ?? scopes
    allowsIDTokenAssertions =
      section["allow_id_token_assertions"]?.bool() ?? allowsIDTokenAssertions
    allowedOrigins = section["allowed_origins"]?.strings() ?? allowedOrigins
    refusesUnknownScopes = section["refuse_unknown_scopes"]?.bool() ?? refusesUnknownScopes
    offlineAccess = section["offline_access"]?.word() ?? offlineAccess
    refreshTokenRotation = section["refresh_token_rotation"]?.word() ?? refreshTokenRotation
    refreshTokenGrace =
      section["refresh_token_grace"]?.seconds(in: 0...3_600) ?? refreshTokenGrace
    allowsRegistration = section["allow_registration"]?.bool() ?? allowsRegistration
    sendsIssuerInResponses = section["response_issuer"]?.bool() ?? sendsIssuerInResponses
  }
}
