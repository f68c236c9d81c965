import DocgenClocks
import DocgenGround
import DocgenJSON
import DocgenMockHTTP

extension ConfigurationReader {
  /// Reads `oidc`, with the checks that a database makes at its start (db/database.go).
  mutating func oidc(in section: Section) -> OIDCConfiguration? {
    reportUnknownKeys(in: section, known: .oidc)
    let named = named("providers", in: section)
    let chosen = string("default_provider", in: section)
    // Sync Gateway counts all providers here, including those it has just skipped.
    let defaultProvider = chosen ?? (named.count == 1 ? named[0].name : nil)
    if let chosen, !named.contains(where: { $0.name == chosen }),
      let member = section.member("default_provider")
    {
      let nearest = Suggestion.nearest(to: chosen, among: named.map(\.name))
      report(
        "there is no provider '\(chosen)'" + (nearest.map { "; did you mean '\($0)'?" } ?? ""),
        atValue: member.path, severity: .warning)
    }
    let problemsBefore = problems.count
    let providers = named.compactMap { provider($0.name, in: $0.section) }
    let isRefusedAlready = problems[problemsBefore...].contains { $0.severity == .refusal }
    if providers.isEmpty, !isRefusedAlready {
      report(
        "OpenID Connect defined in config, but no valid OpenID Connect providers specified",
        atKey: section.path)
    }
    return OIDCConfiguration(
      providers: providers,
      defaultProvider: chosen == nil || named.count > 1 ? defaultProvider : named.first?.name)
  }

  /// Reads one provider; `nil` when the gateway skips it or would not start with it.
  private mutating func provider(
    _ name: String, in section: Section
  ) -> OIDCConfiguration.Provider? {
    reportUnknownKeys(in: section, known: .provider)
    let modern = sectionSince2_0(section)
    let provider = OIDCConfiguration.Provider(
      name: name, issuer: string("issuer", in: section) ?? "",
      clientID: string("client_id", in: section) ?? "",
      validationKey: string("validation_key", in: section),
      registersUsers: bool("register", in: section) ?? false,
      callbackURL: nonEmpty(string("callback_url", in: section)),
      disablesSession: bool("disable_session", in: section) ?? false,
      scope: strings("scope", in: section) ?? ["openid", "email"],
      includesAccessToken: bool("include_access", in: section) ?? false,
      userPrefix: nonEmpty(string("user_prefix", in: section)),
      discoveryURL: nonEmpty(string("discovery_url", in: section)),
      disablesMetadataValidation: bool("disable_cfg_validation", in: section) ?? false,
      disablesCallbackState: bool("disable_callback_state", in: modern) ?? false,
      usernameClaim: nonEmpty(string("username_claim", in: modern)))
    let hasClientID =
      profile == .v1_5 ? section.member("client_id") != nil : !provider.clientID.isEmpty
    guard !provider.issuer.isEmpty, hasClientID else {
      report(
        "Issuer and ClientID required for OIDC Provider - skipping provider \"\(name)\"",
        atKey: section.path, severity: .warning)
      return nil
    }
    if provider.validationKey == nil {
      report(
        "Validation Key not defined in config for provider \"\(name)\" - auth code flow will not "
          + "be supported for this provider", atKey: section.path, severity: .note)
    }
    if name.contains("_") {
      report(
        "OpenID Connect provider names cannot contain underscore:\(name)", atKey: section.path)
      return nil
    }
    return provider
  }

  private func nonEmpty(_ text: String?) -> String? {
    text.flatMap { $0.isEmpty ? nil : $0 }
  }
}
