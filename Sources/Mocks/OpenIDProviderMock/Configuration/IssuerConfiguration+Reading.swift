import DocgenJSON

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

  init?(_ value: JSONValue, at path: [String], with reader: inout ConfigurationReader) {
    guard let object = reader.object(value, named: "an issuer", at: path, keys: Self.keys) else {
      return nil
    }
    let flavour: Flavour = reader.word("flavour", in: object, at: path) ?? .standard
    let clientValues = reader.array("clients", in: object, at: path)
    let userValues = reader.array("users", in: object, at: path)
    self.init(
      clients: clientValues.enumerated().compactMap { index, value in
        ClientRegistration(
          value, at: path + ["clients", String(index)], flavour: flavour, with: &reader)
      },
      users: userValues.enumerated().compactMap { index, value in
        User(value, at: path + ["users", String(index)], with: &reader)
      })
    apply(flavour)
    read(object, at: path, with: &reader)
    if login == .form { checkPasswords(userValues, at: path, with: &reader) }
    checkNames(clientValues, users: userValues, at: path, with: &reader)
  }

  /// Returns the configuration with some switches changed, by their names.
  func changed(
    by value: JSONValue, with reader: inout ConfigurationReader
  ) -> IssuerConfiguration? {
    let keys = Self.keys.filter {
      !["flavour", "clients", "users", "decisions", "faults"].contains($0)
    }
    guard let object = reader.object(value, named: "a change", at: [], keys: keys) else {
      return nil
    }
    var changed = self
    changed.read(object, at: [], with: &reader)
    return changed
  }

  /// Reads everything except the flavour, clients and users.
  mutating func read(
    _ object: JSONObject, at path: [String], with reader: inout ConfigurationReader
  ) {
    readPeople(object, at: path, with: &reader)
    readTokens(object, at: path, with: &reader)
    readClaims(object, at: path, with: &reader)
    readRules(object, at: path, with: &reader)
    if let value = object["paths"] {
      paths.change(value, at: path + ["paths"], with: &reader)
    }
  }

  private mutating func readPeople(
    _ object: JSONObject, at path: [String], with reader: inout ConfigurationReader
  ) {
    reader.set(&login, from: reader.word("login", in: object, at: path))
    reader.set(&asksForClaims, from: reader.bool("ask_claims", in: object, at: path))
    reader.set(&acceptsAnyUser, from: reader.bool("accept_any_user", in: object, at: path))
    reader.set(&asksForConsent, from: reader.bool("ask_consent", in: object, at: path))
    reader.set(&remembersOnlyWhenAsked, from: reader.bool("ask_remember", in: object, at: path))
    reader.set(&refusesWebViews, from: reader.bool("refuse_web_views", in: object, at: path))
    decisions = reader.array("decisions", in: object, at: path).enumerated().compactMap {
      UserDecision(
        $1, at: path + ["decisions", String($0)], users: users.map(\.username), with: &reader)
    }
    faults = reader.array("faults", in: object, at: path).enumerated().compactMap {
      PlannedFault($1, at: path + ["faults", String($0)], with: &reader)
    }
  }

  private mutating func readTokens(
    _ object: JSONObject, at path: [String], with reader: inout ConfigurationReader
  ) {
    if let value = object["lifetimes"] {
      let changed = Lifetimes(
        value, at: path + ["lifetimes"], with: &reader, changing: lifetimes)
      reader.set(&lifetimes, from: changed)
    }
    let day = -86_400...86_400
    reader.set(
      &clockSkew, from: reader.seconds("clock_skew", in: object, at: path, range: day))
    reader.set(&accessTokenFormat, from: reader.word("access_tokens", in: object, at: path))
    reader.set(
      &accessTokenAudience, from: reader.string("access_token_audience", in: object, at: path))
    reader.set(&keyChoice, from: reader.word("signing_key", in: object, at: path))
    reader.set(
      &keyLifetime,
      from: reader.seconds("key_lifetime", in: object, at: path, range: 1...Lifetimes.century))
    reader.set(&namesKeys, from: reader.bool("key_ids", in: object, at: path))
    reader.set(&valueStyle, from: reader.word("value_style", in: object, at: path))
    if let value = object["id_token_header"] {
      let position = path + ["id_token_header"]
      reader.set(&tokenHeader, from: reader.object(value, named: "'id_token_header'", at: position))
      for name in ["alg", "kid"] where tokenHeader[name] != nil {
        reader.report("'\(name)' is the provider's, it cannot be set", atKey: position + [name])
      }
    }
  }

  private mutating func readClaims(
    _ object: JSONObject, at path: [String], with reader: inout ConfigurationReader
  ) {
    reader.set(
      &sendsIDTokenOnRefresh, from: reader.bool("id_token_on_refresh", in: object, at: path))
    if object["claim_mappings"] != nil {
      claimMappings = reader.array("claim_mappings", in: object, at: path).enumerated().compactMap {
        ClaimMapping($1, at: path + ["claim_mappings", String($0)], with: &reader)
      }
    }
    reader.set(
      &scopeClaimsInIDToken, from: reader.bool("scope_claims_in_id_token", in: object, at: path))
    reader.set(&namesAuthorizedParty, from: reader.bool("authorized_party", in: object, at: path))
    reader.set(
      &leavesOutIssuerScheme, from: reader.bool("issuer_without_scheme", in: object, at: path))
    reader.set(&acrValues, from: reader.strings("acr_values", in: object, at: path))
  }

  private mutating func readRules(
    _ object: JSONObject, at path: [String], with reader: inout ConfigurationReader
  ) {
    reader.set(&requirePKCE, from: reader.word("require_pkce", in: object, at: path))
    reader.set(&allowsPlainPKCE, from: reader.bool("allow_plain_pkce", in: object, at: path))
    reader.set(&scopes, from: reader.strings("scopes", in: object, at: path))
    reader.set(
      &allowsIDTokenAssertions,
      from: reader.bool("allow_id_token_assertions", in: object, at: path))
    reader.set(&allowedOrigins, from: reader.strings("allowed_origins", in: object, at: path))
    reader.set(
      &refusesUnknownScopes, from: reader.bool("refuse_unknown_scopes", in: object, at: path))
    reader.set(&offlineAccess, from: reader.word("offline_access", in: object, at: path))
    reader.set(
      &refreshTokenRotation, from: reader.word("refresh_token_rotation", in: object, at: path))
    reader.set(
      &refreshTokenGrace,
      from: reader.seconds("refresh_token_grace", in: object, at: path, range: 0...3_600))
    reader.set(&allowsRegistration, from: reader.bool("allow_registration", in: object, at: path))
    reader.set(&sendsIssuerInResponses, from: reader.bool("response_issuer", in: object, at: path))
  }
}
