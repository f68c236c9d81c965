import DocgenJSON

extension ResponseFault {
  private enum Kind: String, CaseIterable {
    case status, error, replaced, truncated, cut, member, delay
    case errorWithStatus = "error-with-status"
    case droppedBefore = "dropped-before"
    case droppedAfter = "dropped-after"
    case contentType = "content-type"
    case notJSON = "not-json"
    case missingTokenType = "missing-token_type"
    case expiresInAsString = "expires_in-as-string"
    case negativeExpiresIn = "negative-expires_in"
    case wrongState = "wrong-state"
    case wrongIssuer = "wrong-iss"
  }

  /// The members that describe a fault further.
  static let keys = ["status", "code", "content_type", "body", "name", "value", "seconds"]

  /// Reads `{"fault": "status", "status": 503}` and the like.
  ///
  /// - Parameter value: the value of `fault`.
  init?(_ value: ConfigurationValue, in section: ConfigurationSection) {
    guard let kind: Kind = value.word() else { return nil }
    /// Returns a member that this kind of fault needs.
    func needed(_ key: String) -> ConfigurationValue? {
      if section[key] == nil { section.report("the fault '\(kind.rawValue)' needs '\(key)'") }
      return section[key]
    }
    let status = section["status"]?.integer(in: 200...599)
    switch kind {
    case .status, .errorWithStatus:
      guard needed("status") != nil, let status else { return nil }
      self = kind == .status ? .status(status) : .errorWithStatus(status)
    case .error:
      guard let code = needed("code")?.string() else { return nil }
      self = .error(code, status: status ?? 400)
    case .replaced:
      self = .replaced(
        status: status ?? 200, contentType: section["content_type"]?.string() ?? "text/plain",
        body: section.object["body"]?.string ?? "")
    case .contentType:
      guard let type = needed("content_type")?.string() else { return nil }
      self = .contentType(type)
    case .member:
      guard let name = needed("name")?.string() else { return nil }
      self = .member(name, section.object["value"])
    case .delay:
      guard let seconds = needed("seconds")?.seconds(in: 1...86_400) else { return nil }
      self = .delay(seconds: seconds)
    case .truncated: self = .truncated
    case .cut: self = .cut
    case .droppedBefore: self = .droppedBefore
    case .droppedAfter: self = .droppedAfter
    case .notJSON: self = .notJSON
    case .missingTokenType: self = .missingTokenType
    case .expiresInAsString: self = .expiresInAsString
    case .negativeExpiresIn: self = .negativeExpiresIn
    case .wrongState: self = .wrongState
    case .wrongIssuer: self = .wrongIssuer
    }
  }

  /// The fault in the form of a configuration, without its endpoint.
  var json: JSONObject {
    switch self {
    case .status(let status): ["fault": "status", "status": .integer(status)]
    case .error(let code, let status):
      ["fault": "error", "code": .string(code), "status": .integer(status)]
    case .errorWithStatus(let status): ["fault": "error-with-status", "status": .integer(status)]
    case .replaced(let status, let type, let body):
      [
        "fault": "replaced", "status": .integer(status), "content_type": .string(type),
        "body": .string(body),
      ]
    case .truncated: ["fault": "truncated"]
    case .cut: ["fault": "cut"]
    case .droppedBefore: ["fault": "dropped-before"]
    case .droppedAfter: ["fault": "dropped-after"]
    case .contentType(let type): ["fault": "content-type", "content_type": .string(type)]
    case .member(let name, nil): ["fault": "member", "name": .string(name)]
    case .member(let name, let value?):
      ["fault": "member", "name": .string(name), "value": value]
    case .delay(let seconds): ["fault": "delay", "seconds": .integer(seconds)]
    }
  }
}
