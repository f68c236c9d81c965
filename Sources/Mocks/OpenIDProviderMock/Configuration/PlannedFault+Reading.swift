import DocgenJSON

extension PlannedFault {
  /// Reads `{"id_token": "expired"}`, `{"conformance": "sig-none"}` or
  /// `{"endpoint": "token", "fault": "status", "status": 503, "when": {…}, "times": 2}`.
  init?(_ value: ConfigurationValue) {
    let keys =
      ["id_token", "conformance", "endpoint", "fault", "when", "times"] + ResponseFault.keys
    guard let section = value.section("a fault", keys: keys) else { return nil }
    if let value = section["id_token"] {
      guard let fault: IDTokenFault = value.word() else { return nil }
      self = .idToken(fault)
    } else if let value = section["conformance"] {
      guard let fault: ConformanceFault = value.word() else { return nil }
      self = .conformance(fault)
    } else {
      self.init(response: section)
    }
  }

  /// The fault in the form of a configuration.
  var json: JSONValue {
    switch self {
    case .idToken(let fault): return ["id_token": .string(fault.rawValue)]
    case .conformance(let fault): return ["conformance": .string(fault.rawValue)]
    case .response(let fault, let endpoint, let parameters, let times):
      var object = fault.json
      object["endpoint"] = .string(endpoint.rawValue)
      if !parameters.isEmpty {
        object["when"] = .object(
          JSONObject(parameters.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
      }
      if times > 1 { object["times"] = .integer(times) }
      return .object(object)
    }
  }

  private init?(response section: ConfigurationSection) {
    guard let target = section["endpoint"], let kind = section["fault"] else {
      section.report("a fault needs 'id_token', 'conformance', or 'endpoint' and 'fault'")
      return nil
    }
    let fault = ResponseFault(kind, in: section)
    guard let endpoint: Endpoint = target.word() else { return nil }
    var parameters: [String: String] = [:]
    if let when = section["when"]?.section() {
      for key in when.object.keys { parameters[key] = when[key]?.string() }
    }
    guard let fault else { return nil }
    self = .response(
      fault, endpoint, when: parameters,
      times: section["times"]?.integer(in: 1...10_000) ?? 1)
  }
}
