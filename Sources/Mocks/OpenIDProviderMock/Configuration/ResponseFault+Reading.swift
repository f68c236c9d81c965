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
  init?(_ object: JSONObject, at path: [String], with reader: inout ConfigurationReader) {
    guard let kind: Kind = reader.word("fault", in: object, at: path) else { return nil }
    switch kind {
    case .status, .errorWithStatus:
      guard let status = Self.status(in: object, of: kind.rawValue, at: path, with: &reader)
      else { return nil }
      self = kind == .status ? .status(status) : .errorWithStatus(status)
    case .error:
      let code = reader.requiredString("code", in: object, named: "the fault 'error'", at: path)
      guard let code else { return nil }
      self = .error(
        code,
        status: reader.integer("status", in: object, at: path, range: Self.statuses) ?? 400)
    case .replaced:
      self = .replaced(
        status: reader.integer("status", in: object, at: path, range: Self.statuses) ?? 200,
        contentType: reader.string("content_type", in: object, at: path) ?? "text/plain",
        body: object["body"]?.string ?? "")
    case .contentType:
      let type = reader.requiredString(
        "content_type", in: object, named: "the fault 'content-type'", at: path)
      guard let type else { return nil }
      self = .contentType(type)
    case .member:
      let name = reader.requiredString("name", in: object, named: "the fault 'member'", at: path)
      guard let name else { return nil }
      self = .member(name, object["value"])
    case .delay:
      let seconds = reader.seconds("seconds", in: object, at: path, range: 1...86_400)
      if object["seconds"] == nil {
        reader.report("the fault 'delay' needs 'seconds'", atValue: path)
      }
      guard let seconds else { return nil }
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

  private static let statuses = 200...599

  private static func status(
    in object: JSONObject, of kind: String, at path: [String],
    with reader: inout ConfigurationReader
  ) -> Int? {
    if object["status"] == nil {
      reader.report("the fault '\(kind)' needs 'status'", atValue: path)
    }
    return reader.integer("status", in: object, at: path, range: statuses)
  }
}
