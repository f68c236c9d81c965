import Clocks
import JSON

/// Commands for users, their claims, sessions and tokens.
extension ControlCommands {
  func runUserCommand(_ command: Command) async throws -> JSONValue? {
    let issuer = command.issuer
    switch (command.name, command.words.count) {
    case ("GET users", 1):
      return ["users": .array(try await provider.users(issuer: issuer).map(\.json))]
    case ("PUT users", 2):
      let name = command.subject ?? ""
      let known = try await provider.users(issuer: issuer).first { $0.hasName(name) }
      let user = try read(command) { Self.user($0, named: known?.username ?? name, with: &$1) }
      try await provider.setUser(user, issuer: issuer)
    case ("DELETE users", 2):
      try await provider.removeUser(command.subject ?? "", issuer: issuer)
    case ("POST users", 3) where command.words[2] == "revoke-tokens":
      try await provider.revokeTokens(of: command.subject ?? "", issuer: issuer)
    case ("PUT claims", 1):
      let claims = try read(command) { $1.object($0, named: "the claims", at: []) }
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

  /// Reads a user in the form of a configuration; the path names a user without `username`.
  private static func user(
    _ value: JSONValue, named name: String, with reader: inout ConfigurationReader
  ) -> User? {
    var object = value.object ?? [:]
    if object["username"] == nil { object["username"] = .string(name) }
    return User(value.object == nil ? value : .object(object), at: [], with: &reader)
  }

  private func mint(_ command: Command) async throws -> JSONValue {
    let keys = ["type", "user", "client", "nonce", "scopes", "claims", "lifetime"]
    let asked = try read(command) { value, reader in
      reader.object(value, named: "a token", at: [], keys: keys)
    }
    guard let client = asked["client"]?.string else {
      throw CommandError(text: "a token needs 'client'")
    }
    let claims = asked["claims"]?.object ?? [:]
    let token: String
    switch asked["type"]?.string {
    case "id_token":
      token = try await provider.idToken(
        for: asked["user"]?.string ?? "", client: client, nonce: asked["nonce"]?.string,
        claims: claims, lifetime: asked["lifetime"]?.integer, issuer: command.issuer)
    case "access_token":
      token = try await provider.accessToken(
        for: asked["user"]?.string, client: client,
        scopes: asked["scopes"]?.array?.compactMap(\.string) ?? ["openid"], claims: claims,
        lifetime: asked["lifetime"]?.integer, issuer: command.issuer)
    default:
      throw CommandError(text: "'type' of a token must be id_token or access_token")
    }
    return ["token": .string(token)]
  }
}

extension User {
  /// Returns whether a name in a request's path identifies this user.
  func hasName(_ name: String) -> Bool { username == name || subject == name }

  fileprivate var json: JSONValue {
    ["username": .string(username), "sub": .string(subject), "claims": .object(claims)]
  }
}
