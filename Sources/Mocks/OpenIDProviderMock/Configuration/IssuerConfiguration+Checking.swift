import DocgenJSON

extension IssuerConfiguration {
  /// Reports problems that concern several clients or users: repeated names, and no users at all.
  func checkNames(
    _ clientValues: [JSONValue], users userValues: [JSONValue], at path: [String],
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
  }

  /// Reports users without a password, who could not log in at a form.
  func checkPasswords(
    _ userValues: [JSONValue], at path: [String], with reader: inout ConfigurationReader
  ) {
    if acceptsAnyUser { return }
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
    let names = Endpoint.allCases.map(\.rawValue)
    let object = reader.object(value, named: "'paths'", at: path, keys: names) ?? [:]
    for (name, value) in object.members {
      guard let endpoint = Endpoint(rawValue: name) else { continue }
      if value == .null {
        self[endpoint] = nil
      } else if let text = value.string, ProviderConfiguration.isPath(text) {
        if let other = self.endpoint(at: text), other != endpoint {
          reader.report(
            "'\(text)' is already the path of '\(other.rawValue)'", atValue: path + [name])
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
