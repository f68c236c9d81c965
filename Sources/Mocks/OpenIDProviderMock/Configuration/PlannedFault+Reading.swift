import DocgenJSON

extension PlannedFault {
  /// Reads `{"id_token": "expired"}`, `{"conformance": "sig-none"}` or
  /// `{"endpoint": "token", "fault": "status", "status": 503, "when": {…}, "times": 2}`.
  init?(_ value: JSONValue, at path: [String], with reader: inout ConfigurationReader) {
    let keys =
      ["id_token", "conformance", "endpoint", "fault", "when", "times"] + ResponseFault.keys
    guard let object = reader.object(value, named: "a fault", at: path, keys: keys) else {
      return nil
    }
    if object["id_token"] != nil {
      guard let fault: IDTokenFault = reader.word("id_token", in: object, at: path) else {
        return nil
      }
      self = .idToken(fault)
    } else if object["conformance"] != nil {
      guard let fault: ConformanceFault = reader.word("conformance", in: object, at: path) else {
        return nil
      }
      self = .conformance(fault)
    } else {
      self.init(response: object, at: path, with: &reader)
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

  private init?(
    response object: JSONObject, at path: [String], with reader: inout ConfigurationReader
  ) {
    for key in ["endpoint", "fault"] where object[key] == nil {
      reader.report(
        "a fault needs 'id_token', 'conformance', or 'endpoint' and 'fault'", atValue: path)
      return nil
    }
    let fault = ResponseFault(object, at: path, with: &reader)
    guard let endpoint: Endpoint = reader.word("endpoint", in: object, at: path) else { return nil }
    var parameters: [String: String] = [:]
    if let value = object["when"] {
      let position = path + ["when"]
      let when = reader.object(value, named: "'when'", at: position) ?? [:]
      for key in when.keys {
        parameters[key] = reader.string(key, in: when, at: position)
      }
    }
    guard let fault else { return nil }
    self = .response(
      fault, endpoint, when: parameters,
      times: reader.integer("times", in: object, at: path, range: 1...10_000) ?? 1)
  }
}
