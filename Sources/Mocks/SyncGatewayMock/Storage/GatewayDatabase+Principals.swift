import DocgenClocks
import DocgenJSON
import DocgenSQLite

/// The kind of a principal; users and roles have the same rules for names.
enum PrincipalKind: Sendable {
  case user, role
}

extension GatewayDatabase {
  /// Returns a user by name, or the guest by the empty name; `nil` if there is none.
  func user(named name: String) throws -> User? {
    try name.isEmpty ? guest() : knownUser(named: name)?.user
  }

  /// Returns a user from the store.
  func storedUser(named name: String) throws -> ReadCache.KnownUser? {
    let row = try store.first("SELECT * FROM users WHERE name = ?", binding: [.text(name)])
    guard let row else { return nil }
    let adminChannels = ChannelGrants(json: row["channels"]?.text)
    let adminRoles = ChannelGrants(json: row["roles"]?.text)
    var channels = adminChannels
    channels.add(try documentGrants("channel", to: name))
    channels.add(ChannelName.everybody, at: 1)
    var roles = adminRoles
    roles.add(try documentGrants("role", to: name))
    var roleChannels: [String: ChannelGrants] = [:]
    for name in roles.names { roleChannels[name] = try role(named: name)?.channels }
    let user = User(
      name: name, email: row["email"]?.text ?? "", isDisabled: row["disabled"]?.integer == 1,
      adminChannels: adminChannels, adminRoles: adminRoles, channels: channels, roles: roles,
      roleChannels: roleChannels, sequence: row["sequence"]?.integer ?? 0)
    return ReadCache.KnownUser(user: user, password: row["password"]?.text ?? "")
  }

  /// The guest if the configuration has none: disabled, and without even the public channel.
  private static let unconfiguredGuest = User(
    name: "", email: "", isDisabled: true, adminChannels: ChannelGrants(),
    adminRoles: ChannelGrants(), channels: ChannelGrants(), roles: ChannelGrants(),
    roleChannels: [:], sequence: 0)

  /// Returns the user for requests without credentials.
  func guest() throws -> User { try knownUser(named: "")?.user ?? Self.unconfiguredGuest }

  /// Returns a user if the password is correct and the user isn't disabled.
  func user(name: String, password: String) throws -> User? {
    guard let known = try knownUser(named: name), !known.user.isDisabled else { return nil }
    return known.password == password ? known.user : nil
  }

  /// Returns a role by name; `nil` if there is none.
  func role(named name: String) throws -> Role? {
    let row = try store.first("SELECT channels FROM roles WHERE name = ?", binding: [.text(name)])
    guard let row else { return nil }
    let adminChannels = ChannelGrants(json: row[0].text)
    var channels = adminChannels
    channels.add(try documentGrants("channel", to: "role:" + name))
    channels.add(ChannelName.everybody, at: 1)
    return Role(adminChannels: adminChannels, channels: channels)
  }

  /// Returns what documents grant through `access()` and `role()`.
  private func documentGrants(_ kind: String, to grantee: String) throws -> ChannelGrants {
    var grants = ChannelGrants()
    let rows = try store.query(
      "SELECT name, sequence FROM grants WHERE grantee = ? AND kind = ?",
      binding: [.text(grantee), .text(kind)])
    for row in rows { grants.add(row[0].text ?? "", at: row[1].integer ?? 0) }
    return grants
  }

  /// Runs a statement that changes users or roles, and removes all users from the cache.
  @discardableResult
  private func changePrincipals(_ sql: String, binding values: [SQLiteValue]) throws -> Int {
    cache.forgetUsers()
    return try store.execute(sql, binding: values)
  }

  /// Returns all names, without the guest's.
  func principalNames(_ kind: PrincipalKind) throws -> [String] {
    let rows = try store.query(
      kind == .user
        ? "SELECT name FROM users WHERE name <> '' ORDER BY name"
        : "SELECT name FROM roles ORDER BY name")
    return rows.compactMap { $0[0].text }
  }

