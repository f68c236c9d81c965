import DocgenJSON
import DocgenMockHTTP

extension DatabaseConfiguration {
  /// Returns whether a database may have this name (db/database.go).
  static func isValidName(_ name: String) -> Bool {
    name.wholeMatch(of: /[a-z][-a-z0-9_$()+\/]*/.matchingSemantics(.unicodeScalar)) != nil
  }
}

extension ConfigurationReader {
  mutating func database(_ name: String, in section: Section) -> DatabaseConfiguration {
    reportUnknownKeys(in: section, known: .database)
    reportNotImitated(in: section, known: .database)
    if !DatabaseConfiguration.isValidName(name) {
      report("Illegal database name: \(name)", atKey: section.path)
    }
    let allowsEmptyPassword = bool("allow_empty_password", in: section) ?? false
    let modern = sectionSince2_0(section)
    let cookieName = string("session_cookie_name", in: modern) ?? ""
    return DatabaseConfiguration(
      name: name, sync: sync(in: section),
      users: principals("users", in: section, allowsEmptyPassword: allowsEmptyPassword),
      roles: principals("roles", in: section, allowsEmptyPassword: true),
      allowsEmptyPassword: allowsEmptyPassword,
      startsOffline: bool("offline", in: section) ?? false,
      revsLimit: revsLimit(in: section),
      oidc: self.section("oidc", in: section).flatMap { oidc(in: $0) },
      sessionCookieName: cookieName.isEmpty ? "SyncGatewaySession" : cookieName,
      sessionCookieSecure: bool("session_cookie_secure", in: modern),
      sessionCookieHTTPOnly: bool("session_cookie_http_only", in: modern) ?? false,
      sendsWWWAuthenticate: bool("send_www_authenticate_header", in: modern) ?? true,
      allowsConflicts: bool("allow_conflicts", in: modern) ?? true,
      testProvider: testProvider(in: section), json: withDefaults(section.object, name: name))
  }

  /// Returns the section to read 2.x keys from: an empty one for a release that doesn't know them.
  func sectionSince2_0(_ section: Section) -> Section {
    profile == .v1_5 ? Section(object: [:], path: section.path) : section
  }

  private mutating func sync(in section: Section) -> String? {
    guard let source = string("sync", in: section), !source.isEmpty else { return nil }
    if let error = SyncFunction.syntaxError(of: source), let member = section.member("sync") {
      report(
        "the sync function does not compile: \(error.message)", atLine: error.line,
        ofString: member.path)
    }
    return source
  }

  private mutating func revsLimit(in section: Section) -> Int {
    guard let limit = integer("revs_limit", in: section), let member = section.member("revs_limit")
    else { return 1_000 }
    if limit < 20, bool("allow_conflicts", in: sectionSince2_0(section)) ?? true {
      report(
        "The revs_limit (\(limit)) value in your Sync Gateway configuration cannot be set lower "
          + "than 20.", atValue: member.path)
    } else if limit < 1 {
      report(
        "The revs_limit (\(limit)) value in your Sync Gateway configuration must be greater than "
          + "zero.", atValue: member.path)
    }
    return limit
  }

  private mutating func testProvider(in section: Section) -> DatabaseConfiguration.TestProvider? {
    guard let unsupported = self.section("unsupported", in: section) else { return nil }
    reportUnknownKeys(in: unsupported, known: .databaseUnsupported)
    guard let provider = self.section("oidc_test_provider", in: unsupported) else { return nil }
    reportUnknownKeys(in: provider, known: .testProvider)
    let isKnown = profile == .v1_5
    let hasUnsignedTokens = isKnown && bool("unsigned_id_token", in: provider) ?? false
    guard bool("enabled", in: provider) ?? false else { return nil }
    return DatabaseConfiguration.TestProvider(hasUnsignedTokens: hasUnsignedTokens)
  }

  /// Returns the object with the defaults that Sync Gateway shows (`setup`, rest/config.go).
  private func withDefaults(_ object: JSONObject, name: String) -> JSONObject {
    var object = object
    let section = Section(object: object, path: [])
    for (key, value) in [("server", "walrus:"), ("pool", "default"), ("bucket", name)]
    where section.member(key) == nil {
      object[key] = .string(value)
    }
    object["name"] = .string(name)
    return object
  }
}
