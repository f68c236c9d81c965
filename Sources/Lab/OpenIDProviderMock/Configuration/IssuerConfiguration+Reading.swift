import JSON

extension IssuerConfiguration {
  private static let keys = [
    "flavour", "paths", "login", "clients", "users", "decisions", "faults", "lifetimes",
    "clock_skew", "access_tokens", "access_token_audience", "value_style", "key_ids",
    "id_token_header",
    "scope_claims_in_id_token", "authorized_party", "issuer_without_scheme", "acr_values",
    "require_pkce", "allow_plain_pkce", "scopes", "refuse_unknown_scopes", "offline_access",
    "refresh_token_rotation", "refresh_token_grace", "allow_registration", "response_issuer",
    "ask_consent", "ask_remember", "refuse_web_views",
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
    take(on: flavour)
    readPeople(object, at: path, with: &reader)
    readTokens(object, at: path, with: &reader)
    readRules(object, at: path, with: &reader)
    if let value = object["paths"] {
      paths.change(value, at: path + ["paths"], with: &reader)
    }
    checkNames(clientValues, userValues, at: path, with: &reader)
  }

  private mutating func readPeople(
    _ object: JSONObject, at path: [String], with reader: inout ConfigurationReader
  ) {
    reader.set(&login, from: reader.word("login", in: object, at: path))
    decisions = reader.array("decisions", in: object, at: path).enumerated().compactMap {
      UserDecision(
        $1, at: path + ["decisions", String($0)], users: users.map(\.username), with: &reader)
    }
    faults = reader.array("faults", in: object, at: path).enumerated().compactMap {
      PlannedFault($1, at: path + ["faults", String($0)], with: &reader)
    }
    reader.set(&asksForConsent, from: reader.bool("ask_consent", in: object, at: path))
    reader.set(&remembersOnlyWhenAsked, from: reader.bool("ask_remember", in: object, at: path))
    reader.set(&refusesWebViews, from: reader.bool("refuse_web_views", in: object, at: path))
  }

  private mutating func readTokens(
    _ object: JSONObject, at path: [String], with reader: inout ConfigurationReader
  ) {
    if let value = object["lifetimes"] {
      reader.set(&lifetimes, from: Lifetimes(value, at: path + ["lifetimes"], with: &reader))
    }
    let day = -86_400...86_400
    reader.set(
      &clockSkew, from: reader.seconds("clock_skew", in: object, at: path, range: day))
    reader.set(&accessTokenFormat, from: reader.word("access_tokens", in: object, at: path))
    accessTokenAudience = reader.string("access_token_audience", in: object, at: path)
    reader.set(&namesKeys, from: reader.bool("key_ids", in: object, at: path))
    reader.set(&valueStyle, from: reader.word("value_style", in: object, at: path))
    if let value = object["id_token_header"] {
      let place = path + ["id_token_header"]
      reader.set(&tokenHeader, from: reader.object(value, named: "'id_token_header'", at: place))
      for name in ["alg", "kid"] where tokenHeader[name] != nil {
        reader.report("'\(name)' is the provider's, it cannot be set", atKey: place + [name])
      }
    }
    reader.set(
      &scopeClaimsInIDToken, from: reader.bool("scope_claims_in_id_token", in: object, at: path))
    reader.set(&namesAuthorizedParty, from: reader.bool("authorized_party", in: object, at: path))
    reader.set(
      &leavesOutIssuerScheme, from: reader.bool("issuer_without_scheme", in: object, at: path))
    acrValues = reader.strings("acr_values", in: object, at: path) ?? []
  }

  private mutating func readRules(
    _ object: JSONObject, at path: [String], with reader: inout ConfigurationReader
  ) {
    reader.set(&requirePKCE, from: reader.word("require_pkce", in: object, at: path))
    reader.set(&allowsPlainPKCE, from: reader.bool("allow_plain_pkce", in: object, at: path))
    scopes = reader.strings("scopes", in: object, at: path) ?? []
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

  /// What can only be said with the whole issuer in view.
  private func checkNames(
    _ clientValues: [JSONValue], _ userValues: [JSONValue], at path: [String],
    with reader: inout ConfigurationReader
  ) {
    for (key, list, values) in [
      ("client_id", "clients", clientValues), ("username", "users", userValues),
    ] {
      var seen: Set<String> = []
      for (index, value) in values.enumerated() {
        guard let name = value[key]?.string, !seen.insert(name).inserted else { continue }
        reader.report(
          "'\(name)' is already the '\(key)' of another",
          atValue: path + [list, String(index), key])
      }
    }
    if userValues.isEmpty {
      reader.report("an issuer needs 'users', at least one", atValue: path)
    }
    guard login == .form else { return }
    for (index, value) in userValues.enumerated() where value.object != nil {
      if value["password"] == nil {
        reader.report(
          "with \"login\": \"form\" a user needs 'password'",
          atValue: path + ["users", String(index)])
      }
    }
  }
}

extension EndpointPaths {
  /// Reads `{"authorization": "/auth", "device": null}`.
  mutating func change(
    _ value: JSONValue, at path: [String], with reader: inout ConfigurationReader
  ) {
    let names = Endpoint.allCases.map(\.name)
    let object = reader.object(value, named: "'paths'", at: path, keys: names) ?? [:]
    for (name, value) in object.members {
      guard let endpoint = Endpoint(named: name) else { continue }
      if value == .null {
        self[endpoint] = nil
      } else if let text = value.string, ProviderConfiguration.isPath(text) {
        if let other = self.endpoint(at: text), other != endpoint {
          reader.report("'\(text)' is already the path of '\(other.name)'", atValue: path + [name])
        }
        self[endpoint] = text
      } else {
        reader.report(
          "a path is '/' and letters, digits and '-._~' between single slashes, or null",
          atValue: path + [name])
      }
    }
  }
}