  /// Creates or changes a user or role (`UpdatePrincipal`, db/users.go).
  ///
  /// Sets everything except the password to the given values. A sequence is used up only if
  /// something changes.
  ///
  /// - Returns: whether it existed before.
  func update(
    _ new: PrincipalConfiguration, as kind: PrincipalKind, mayReplace: Bool
  ) throws -> Bool {
    switch kind {
    case .user: try updateUser(PrincipalName.stored(new.name), to: new, mayReplace: mayReplace)
    case .role: try updateRole(new, mayReplace: mayReplace)
    }
  }

  private func updateUser(
    _ name: String, to new: PrincipalConfiguration, mayReplace: Bool
  ) throws -> Bool {
    let old = try user(named: name)
    if old != nil, !mayReplace { throw StorageError(.conflict, reason: "Already exists") }
    if old == nil || new.password != nil,
      let objection = PrincipalConfiguration.objection(
        toPassword: new.password, allowsEmpty: configuration.allowsEmptyPassword)
    {
      throw StorageError(.invalid, reason: objection)
    }
    try validate(new)
    let isChanged =
      old.map { old in
        !old.adminChannels.equals(new.adminChannels) || !old.adminRoles.equals(new.adminRoles)
          || old.email != new.email || old.isDisabled != new.isDisabled || new.password != nil
      } ?? true
    guard isChanged else { return true }
    let sequence = nextSequence()
    var channels = old?.adminChannels ?? ChannelGrants()
    channels.update(to: new.adminChannels, at: sequence)
    var roles = old?.adminRoles ?? ChannelGrants()
    roles.update(to: new.adminRoles, at: sequence)
    try changePrincipals(
      """
      INSERT INTO users (name, password, email, disabled, channels, roles, sequence)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (name) DO UPDATE SET
      password = coalesce(?2, password), email = ?3, disabled = ?4, channels = ?5, roles = ?6,
      sequence = ?7
      """,
      binding: [
        .text(name), SQLiteValue(new.password), .text(new.email), SQLiteValue(new.isDisabled),
        .text(channels.json.serialized()), .text(roles.json.serialized()), SQLiteValue(sequence),
      ])
    return old != nil
  }

  private func validate(_ new: PrincipalConfiguration) throws {
    if let objection = new.objection { throw StorageError(.invalid, reason: objection) }
  }

  private func updateRole(_ new: PrincipalConfiguration, mayReplace: Bool) throws -> Bool {
    let old = try role(named: new.name)
    if old != nil, !mayReplace { throw StorageError(.conflict, reason: "Already exists") }
    try validate(new)
    if let old, old.adminChannels.equals(new.adminChannels) { return true }
    var channels = old?.adminChannels ?? ChannelGrants()
    let sequence = nextSequence()
    channels.update(to: new.adminChannels, at: sequence)
    try changePrincipals(
      """
      INSERT INTO roles (name, channels, sequence) VALUES (?1, ?2, ?3)
      ON CONFLICT (name) DO UPDATE SET channels = ?2, sequence = ?3
      """,
      binding: [.text(new.name), .text(channels.json.serialized()), SQLiteValue(sequence)])
    return old != nil
  }

  /// Removes a user or role; returns whether there was one.
  func deletePrincipal(_ name: String, kind: PrincipalKind) throws -> Bool {
    try changePrincipals(
      kind == .user ? "DELETE FROM users WHERE name = ?" : "DELETE FROM roles WHERE name = ?",
      binding: [.text(name)]) > 0
  }

  /// Creates the user of a new identity, with a random password, no channels, and sequence 0, so
  /// that `_changes` doesn't show it (`RegisterNewUser`, auth/auth.go).
  func register(_ name: String, email: String) throws -> User? {
    guard PrincipalName.isValid(name) else {
      throw StorageError(.invalid, reason: "Invalid name \"\(name)\"")
    }
    let validEmail = PrincipalName.isValidEmail(email) ? email : ""
    try changePrincipals(
      """
      INSERT INTO users (name, password, email, disabled, channels, roles, sequence)
      VALUES (?, ?, ?, 0, '{}', '{}', 0)
      """, binding: [.text(name), .text(randomSecret()), .text(validEmail)])
    return try user(named: name)
  }

  /// Stores an identity's new email address; ignores an invalid one.
  func updateEmail(of name: String, to email: String) throws {
    guard PrincipalName.isValidEmail(email) else { return }
    try changePrincipals(
      "UPDATE users SET email = ? WHERE name = ?", binding: [.text(email), .text(name)])
  }
}
