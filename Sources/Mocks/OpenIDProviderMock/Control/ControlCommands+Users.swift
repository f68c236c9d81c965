import DocgenClocks
import DocgenJSON

/// Commands for users, their claims, sessions and tokens.
extension ControlCommands {
  func runUserCommand(_ command: Command) async throws -> JSONValue? {
    let issuer = command.issuer
    switch (command.name, command.segments.count) {
    case ("GET users", 1):
      return ["users": .array(try await provider.users(issuer: issuer).map(\.json))]
    case ("PUT users", 2):
      let name = command.subject
      let known = try await provider.users(issuer: issuer).first { $0.hasName(name) }
      let user = try read(command) {
        User($0.completed("username", by: known?.username ?? name))
      }
      try await provider.setUser(user, issuer: issuer)
    case ("DELETE users", 2):
      try await provider.removeUser(command.subject, issuer: issuer)
    case ("POST users", 3) where command.segments[2] == "revoke-tokens":
      try await provider.revokeTokens(of: command.subject, issuer: issuer)
    case ("PUT claims", 1):
      let claims = try read(command) { $0.section("the claims")?.object }
      try await provider.setClaims(claims, of: command.query["user"] ?? "", issuer: issuer)
    case ("POST logout", 1):
      try await provider.logOut(command.query["user"] ?? "", issuer: issuer)
    case ("POST tokens", 1):
      return try await mint(command)
    default:
      return nil
    }
    return [:]
  }

  private func mint(_ command: Command) async throws -> JSONValue {
    let wanted = try read(command) { RequestedToken($0) }
    let token: String
    switch wanted.type {
    case .idToken:
      token = try await provider.idToken(
        for: wanted.user ?? "", client: wanted.client, nonce: wanted.nonce, claims: wanted.claims,
        lifetime: wanted.lifetime, issuer: command.issuer)
    case .accessToken:
      token = try await provider.accessToken(
        for: wanted.user, client: wanted.client, scopes: wanted.scopes, claims: wanted.claims,
        lifetime: wanted.lifetime, issuer: command.issuer)
    }
    return ["token": .string(token)]
  }
}

/// The token that `POST /tokens` creates.
private struct RequestedToken {
  enum Kind: String, CaseIterable {
    case idToken = "id_token"
    case accessToken = "access_token"
  }

  let type: Kind
  let user: String?
  let client: String
  let nonce: String?
  let scopes: [String]
  let claims: JSONObject
  /// In seconds; negative for a token that has expired.
  let lifetime: Int?

  init?(_ value: ConfigurationValue) {
    let keys = ["type", "user", "client", "nonce", "scopes", "claims", "lifetime"]
    guard let section = value.section("a token", keys: keys) else { return nil }
    user = section["user"]?.string()
    nonce = section["nonce"]?.string()
    scopes = section["scopes"]?.strings() ?? ["openid"]
    claims = section["claims"]?.section()?.object ?? [:]
    lifetime = section["lifetime"]?.seconds(in: -Lifetimes.century...Lifetimes.century)
    if section["type"] == nil { section.report("a token needs 'type'") }
    let type: Kind? = section["type"]?.word()
    let client = section.required("client")
    guard let type, let client else { return nil }
    self.type = type
    self.client = client
  }
}

extension User {
  /// Returns whether a name in a request's path identifies this user.
  func hasName(_ name: String) -> Bool { username == name || subject == name }

  fileprivate var json: JSONValue {
    ["username": .string(username), "sub": .string(subject), "claims": .object(claims)]
  }
}
