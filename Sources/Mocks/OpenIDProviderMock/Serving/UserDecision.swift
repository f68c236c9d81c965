public import JSON

/// What a user does when the next authorization request arrives, instead of seeing a page.
public indirect enum UserDecision: Sendable, Equatable {
  /// The user of this name logs in and agrees; the claims are told besides the user's own, and
  /// in place of them, by every token that comes of it.
  case approve(username: String, claims: JSONObject = [:])
  /// Whoever it is refuses; the client hears `access_denied`.
  case deny
  /// Whoever it is leaves the page open and never comes back; the client hears nothing.
  case abandon
  /// The user mistypes the password, and then either types it right or gives up in front of the
  /// form; the log shows each try as a request of its own.
  case wrongPassword(username: String, thenRight: Bool = true)
  /// The user thinks for so many seconds of the injected clock first.
  case slow(seconds: Int, then: UserDecision)

  /// Whom it needs to exist.
  var username: String? {
    switch self {
    case .approve(let name, _), .wrongPassword(let name, _): name
    case .deny, .abandon: nil
    case .slow(_, let then): then.username
    }
  }
}

extension UserDecision {
  private enum Deed: String, CaseIterable {
    case approve, deny, abandon
    case wrongPassword = "wrong_password"
    case wrongPasswordThenRight = "wrong_password_then_right"
  }

  /// Reads `{"does": "approve", "user": "alice", "after": 30, "claims": {…}}`; the user may be left
  /// out where there is only one.
  init?(
    _ value: JSONValue, at path: [String], users: [String],
    with reader: inout ConfigurationReader
  ) {
    let keys = ["does", "user", "after", "claims"]
    guard let object = reader.object(value, named: "a decision", at: path, keys: keys) else {
      return nil
    }
    let deed: Deed =
      object["does"] == nil ? .approve : reader.word("does", in: object, at: path) ?? .deny
    var name = users.first ?? ""
    if let text = reader.string("user", in: object, at: path) {
      name = text
      if !users.contains(text) {
        reader.reportUnknown(text, named: "user", among: users, at: path + ["user"])
      }
    }
    let claims = object["claims"].flatMap {
      reader.object($0, named: "'claims'", at: path + ["claims"])
    }
    if claims != nil, deed != .approve {
      reader.report("'claims' belong to 'approve' only", atKey: path + ["claims"])
    }
    switch deed {
    case .approve: self = .approve(username: name, claims: claims ?? [:])
    case .deny: self = .deny
    case .abandon: self = .abandon
    case .wrongPassword: self = .wrongPassword(username: name, thenRight: false)
    case .wrongPasswordThenRight: self = .wrongPassword(username: name)
    }
    if let seconds = reader.seconds("after", in: object, at: path, range: 0...86_400) {
      self = .slow(seconds: seconds, then: self)
    }
  }
}
