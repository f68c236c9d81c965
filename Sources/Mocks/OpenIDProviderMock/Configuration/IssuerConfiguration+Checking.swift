import DocgenJSON

extension IssuerConfiguration {
  /// Reports clients or users that have the name of another.
  static func checkNames(_ key: String, of values: [ConfigurationValue]) {
    var seen: Set<String> = []
    for value in values {
      guard let name = value.json[key]?.string, !seen.insert(name).inserted else { continue }
      value.section()?[key]?.report("'\(name)' is already the '\(key)' of another")
    }
  }

  /// Reports users without a password, who could not log in at a form.
  func checkPasswords(of users: [ConfigurationValue]) {
    if acceptsAnyUser { return }
    for user in users where user.json.object != nil && user.json["password"] == nil {
      user.report("with \"login\": \"form\" a user needs 'password'")
    }
  }
}

extension EndpointPaths {
  /// Reads `{"authorization": "/auth", "device": null}`.
  mutating func change(_ value: ConfigurationValue) {
    guard let section = value.section(keys: Endpoint.allCases.map(\.rawValue)) else { return }
    for (name, json) in section.object.members {
      guard let endpoint = Endpoint(rawValue: name) else { continue }
      if json == .null {
        self[endpoint] = nil
      } else if let text = json.string, ProviderConfiguration.isPath(text) {
        if let other = self.endpoint(at: text), other != endpoint {
          section[name]?.report("'\(text)' is already the path of '\(other.rawValue)'")
        }
        self[endpoint] = text
      } else {
        section[name]?.report(
          "a path is '/' and letters, digits and '-._~' between single slashes, or null")
      }
    }
  }
}
