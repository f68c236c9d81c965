public import DocgenJSON

/// The action of a user at the next authorization request, instead of a page.
public indirect enum UserDecision: Sendable, Equatable {
  /// The user of this name logs in and agrees; tokens contain these claims, which replace the
  /// user's own of the same names.
  case approve(username: String, claims: JSONObject = [:])
  /// The user refuses; the client receives `access_denied`.
  case deny
  /// The user leaves the page open and never comes back; the client receives nothing.
  case abandon
  /// The user mistypes the password, and then either types it correctly or leaves the form; the log
  /// has an entry for each attempt.
  case wrongPassword(username: String, thenRight: Bool = true)
  /// The user decides after a number of seconds of the injected clock.
  case slow(seconds: Int, then: UserDecision)

  /// The user who must exist.
  var username: String? {
    switch self {
    case .approve(let name, _), .wrongPassword(let name, _): name
    case .deny, .abandon: nil
    case .slow(_, let then): then.username
    }
  }
}

extension UserDecision {
  private enum Action: String, CaseIterable {
    case approve, deny, abandon
    case wrongPassword = "wrong_password"
    case wrongPasswordThenRight = "wrong_password_then_right"
  }

  /// Parses `{"does": "approve", "user": "alice", "after": 30, "claims": {…}}`; without `user`, the
  /// decision is the first user's.
  init?(_ value: ConfigurationValue, users: [String]) {
    guard let section = value.section("a decision", keys: ["does", "user", "after", "claims"])
    else { return nil }
    let action: Action = section["does"].map { $0.word() ?? .deny } ?? .approve
    var name = users.first ?? ""
    if let user = section["user"], let text = user.string() {
      name = text
      if !users.contains(text) { user.reportUnknown(text, among: users) }
    }
    let claims = section["claims"]?.section()?.object
    if claims != nil, action != .approve {
      section["claims"]?.reportAtKey("'claims' belong to 'approve' only")
    }
    switch action {
    case .approve: self = .approve(username: name, claims: claims ?? [:])
    case .deny: self = .deny
    case .abandon: self = .abandon
    case .wrongPassword: self = .wrongPassword(username: name, thenRight: false)
    case .wrongPasswordThenRight: self = .wrongPassword(username: name)
    }
    if let seconds = section["after"]?.seconds(in: 0...86_400) {
      self = .slow(seconds: seconds, then: self)
    }
  }

  /// The decision in the form of a configuration.
  var json: JSONValue {
    var object: JSONObject = [:]
    object["user"] = username.map { .string($0) }
    switch self {
    case .approve(_, let claims):
      object["does"] = "approve"
      if !claims.isEmpty { object["claims"] = .object(claims) }
    case .deny: object["does"] = "deny"
    case .abandon: object["does"] = "abandon"
    case .wrongPassword(_, let thenRight):
      let action = thenRight ? Action.wrongPasswordThenRight : .wrongPassword
      object["does"] = .string(action.rawValue)
    case .slow(let seconds, let then):
      object = then.json.object ?? [:]
      object["after"] = .integer(seconds + (object["after"]?.integer ?? 0))
    }
    return .object(object)
  }
}
